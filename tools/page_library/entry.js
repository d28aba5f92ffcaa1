// Preact and htm as the one object that the table page imports. See README.md.
import { h, render } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import htm from "htm";
const html = htm.bind(h);
export { html, render, useEffect, useLayoutEffect, useMemo, useRef, useState };
