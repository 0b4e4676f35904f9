import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";

/** A package of which code, styles or fonts are in the build. */
export interface Bundled {
  readonly name: string;
  readonly version: string;
  /** SPDX, as its package.json says. */
  readonly licence: string;
  /** Its licence and notices, word for word. */
  readonly texts: readonly string[];
}

/** Folders of the packages that modules belong to. */
export function packagesOf(modules: Iterable<string>): Set<string> {
  const found = new Set<string>();
  for (const id of modules) {
    const folder = /^\0?(?:[\w-]+:)?(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id)?.[1];
    if (folder !== undefined) found.add(folder);
  }
  return found;
}

/** @throws Error for a package that says nothing of its licence: then it must not be bundled unseen */
export async function readBundled(folder: string): Promise<Bundled> {
  const about = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as {
    name: string;
    version: string;
    license?: string;
    author?: string | { readonly name: string };
  };
  const files = (await readdir(folder)).filter((name) =>
    /^(?:licen[cs]e|copying|notice|thirdparty)/i.test(name),
  );
  const texts = await Promise.all(files.toSorted().map((name) => readFile(join(folder, name), "utf8")));
  const author = typeof about.author === "string" ? about.author : about.author?.name;
  // Some leave the text out and name the licence alone.
  const text = STANDARD_TEXTS[about.license ?? ""];
  if (texts.length === 0 && text) texts.push(text(author ?? `the authors of ${about.name}`));
  if (texts.length === 0 || about.license === undefined)
    throw new Error(`${about.name} is bundled, and ${folder} has no licence to go with it`);
  return { name: about.name, version: about.version, licence: about.license, texts };
}

const mit = (
  author: string,
): string => `MIT License (the package names it in its package.json and has no text of its own)

Copyright (c) ${author}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to
the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR
ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH
THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`;

const isc = (
  author: string,
): string => `ISC License (the package names it in its package.json and has no text of its own)

Copyright (c) ${author}

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that the
above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF
MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY
DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION,
ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.
`;

/** The texts of licences that a package may only name. */
const STANDARD_TEXTS: Readonly<Record<string, ((author: string) => string) | undefined>> = {
  MIT: mit,
  ISC: isc,
};

/** @param subject what contains them */
export function noticesText(packages: readonly Bundled[], subject = "The studio"): string {
  const sorted = packages.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const one = ({ name, version, licence, texts }: Bundled) =>
    `${"=".repeat(80)}\n${name} ${version} (${licence})\n\n${texts.map((text) => text.trim()).join("\n\n")}\n`;
  return `${subject} contains code, styles and fonts of these packages. Their licences follow.\n\n${sorted
    .map(({ name, version, licence }) => `${name} ${version}: ${licence}`)
    .join("\n")}\n\n${sorted.map(one).join("\n")}`;
}

/** Modules that were bundled in workers and in the sandbox: each is a build of its own. */
const elsewhere = new Set<string>();

/** Notes what a build takes in that is not the page's own: of workers, and of the sandbox. */
export const noteModules = (): Plugin => ({
  name: "turnwright-note-modules",
  generateBundle() {
    for (const id of this.getModuleIds()) elsewhere.add(id);
  },
});

/** Writes `licences.txt` beside a build: of every package in it, in its workers and in the sandbox. @param subject what is built */
export const licencesPlugin = (subject = "The studio"): Plugin => ({
  name: "turnwright-licences",
  apply: "build",
  async generateBundle() {
    const folders = packagesOf([...this.getModuleIds(), ...elsewhere]);
    const packages = await Promise.all([...folders].map(readBundled));
    // One package may lie in several places.
    const own = new Map(packages.map((one) => [`${one.name} ${one.version}`, one]));
    this.emitFile({
      type: "asset",
      fileName: "licences.txt",
      source: noticesText([...own.values()], subject),
    });
  },
});
