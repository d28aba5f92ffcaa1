// Preact with htm: components without a step that builds them.

import { h, render } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import htm from "htm";

const html = htm.bind(h);

export const preact = { html, render, useEffect, useLayoutEffect, useMemo, useRef, useState };
