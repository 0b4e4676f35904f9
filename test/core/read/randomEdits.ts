import type { TextEdit } from "#core/text/textEdit.ts";
import { commands, runCommand } from "#core/edit/commands.ts";
import type { Modules } from "#core/read/modules/moduleGraph.ts";
import { readModule } from "#core/read/readModule.ts";
import { randomArgs } from "#test/core/edit/laws/randomArgs.ts";
import { randomModel } from "#test/core/edit/laws/randomModel.ts";
import { printModule } from "#test/core/edit/laws/printModule.ts";
import { random, type Random } from "#test/core/edit/laws/random.ts";
import type { Model } from "#test/core/edit/laws/model.ts";

const SIGNS = [..."abx_$019'\"`{}[](),:;.#/*\\ \n\t<>=?!&|+-@", "手", "🏐", "\r\n"];
const PIECES = [
  "on: { PASTED: 'idle' },",
  "on: { PASTED: { target: '.draw', guard: f } },",
  "...spare,",
  "...far,",
  "...unknown,",
  "tags: ['t', far.tags[0]],",
  "id: 'id0',",
  "id: Names.One,",
  "id: word,",
  "initial: word,",
  "description: `two\nlines ${word}`,",
  "description: 'type of card, createMachine(',",
  "entry: f,",
  "entry: far.entry,",
  "entry: () => { type Ev = { type: 'X' }; interface Ev2 { a: 1 } },",
  "entry: async () => { await f(1); },",
  "exit: await f(1),",
  "exit: arguments,",
  "exit: yield,",
  "exit: this.#hidden,",
  "invoke: { src: fromPromise(async () => {}), onDone: 'main', onError: [{ target: '#id0' }] },",
  "invoke: { src: createMachine({ states: { q: { on: { GO: 'q' } } } }) },",
  "states: { n1: { id: 'id0', on: { GO: 'n2' } }, n2: {} },",
  "states: FAR_STATES,",
  "meta: { clauses: ['C-1', word], asks: 'anyone' },",
  "type: 'parallel',",
  "type: 'history', target: 'idle',",
  "after: { 10: 'main', [word]: 'main' },",
  "[word]: 1,",
  "always: [{ target: 'main', guard: and(['a', not('b')]) }, 'idle'],",
  "// a comment\n",
  "/* a comment",
  "*/",
  "/re[/]x/,",
  "fresh: { on: { GO: 'idle' } },",
  "}, fresh: {",
  "} }, fresh: { states: {",
  "on: undefined,",
  "x: <T,>(a: T) => a,",
  "y: a < b, z: c > (d),",
  "...phases.draw,",
  "entry: kit.entry,",
  "exit: [passOn, kit],",
  "on: { FAR: { actions: passOn, target: phases.goal } },",
  "on: phases.on,",
  "states: phases,",
  "entry: taken, exit,",
  "invoke: { src: make({ states: { q: {} } }) },",
  "actions: [createAction('log')], entry: set({ n: 1 }),",
  "id: Counted.Two,",
];

/** Declarations for the pieces; put before the machine or behind it. */
const DECLARATIONS = [
  "const word = 'main';",
  "const far = { tags: ['far'], entry: ['log'], on: { FAR: 'idle', NEAR: { target: '#id0' } } };",
  "const FAR_STATES = { draw: { on: { GO: 'main', BACK: '#id0' } }, main: { states: { in: {} } } };",
  'import { phases, passOn as passOn } from "./phases";',
  "const { entry: taken, exit } = far;",
  'import { createMachine as make, assign as set } from "xstate";',
  "enum Counted { One, Two }",
  'import kit from "some-kit";',
  "enum Names { One = 'id1', Two = 'id2' }",
  "type Ev = { type: 'A'; /** how many */ n: number } | { type: 'B' };",
];

/** The file that some of the declarations import from. */
const PHASES = `export const goal = 'main';
export const passOn = 'log';
export const phases = { goal, draw: { entry: 'log', on: { GO: 'main', FAR: '#id0' } }, on: { A: goal, B: { target: '#id1' } } };
`;
export const modules: Modules = (specifier) =>
  specifier === "./phases" ? { path: "phases.ts", text: PHASES } : undefined;

/** A module of one machine, or two, with declarations on either side of them. */
export function randomModule(seed: number, size: number): { r: Random; model: Model; text: string } {
  const r = random(seed);
  const model = randomModel(r, size);
  let text = printModule(model, r);
  if (r.chance(0.5)) {
    // What a state reaches may stand behind it.
    const far = [...text.matchAll(/^const (?:spare|(?:SHARED|GIVES)\d+) = .*;\r?\n/gm)].map(([line]) => line);
    for (const line of far) text = text.replace(line, "");
    text += far.join("");
  }
  const other = printModule(randomModel(r, 1 + r.below(4)), r)
    .replace(/^import.*$/m, "")
    .replace(/^export /gm, "");
  if (r.chance(0.4)) {
    const wrapped = r.pick(["function build() {", "class Builder { build() {", "async function build() {"]);
    const inner = `\n${wrapped}\n${other}\nreturn machine;\n}${wrapped.startsWith("class") ? " }" : ""}\n`;
    const head = text.indexOf("\n", text.indexOf("import")) + 1;
    text = r.chance(0.5) ? text + inner : text.slice(0, head) + inner + text.slice(head);
  }
  for (const line of DECLARATIONS) {
    const head = text.indexOf("\n", text.indexOf("import")) + 1;
    if (r.chance(0.5)) text = text.slice(0, head) + line + "\n" + text.slice(head);
    else if (r.chance(0.7)) text += line + "\n";
  }
  if (r.chance(0.3))
    text = text.replace("types: {} as { context: { n: number } }", "types: {} as { events: Ev }");
  return { r, model, text };
}

/** Something that a person or a command may do to the text. */
export function randomEdit(r: Random, text: string, model: Model): readonly TextEdit[] {
  const doing = r.below(10);
  const at = r.below(text.length + 1);
  if (doing < 3) return [{ from: at, to: at, insert: r.pick(SIGNS) }];
  if (doing < 5) return [{ from: at, to: Math.min(text.length, at + r.pick([1, 1, 2, 5, 40])), insert: "" }];
  if (doing < 8) {
    const spots = [...text.matchAll(/[{,](?=\s)/g)];
    const spot = spots.length === 0 ? at : r.pick(spots).index + 1;
    return [{ from: spot, to: spot, insert: ` ${r.pick(PIECES)}` }];
  }
  if (doing < 9) {
    // A word is overwritten by another one of the text.
    const words = [...text.matchAll(/[\p{L}\d_]+/gu)];
    const word = r.pick(words);
    return [{ from: word.index, to: word.index + word[0].length, insert: r.pick(words)[0] }];
  }
  const [chart] = readModule(text).charts;
  const id = r.pick([...commands.keys()]);
  const change = chart && runCommand(id, text, chart, randomArgs(r, model, id));
  return change && "edits" in change ? change.edits : [];
}
