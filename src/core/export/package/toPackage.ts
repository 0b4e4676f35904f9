import type { EventType } from "#core/chart/payload.ts";
import { generatedHeader } from "#core/export/generatedHeader.ts";
import { packageReadme } from "#core/export/package/packageReadme.ts";
import type { PackageFile, PackageGap, PackageParts } from "#core/export/package/packageSource.ts";
import { packageTests } from "#core/export/package/packageTests.ts";
import { packageTypes, seatNames } from "#core/export/package/packageTypes.ts";
import { anyTextIn } from "#core/ruleset/labels.ts";
import type { Ruleset, Texts } from "#core/ruleset/ruleset.ts";
import { fingerprint } from "#core/text/fingerprint.ts";

/** A package, `package.json` first, and what it comes without. */
export interface GamePackage {
  readonly files: readonly PackageFile[];
  readonly gaps: readonly PackageGap[];
}

/** The oldest XState that plays what packages hold. */
const XSTATE = "^5.20.0";

/**
 * A game as an npm package: what the other exports write, with one file of words a language, types of its events, and its scenarios as
 * tests. At run time it needs XState alone.
 * @throws Error for a module that imports files from outside of its folder's parent, or under a name that the package itself has
 */
export function toPackage(parts: PackageParts): GamePackage {
  const seats = seatNames(parts.ruleset, parts.scenarios);
  const files = contentsOf(parts, seats);
  const paths = new Set(["package.json"]);
  for (const { path } of files) {
    if (path.startsWith("../")) throw new Error(`it imports ${path}, which lies outside of the package`);
    if (paths.has(path))
      throw new Error(`it imports a file that would be ${path}, which the package itself has`);
    paths.add(path);
  }
  const manifest: PackageFile = {
    path: "package.json",
    text: `${JSON.stringify(manifestOf(parts, files), null, 2)}\n`,
  };
  return { files: [manifest, ...files], gaps: gapsOf(parts, seats) };
}

function contentsOf(parts: PackageParts, seats: readonly string[]): PackageFile[] {
  const { id, ruleset, kit, locales, saves, licence, picture, modules, scenarios } = parts;
  const json = (path: string, value: unknown): PackageFile => ({
    path,
    text: `${JSON.stringify(value, null, 1)}\n`,
  });
  const { view } = ruleset;
  return [
    { path: "README.md", text: packageReadme(parts, seats) },
    ...(licence?.text === undefined ? [] : [{ path: "LICENSE", text: licence.text }]),
    { path: "index.js", text: indexText(parts) },
    { path: "index.d.ts", text: packageTypes(parts, seats) },
    {
      path: "kit.js",
      text: moduleOf(id, "its kit, without words", { ...kit, labels: {}, text: {}, words: {} }),
    },
    ...locales.map((locale) => ({
      path: `words/${locale}.js`,
      text: moduleOf(id, `its words in ${locale}`, wordsOf(parts, locale)),
    })),
    ...modules.map(({ path, text }) => ({ path: inFolder("machine", path), text })),
    ...(saves === undefined ? [] : [{ path: `machine/${id}.saves.js`, text: saves }]),
    ...(ruleset.clauses.length > 0 ? [json("clauses.json", clausesIn(ruleset, locales))] : []),
    ...(ruleset.readings.length > 0 ? [json("readings.json", readingsIn(ruleset, locales))] : []),
    ...(view ? [json("view.json", view)] : []),
    { path: "chart.svg", text: picture() },
    ...(Object.keys(scenarios).length > 0 ? packageTests(parts) : []),
  ];
}

/** The place of a file in the package, which is named from a folder of it: `../a.js` lies beside the folder. */
const inFolder = (folder: string, path: string): string =>
  path.startsWith("../") ? path.slice(3) : `${folder}/${path}`;

function indexText({ id, exportName, saves, locales }: PackageParts): string {
  const from = `./machine/${id}.machine.js`;
  const name = exportName === "default" ? "default" : exportName;
  return `${generatedHeader(id, "the game as a package")}import * as game from ${JSON.stringify(from)};
import base from "./kit.js";

export const machine = game.${name};
export const machineOf = () => machine;
/** Not every module has values that the rules compute. */
export const derived = Reflect.get(game, "derived") ?? {};
${saves === undefined ? "" : `export { canRestore, digest, stamped, version } from "./machine/${id}.saves.js";\n`}
/** Each language is a file of its own, which an app loads when it needs it. */
const words = {
${locales.map((locale) => `  ${JSON.stringify(locale)}: () => import(${JSON.stringify(`./words/${locale}.js`)}),`).join("\n")}
};
export const languages = Object.keys(words);
export const kit = base;
export async function loadKit(language) {
  if (!Object.hasOwn(words, language))
    throw new RangeError(\`${id} has no words in \${language}: it has \${languages.join(", ")}\`);
  return { ...base, ...(await words[language]()).default };
}
`;
}

