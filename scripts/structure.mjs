// `npm run structure`: figures about the shape of the code, each beside the goal it is held to. Nothing fails on them.
import { readdir, readFile } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import { parse } from "@babel/parser";
import { floors } from "../.dependency-cruiser.mjs";

/** A function of more lines than this is too long to be read at once. */
const LONG_FUNCTION_LINES = 100;
const VERY_LONG_FUNCTION_LINES = 120;
/** A file this short that one other file imports may belong into that one. */
const SHORT_FILE_LINES = 30;
/** Fewer equal lines are what any two files have in common. */
const DUPLICATE_LINES = 6;

const paths = (await readdir("src", { recursive: true })).map((path) => join("src", path)).toSorted();
const files = await Promise.all(
  paths
    .filter((path) => [".ts", ".tsx", ".css", ".json"].includes(extname(path)))
    .map(async (path) => ({ path, text: await readFile(path, "utf8") })),
);
const code = files.filter(({ path }) => /\.tsx?$/.test(path));
const styles = files.filter(({ path }) => path.endsWith(".css"));
const linesOf = (text) => text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
const linesIn = (list) => list.reduce((sum, { text }) => sum + linesOf(text), 0);
const countIn = (list, pattern) =>
  list.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0);
const below = (folder) => code.filter(({ path }) => path.startsWith(`src/${folder}/`));

const importsOf = ({ text }) =>
  [...text.matchAll(/(?:from |import\(|import )"#([^"]+)"/g)].map(([, specifier]) => `src/${specifier}`);

/** The floor of a file of the app, from below; a file outside of the app has none. */
const floorOf = (path) => {
  const room = /^src\/app\/(\w+)/.exec(path)?.[1];
  return room === undefined ? undefined : room === "main" ? floors.length : floors.indexOf(room);
};
const importsUp = code.flatMap((file) =>
  importsOf(file).filter(
    (target) => floorOf(target) !== undefined && floorOf(target) > (floorOf(file.path) ?? Infinity),
  ),
);

const importers = new Map();
for (const file of code)
  for (const target of new Set(importsOf(file))) importers.set(target, (importers.get(target) ?? 0) + 1);
const shortFiles = code.filter(
  ({ path, text }) => linesOf(text) <= SHORT_FILE_LINES && importers.get(path) === 1,
);

/** The length of every function in lines. */
function* functionLengths(node) {
  if (node === null || typeof node !== "object") return;
  if (Array.isArray(node)) {
    for (const item of node) yield* functionLengths(item);
    return;
  }
  if (/Function|ObjectMethod|ClassMethod|ClassPrivateMethod/.test(node.type ?? "") && node.body?.loc)
    yield node.loc.end.line - node.loc.start.line + 1;
  for (const [key, value] of Object.entries(node))
    if (key !== "loc" && key !== "errors") yield* functionLengths(value);
}
const lengths = code.flatMap(({ path, text }) => {
  const plugins = ["typescript", ...(path.endsWith("x") ? ["jsx"] : [])];
  return [...functionLengths(parse(text, { sourceType: "module", plugins }).program)];
});
const longerThan = (limit) => lengths.filter((length) => length > limit).length;

/** What no two of the same lines say anything by: brackets, imports, what stands in every file. */
const isPlain = (line) => line.length < 4 || /^(import|export \{|\} from|\/?\*)/.test(line);
const shapeOf = (line) =>
  line
    .trim()
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, "S")
    .replace(/\b\d[\d_.]*\b/g, "N")
    .replace(/\b[a-z]\w*\b/gi, (word) => (KEYWORDS.has(word) ? word : "I"));
const KEYWORDS = new Set(
  "const let return if else for of in while switch case default function async await new typeof export import from type interface class extends throw try catch null undefined true false readonly".split(
    " ",
  ),
);
/** Pairs of places whose lines have the same shape, each as long as it goes. */
function duplicatePairs() {
  const lines = code.flatMap(({ path, text }) =>
    text
      .split("\n")
      .flatMap((line, i) => (isPlain(line.trim()) ? [] : [{ path, line: i + 1, shape: shapeOf(line) }])),
  );
  const places = new Map();
  for (let i = 0; i + DUPLICATE_LINES <= lines.length; i++) {
    const window = lines.slice(i, i + DUPLICATE_LINES);
    if (window.at(-1).path !== window[0].path) continue;
    const key = window.map(({ shape }) => shape).join("\n");
    // Lists of plain values have one shape all over.
    if (new Set(window.map(({ shape }) => shape)).size < 4) continue;
    places.set(key, [...(places.get(key) ?? []), i]);
  }
  const pairs = new Set();
  for (const found of places.values())
    for (const [n, a] of found.entries())
      for (const b of found.slice(n + 1)) if (b - a >= DUPLICATE_LINES) pairs.add(`${a} ${b}`);
  // What goes on from a pair is the same pair.
  return [...pairs].filter((pair) => {
    const [a, b] = pair.split(" ").map(Number);
    return !pairs.has(`${a - 1} ${b - 1}`);
  }).length;
}

const bench = JSON.parse(await readFile("bench/kept.json", "utf8"));
const firstChart = Number.parseFloat(bench["first-chart"].figures["JavaScript until the first chart"]);

const rows = [
  ["imports of the app that lead up a floor", importsUp.length, 0],
  [`functions of more than ${VERY_LONG_FUNCTION_LINES} lines`, longerThan(VERY_LONG_FUNCTION_LINES), 0],
  [`functions of more than ${LONG_FUNCTION_LINES} lines`, longerThan(LONG_FUNCTION_LINES), 10],
  ["lines of src (ts, tsx, css, json)", linesIn(files), 110_500],
  ["  of these code", linesIn(code), undefined],
  ["  of these css", linesIn(styles), undefined],
  ["lines of the longest css file", Math.max(...styles.map(({ text }) => linesOf(text))), 350],
  [
    "font sizes and radii by hand in css",
    countIn(styles, /(?:font-size|border-radius):(?!\s*(?:var|inherit|50%|0\b|calc))[^;]*\d/g),
    0,
  ],
  ["told, made, asked, doings, mend, anew", countIn(code, /\b(?:told|made|asked|doings|mend|anew)\b/gi), 400],
  [
    "constants that say only that they limit",
    countIn(code, /\b(?:const|let) (?:MOST\w*|MAX|LEAST|LONGEST)\b/g),
    0,
  ],
  [`files of at most ${SHORT_FILE_LINES} lines with one importer`, shortFiles.length, 30],
  ["spreads of a condition with nothing", countIn(code, /\? \{\} :|: \{\}\)/g), 60],
  ["variables of a module in core", countIn(below("core"), /^let /gm), 0],
  ["inherited classes in app/studio", countIn(below("app/studio"), /class \w+ extends (?!Error)/g), 0],
  [`pairs of places with ${DUPLICATE_LINES} lines of one shape`, duplicatePairs(), 60],
  ["folders of src with more than 30 files", foldersOver(30), undefined],
  ["KiB until the first chart, as last kept", firstChart, 300],
];
function foldersOver(limit) {
  const counts = new Map();
  for (const { path } of code) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts.values()].filter((count) => count > limit).length;
}

const width = Math.max(...rows.map(([what]) => what.length));
console.log(`${"WHAT".padEnd(width)}  ${"NOW".padStart(8)}  ${"GOAL".padStart(8)}`);
for (const [what, now, goal] of rows)
  console.log(
    `${what.padEnd(width)}  ${String(now).padStart(8)}  ${(goal === undefined ? "" : String(goal)).padStart(8)}`,
  );
