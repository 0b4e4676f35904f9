import { expect, test } from "vitest";
import { readModule } from "#core/read/readModule.ts";
import { applyEdits } from "#core/text/textEdit.ts";
import { commands } from "#core/edit/commands.ts";
import { batch, module, type Answer } from "#test/cli/edit/tools.ts";

const end = { source: ["turn", "main"], slot: "on", event: "END" };

/** Arguments of each command that it can carry out on the machine `game`, and a piece of the text that comes of it. */
const tries: readonly (readonly [command: string, args: object, after: RegExp])[] = [
  ["state.add", { parent: ["turn"], key: "end" }, /end: \{\}/],
  [
    "state.rename",
    { state: ["turn", "draw"], to: "drawPhase" },
    /drawPhase: \{ on: \{ PASS: 'main' \} \}, \/\/ 引く/,
  ],
  ["state.delete", { state: ["turn", "draw"] }, /initial: 'main'/],
  ["state.duplicate", { state: ["over"] }, /over: \{ type: 'final' \},\s+over2: \{ type: 'final' \},/],
  ["state.copy", { state: ["turn"] }, /id: 'game'/],
  [
    "state.paste",
    { parent: ["turn"], clip: "end: { on: { BACK: 'draw' } }" },
    /\{ target: 'draw' \},\s+\],\s+\},\s+\},\s+end: \{ on: \{ BACK: 'draw' \} \},/,
  ],
  [
    "block.insert",
    { block: "phase-with-steps", state: ["turn", "main"], next: ["over"] },
    /phase: \{\s+initial: "firstStep",\s+onDone: \{ target: ["']#game\.over["'] \},/,
  ],
  ["state.move", { state: ["pause"], parent: ["turn"] }, /after: \{ 1000: '#game\.turn' \}/],
  [
    "state.wrap",
    { state: ["pause"], key: "break" },
    /break: \{\s+initial: 'pause',\s+states: \{\s+pause: \{ after: \{ 1000: '#game\.turn' \}/,
  ],
  [
    "state.extract",
    { states: [["over"], ["pause"]], key: "outside", initial: "over" },
    /outside: \{\s+initial: 'over',\s+states: \{\s+pause: .+\s+over: \{ type: 'final' \},\s+\},\s+\},/,
  ],
  ["state.reorder", { state: ["over"], before: "turn" }, /states: \{\s+over: \{ type: 'final' \},/],
  ["state.own", { state: ["over"] }, /over: \{ type: 'final' \},/],
  ["state.setInitial", { state: ["turn", "main"] }, /initial: 'main'/],
  ["state.setType", { state: ["turn"], type: "parallel" }, /type: 'parallel'/],
  ["state.describe", { state: ["turn"], text: "Whose turn?" }, /description: 'Whose turn\?'/],
  ["state.setId", { state: ["turn"], id: "myTurn" }, /id: 'myTurn'/],
  ["state.setClauses", { state: ["turn"], clauses: ["1.2"] }, /clauses: \['1\.2'\]/],
  ["state.setTags", { state: ["turn"], tags: ["playing"] }, /tags: \['playing'\]/],
  ["state.setMeta", { state: ["turn"], key: "asks", value: "turnPlayer" }, /meta: \{ asks: 'turnPlayer' \}/],
  [
    "state.addAction",
    { state: ["over"], on: "entry", action: { name: "draw" } },
    /type: 'final', entry: 'draw'/,
  ],
  ["state.removeAction", { state: ["turn"], on: "entry", index: 0 }, /turn: \{\s+initial: 'draw',\s+states/],
  [
    "state.setAction",
    { state: ["turn"], on: "entry", index: 0, action: { name: "deal" } },
    /entry: \['deal'\]/,
  ],
  ["state.reorderAction", { state: ["turn"], on: "entry", index: 0, to: 0 }, /entry: \['draw'\]/],
  ["invoke.add", { state: [], src: { name: "wait" } }, /invoke: \{ src: 'wait' \}/],
  ["invoke.edit", { state: ["pause"], index: 0, id: "timer" }, /invoke: \{ id: 'timer', src: 'wait'/],
  ["invoke.remove", { state: ["pause"], index: 0 }, /pause: \{ after: \{ 1000: 'turn' \} \}/],
  ["transition.add", { source: ["turn"], event: "STOP", target: ["over"] }, /STOP: 'over'/],
  ["transition.delete", { transition: { ...end, index: 1 } }, /actions: 'draw' \},\s+\]/],
  ["transition.retarget", { transition: { ...end, index: 1 }, target: ["pause"] }, /target: '#game\.pause'/],
  [
    "transition.reorder",
    { transition: { ...end, index: 1 }, to: 0 },
    /\{ target: 'draw' \},\s+\{ target: '#game\.over'/,
  ],
  ["transition.own", { transition: { ...end, index: 1 } }, /\{ target: 'draw' \}/],
  [
    "transition.event",
    { transition: { source: ["turn", "draw"], slot: "on", event: "PASS", index: 0 }, event: "GO" },
    /GO: 'main'/,
  ],
  [
    "transition.guard",
    { transition: { ...end, index: 1 }, guard: { name: "isOver" } },
    /target: 'draw', guard: 'isOver'/,
  ],
  [
    "transition.describe",
    { transition: { ...end, index: 1 }, text: "again" },
    /target: 'draw', description: 'again'/,
  ],
  [
    "transition.setReenter",
    { transition: { ...end, index: 1 }, reenter: true },
    /target: 'draw', reenter: true/,
  ],
  [
    "transition.setClauses",
    { transition: { ...end, index: 1 }, clauses: ["1.3"] },
    /target: 'draw', meta: \{ clauses: \['1\.3'\] \}/,
  ],
  [
    "transition.setMeta",
    { transition: { ...end, index: 1 }, key: "n", value: 1 },
    /target: 'draw', meta: \{ n: 1 \}/,
  ],
  [
    "transition.addAction",
    { transition: { ...end, index: 1 }, action: { text: "() => {}" } },
    /target: 'draw', actions: \(\) => \{\}/,
  ],
  ["transition.removeAction", { transition: { ...end, index: 0 }, index: 0 }, /guard: 'isOver' \},/],
  [
    "transition.setAction",
    { transition: { ...end, index: 0 }, index: 0, action: { name: "deal" } },
    /guard: 'isOver', actions: 'deal'/,
  ],
  ["transition.reorderAction", { transition: { ...end, index: 0 }, index: 0, to: 0 }, /actions: 'draw'/],
  ["guard.stub", { name: "isLegal" }, /isLegal: \(\) => false/],
  ["action.stub", { name: "shuffle" }, /shuffle: \(\) => \{\}/],
  ["actor.stub", { name: "server" }, /actors: \{\s+server: fromPromise\(/],
  ["delay.stub", { name: "long" }, /delays: \{\s+long: 1000/],
  ["event.declare", { name: "STOP" }, /\{ type: 'PASS' \} \| \{ type: 'END' \} \| \{ type: 'STOP' \}/],
  [
    "event.addFields",
    { name: "PASS", fields: [{ name: "n", type: "number" }] },
    /\{ type: 'PASS'; n: number \} \| \{ type: 'END' \}/,
  ],
  ["context.add", { name: "count", value: "0" }, /context: \{\s*count: 0,?\s*\}/],
  ["event.rename", { name: "END", to: "STOP" }, /STOP: \[/],
  ["guard.rename", { name: "isOver", to: "gameIsOver" }, /target: '#game\.over', guard: 'gameIsOver'/],
  ["action.rename", { name: "draw", to: "drawCard" }, /entry: \['drawCard'\]/],
  ["actor.rename", { name: "wait", to: "countDown" }, /src: 'countDown'/],
  ["delay.rename", { name: "slow", to: "slowly" }, /after: \{ slowly: 'turn' \}/],
  ["tag.rename", { name: "quiet", to: "still" }, /tags: \['still'\]/],
  ["clause.rename", { name: "R-9", to: "R-10" }, /clauses: \['R-10'\]/],
];

/** JavaScript has no types to declare an event in. */
const triesIn = (lang: "ts" | "js") =>
  // JavaScript has no types to write them into.
  tries.filter(([command]) => lang === "ts" || !["event.declare", "event.addFields"].includes(command));

const run = async (lang: "ts" | "js", eol: string): Promise<Answer[]> => {
  const text = module(lang, eol);
  const lines = triesIn(lang).map(([command, args], id) => ({
    id,
    text,
    lang,
    machine: id % 2 ? "game" : 1,
    command,
    args,
  }));
  const { code, answers } = await batch(lines);
  expect(code).toBe(0);
  return answers;
};

test("every command is tried here", () => {
  expect(tries.map(([command]) => command)).toEqual([...commands.keys()]);
});

test.each([
  ["ts", "LF", "\n"],
  ["ts", "CRLF", "\r\n"],
  ["js", "LF", "\n"],
  ["js", "CRLF", "\r\n"],
] as const)("every command works through the batch: %s with %s", async (lang, _, eol) => {
  const before = module(lang, eol);
  const { callAt } = readModule(before, { lang }).charts[1]!;
  const from = before.indexOf("setup({");

  for (const [id, answer] of (await run(lang, eol)).entries()) {
    const [command, , after] = triesIn(lang)[id]!;
    expect({ command, ...answer }).toMatchObject({ id, ok: true });
    expect(answer["text"]).toMatch(after);
    expect(answer["text"]).toBe(applyEdits(before, answer["edits"]));
    expect(answer["text"].replaceAll(eol, "")).not.toMatch(/[\r\n]/);
    expect(readModule(answer["text"], { lang })).toMatchObject({ parsed: true, charts: { length: 3 } });
    for (const edit of answer["edits"]) {
      expect(Object.keys(edit)).toEqual(["from", "to", "insert"]);
      // Only an import may stand outside the machine.
      if (command === "actor.stub" && edit.to < before.indexOf(eol)) continue;
      expect(edit.from).toBeGreaterThanOrEqual(from);
      expect(edit.to).toBeLessThanOrEqual(callAt.to);
    }
  }
});

test("line ends change nothing else in what comes out", async () => {
  const texts = async (eol: string) => (await run("ts", eol)).map(({ text }) => text.replaceAll(eol, "\n"));

  expect(await texts("\r\n")).toEqual(await texts("\n"));
});
