// Build the table page: node tools/table_page/build.mjs, after npm ci in this folder.
//
// The page holds the styles of its first control, and its server adds first.js; table.js draws tables, and later.js brings
// what nobody waits for. Each script takes modules from those before it.

import { build, transform } from "esbuild";
import { createHash } from "node:crypto";
import { readFile, readdir, writeFile } from "node:fs/promises";

const top = new URL("../../", import.meta.url);
const source = new URL("bot/features/table_page/page/", top);
const built = new URL("bot/features/table_page/built/", top);
const options = { bundle: true, minify: true, target: "es2022", write: false, legalComments: "none", charset: "utf8" };
const OF_TABLES = /^(felt|hand|reaction|spoken)/;
const nodePaths = [new URL("node_modules", import.meta.url).pathname];

async function files(folder) {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter((each) => each.isFile()).map((each) => `${each.parentPath}/${each.name}`.replaceAll("//", "/")).sort();
}

async function digest() {
  const hash = createHash("sha256");
  const sources = [...(await files(source.pathname)), ...["build.mjs", "package-lock.json"].map((name) => new URL(name, import.meta.url).pathname)];
  for (const file of sources) hash.update(createHash("sha256").update(await readFile(file)).digest());
  return hash.digest("hex");
}

// Newlines are left in templates alone, and their indents mean nothing to htm.
const squeezed = (text) => text.trim().replace(/\n\s+/g, "\n");

// The names that a module takes from each of its own kind.
async function imports(module) {
  const text = await readFile(new URL(module, source), "utf8");
  return [...text.matchAll(/^(?:im|ex)port \{ (.+) \} from "\.\/([\w/]+\.js)";$/gm)].map(([, names, from]) => [from, names.split(", ")]);
}

async function graph(entry, found = new Map()) {
  if (found.has(entry)) return found;
  found.set(entry, await imports(entry));
  for (const [from] of found.get(entry)) await graph(from, found);
  return found;
}

const SCRIPTS = { "first.js": "first.js", "table.js": "main.js", "later.js": "later.js" };
const graphs = await Promise.all(Object.values(SCRIPTS).map((entry) => graph(entry)));
// The script that brings a module, by its name.
const bringer = new Map(graphs.flatMap((modules, script) => [...modules.keys()].map((name) => [name, script])).reverse());
// What scripts hand on to later ones: "module name", each at its place.
const handed = [...new Set(graphs.flatMap((modules) => [...modules].flatMap(([module, taken]) => taken
  .filter(([from]) => bringer.get(from) < bringer.get(module))
  .flatMap(([from, names]) => names.map((name) => `${from} ${name}`)))))];

const handsOn = (script) => ({
  name: "hands-on",
  setup(esbuild) {
    const entry = Object.values(SCRIPTS)[script];
    esbuild.onLoad({ filter: new RegExp(`page/${entry}$`) }, async ({ path }) => {
      const given = handed.flatMap((each, place) => {
        const [from, name] = each.split(" ");
        return bringer.get(from) === script ? [{ from, name, place }] : [];
      });
      const taken = given.map(({ from, name, place }) => `import { ${name} as handed${place} } from "./${from}";`).join("\n");
      const set = `Object.assign(globalThis.kiu ??= [], { ${given.map(({ place }) => `${place}: handed${place}`).join(", ")} });`;
      return { contents: `${taken}\n${given.length ? set : ""}\n${await readFile(path, "utf8")}`, loader: "js" };
    });
    esbuild.onLoad({ filter: /page\/[\w]+\.js$/ }, async ({ path }) => {
      const module = path.split("/page/")[1];
      if (bringer.get(module) === script) return null;
      const taken = handed.flatMap((each, place) => (each.startsWith(`${module} `) ? [`${each.split(" ")[1]} = kiu[${place}]`] : []));
      return { contents: `export const ${taken.join(", ")};`, loader: "js" };
    });
    esbuild.onResolve({ filter: /^\.\/later\.js$/ }, ({ path, kind }) => (kind === "dynamic-import" ? { path, external: true } : null));
    // Of the words, the first script has those that a table does not use.
    esbuild.onLoad({ filter: /\/words\/\w\w\.json$/ }, async ({ path }) => {
      const words = Object.entries(JSON.parse(await readFile(path, "utf8")));
      return { contents: JSON.stringify(Object.fromEntries(words.filter(([name]) => script === (OF_TABLES.test(name) ? 1 : 0)))), loader: "json" };
    });
  },
});

// Styles of later scripts come in them.
const styled = {
  name: "styled",
  setup(esbuild) {
    esbuild.onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, "utf8"), { loader: "css", minify: true });
      return { contents: code.trim(), loader: "text" };
    });
  },
};

async function script(number, format) {
  const entryPoints = [new URL(Object.values(SCRIPTS)[number], source).pathname];
  const { outputFiles } = await build({ ...options, entryPoints, format, plugins: [handsOn(number), styled], nodePaths });
  return `${squeezed(outputFiles[0].text)}\n`;
}

const mark = `/* Built by tools/table_page from sources with SHA-256 ${await digest()}; Preact 11 (MIT) and htm 3 (Apache 2.0). */\n`;
const first = await script(0, "iife");
if (/<!--|<\/?script/i.test(first)) throw new Error("first.js cannot stand in a page");
await writeFile(new URL("first.js", built), first);
await writeFile(new URL("table.js", built), `${mark}${await script(1, "esm")}`);
await writeFile(new URL("later.js", built), await script(2, "esm"));
const styles = await build({ ...options, entryPoints: [new URL("first.css", source).pathname] });
const page = await readFile(new URL("table.html", source), "utf8");
const link = '<link rel="stylesheet" href="/table/first.css">\n';
await writeFile(new URL("table.html", built), page.replace(link, `<style>${squeezed(styles.outputFiles[0].text)}</style>\n`));
