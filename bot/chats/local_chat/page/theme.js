// Runs before the page is painted, so that a chosen theme never flashes in the other one first.
"use strict";
const chosenTheme = localStorage.getItem("kiu.theme");
if (chosenTheme === "light" || chosenTheme === "dark") document.documentElement.dataset.theme = chosenTheme;