/** The words of a language as a kit holds them. Sentences of refusals are in English where the studio does not speak that language. */
function wordsOf({ kit }: PackageParts, locale: string): object {
  const spoken = Object.hasOwn(kit.words, locale) ? locale : "en";
  return {
    labels: { [locale]: kit.labels[locale] ?? {} },
    text: { [locale]: kit.text[locale] ?? {} },
    words: { [spoken]: kit.words[spoken] },
  };
}

function moduleOf(id: string, subject: string, value: unknown): string {
  const text = JSON.stringify(value);
  // In code, and only there, that key would set a prototype.
  const code = text.includes('"__proto__"') ? `JSON.parse(${JSON.stringify(text)})` : text;
  return `${generatedHeader(id, subject)}export default ${code};\n`;
}

const inLocales = (texts: Texts, locales: readonly string[]): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([locale]) => locales.includes(locale)));
const anyInLocales = (texts: Texts | string | undefined, locales: readonly string[]) =>
  typeof texts === "object" ? inLocales(texts, locales) : texts;

const clausesIn = ({ clauses }: Ruleset, locales: readonly string[]) =>
  clauses.map((clause) => ({ ...clause, notModelled: anyInLocales(clause.notModelled, locales) }));

const readingsIn = ({ readings }: Ruleset, locales: readonly string[]) =>
  readings.map((reading) => ({
    ...reading,
    question: inLocales(reading.question, locales),
    options: reading.options.map((option) => ({ ...option, text: inLocales(option.text, locales) })),
    why: anyInLocales(reading.why, locales),
  }));

function manifestOf(parts: PackageParts, files: readonly PackageFile[]): object {
  const { id, ruleset, reader, licence, edition, scenarios } = parts;
  const paths = files.map(({ path }) => path);
  const data = ["clauses.json", "readings.json", "view.json", "chart.svg"].filter((path) =>
    paths.includes(path),
  );
  return {
    name: id,
    version: `1.${edition?.version ?? 0}.0`,
    description: anyTextIn(ruleset.info.title, reader) || id,
    license: licence?.name ?? (licence?.text === undefined ? "UNLICENSED" : "SEE LICENSE IN LICENSE"),
    type: "module",
    exports: {
      ".": { types: "./index.d.ts", default: "./index.js" },
      ...Object.fromEntries([...data, "package.json"].map((path) => [`./${path}`, `./${path}`])),
    },
    types: "./index.d.ts",
    files: paths.filter((path) => path !== "README.md" && path !== "LICENSE"),
    sideEffects: false,
    ...(Object.keys(scenarios).length > 0
      ? { scripts: { test: "node --test tests/scenarios-test.js" } }
      : {}),
    peerDependencies: { turnwright: "*", xstate: XSTATE },
    peerDependenciesMeta: { turnwright: { optional: true } },
    turnwright: {
      package: 1,
      ...(edition ? { saves: edition.version, digest: edition.digest } : {}),
      content: fingerprint(files.map(({ path, text }) => `${path}\0${text}`).join("\0")),
    },
  };
}

function gapsOf(
  { chart, ruleset, scenarios, saves, licence }: PackageParts,
  seats: readonly string[],
): PackageGap[] {
  const isSent = (event: EventType) =>
    event.fields.some(({ name, type }) => name === "by" && type.kind === "string");
  const gaps: readonly (readonly [PackageGap, boolean])[] = [
    ["licence", licence?.text === undefined && licence?.name === undefined],
    ["scenarios", Object.keys(scenarios).length === 0],
    ["clauses", ruleset.clauses.length === 0],
    ["readings", ruleset.readings.length === 0],
    ["view", ruleset.view === undefined],
    ["events", !chart.events],
    ["seats", seats.length === 0 && (chart.events?.some(isSent) ?? false)],
    ["saves", saves === undefined],
  ];
  return gaps.flatMap(([gap, isOne]) => (isOne ? [gap] : []));
}
