// Build the table page: node tools/table_page/build.mjs, after npm ci in this folder.
//
// The first script and the styles inside the page are all that a browser needs for its first control; later.js takes
// the modules that it shares from the first.

import { build, transform } from "esbuild";
import { createHash } from "node:crypto";
import { readFile, readdir, writeFile } from "node:fs/promises";

const top = new URL("../../", import.meta.url);
const source = new URL("bot/features/table_page/page/", top);
const built = new URL("bot/features/table_page/built/", top);
const options = { bundle: true, minify: true, target: "es2021", write: false, legalComments: "none", charset: "utf8" };
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

async function namesOf(module) {
  const text = await readFile(new URL(module, source), "utf8");
  return [...text.matchAll(/^export (?:async )?(?:function|class|const) (\w+)/gm)].map(([, name]) => name);
}

async function imports(entry, found = new Set()) {
  if (found.has(entry)) return found;
  found.add(entry);
  const text = await readFile(new URL(entry, source), "utf8");
  for (const [, name] of text.matchAll(/from "\.\/([\w./]+\.js)"/g)) await imports(name, found);
  return found;
}

const first = await imports("main.js");
const shared = [...(await imports("later.js"))].filter((name) => first.has(name));

// The first script hands the shared modules on; the second takes them.
const handsOn = {
  name: "hands-on",
  setup(esbuild) {
    esbuild.onLoad({ filter: /page\/main\.js$/ }, async ({ path }) => {
      const taken = shared.map((name, place) => `import * as shared${place} from "./${name}";`).join("\n");
      const given = `globalThis.kiuModules = [${shared.map((_, place) => `shared${place}`).join(", ")}];`;
      return { contents: `${taken}\n${given}\n${await readFile(path, "utf8")}`, loader: "js" };
    });
    esbuild.onResolve({ filter: /^\.\/later\.js$/ }, ({ path, kind }) => (kind === "dynamic-import" ? { path, external: true } : null));
  },
};
const takes = {
  name: "takes",
  setup(esbuild) {
    esbuild.onLoad({ filter: /page\/[\w]+\.js$/ }, async ({ path }) => {
      const place = shared.indexOf(path.split("/page/")[1]);
      if (place < 0) return null;
      const names = await namesOf(shared[place]);
      return { contents: `export const { ${names.join(", ")} } = globalThis.kiuModules[${place}];`, loader: "js" };
    });
  },
};

// Styles of the second script come in it.
const styled = {
  name: "styled",
  setup(esbuild) {
    esbuild.onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, "utf8"), { loader: "css", minify: true });
      return { contents: code.trim(), loader: "text" };
    });
  },
};

async function script(entry, format, plugins) {
  const { outputFiles } = await build({ ...options, entryPoints: [new URL(entry, source).pathname], format, plugins, nodePaths });
  return squeezed(outputFiles[0].text);
}

const mark = `/* Built by tools/table_page from sources with SHA-256 ${await digest()}; Preact 11 (MIT) and htm 3 (Apache 2.0). */\n`;
await writeFile(new URL("table.js", built), `${mark}${await script("main.js", "iife", [handsOn])}\n`);
await writeFile(new URL("later.js", built), `${await script("later.js", "esm", [takes, styled])}\n`);
const styles = await build({ ...options, entryPoints: [new URL("table.css", source).pathname] });
const page = await readFile(new URL("table.html", source), "utf8");
const link = '<link rel="stylesheet" href="/table/table.css">\n';
await writeFile(new URL("table.html", built), page.replace(link, `<style>${squeezed(styles.outputFiles[0].text)}</style>\n`));
