import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runCommand } from "#core/edit/commands.ts";
import {
  renameAction,
  renameActor,
  renameClause,
  renameDelay,
  renameEvent,
  renameGuard,
  renameTag,
} from "#core/edit/gestures/renameSymbol.ts";
import { readModule } from "#core/read/readModule.ts";
import { siblingsIn } from "#core/read/modules/siblingFiles.ts";
import { definitionsOf, symbolTable } from "#core/symbol/symbolSites.ts";
import { applyEdits } from "#core/text/textEdit.ts";
import { applyCommand, chartOf, outcome, refusalOf } from "#test/core/edit/applyCommand.ts";
import { patience } from "#test/support/patience.ts";

const machine = (setup: string, config: string, before = "") =>
  `import { assign, and, enqueueActions, raise, setup } from 'xstate';\n${before}export const machine = setup({ ${setup} }).createMachine({ ${config} });\n`;

describe("a rename reaches every place that is certain", () => {
  const event = machine(
    `types: { events: {} as { type: 'GO'; by: string } | { type: 'STOP' } }, guards: { ok: ({ event }) => event.type === 'GO' }`,
    `on: { GO: { guard: 'ok', actions: raise({ type: "GO" }) } }`,
  );

  test("an event: type, key, comparison and raise, each in its own quotes", () => {
    expect(applyCommand(renameEvent, event, { name: "GO", to: "LEAVE" })).toBe(
      event
        .replace("type: 'GO'", "type: 'LEAVE'")
        .replace("=== 'GO'", "=== 'LEAVE'")
        .replace("GO:", "LEAVE:")
        .replace('"GO"', '"LEAVE"'),
    );
  });

  test("an event whose new name is no identifier gets a quoted key", () => {
    expect(applyCommand(renameEvent, event, { name: "GO", to: "card.go" })).toContain("on: { 'card.go': {");
  });

  test.each([
    ["ui.open", "menu.open", ["ui.*"]],
    ["ui.open", "ui.show", []],
    ["go", "ui.go", ["ui.*"]],
  ])("a wildcard that takes an event by one of its names alone is told: %s to %s", (name, to, told) => {
    const text = machine("", `on: { 'ui.*': {}, '*': {}, '${name}': {} }`);

    const change = outcome(renameEvent, text, { name, to });

    const at = "refused" in change ? [] : change.warnings.filter(({ code }) => code === "name-spelled");
    expect(at.map((warning) => warning.at && text.slice(warning.at.from + 1, warning.at.to - 1))).toEqual(
      told,
    );
  });

  test("a guard: setup, and/or/not, check and the config", () => {
    const text = machine(
      `guards: { ok: () => true, all: and(['ok']) }, actions: { a: enqueueActions(({ check }) => { check("ok"); }) }`,
      `on: { X: [{ guard: 'ok' }, { guard: { type: 'ok' } }] }`,
    );

    const after = applyCommand(renameGuard, text, { name: "ok", to: "fine" });

    expect(after).toBe(text.replaceAll("'ok'", "'fine'").replace('"ok"', '"fine"').replace("ok:", "fine:"));
  });

  test("a shorthand becomes a key with its value", () => {
    const text = machine(`actions: { log }`, `entry: 'log'`, "const log = () => {};\n");

    expect(applyCommand(renameAction, text, { name: "log", to: "note" })).toContain(
      "actions: { note: log } }).createMachine({ entry: 'note' }",
    );
  });

  test("an actor, a delay, a tag and a clause", () => {
    const text = machine(
      `actors: { bot: {} as never }, delays: { soon: 1 }`,
      `tags: ['t'], meta: { clauses: ['R-1', 'R-2'] }, invoke: { src: 'bot' }, after: { soon: {} }`,
    );

    let after = applyCommand(renameActor, text, { name: "bot", to: "robot" });
    after = applyCommand(renameDelay, after, { name: "soon", to: "later" });
    after = applyCommand(renameTag, after, { name: "t", to: "u" });
    after = applyCommand(renameClause, after, { name: "R-1", to: "S-1" });

    expect(after).toBe(
      text
        .replace("bot:", "robot:")
        .replace("'bot'", "'robot'")
        .replace("soon: 1", "later: 1")
        .replace("soon: {}", "later: {}")
        .replace("'t'", "'u'")
        .replace("R-1", "S-1"),
    );
  });
});

describe("a rename that could go wrong is refused", () => {
  const text = machine(
    `types: { events: {} as { type: 'GO' } | { type: 'STOP' } }, guards: { ok: () => true, fine: () => true }`,
    `on: { GO: { guard: 'ok' }, STOP: {} }`,
  );

  test.each([
    [renameEvent, { name: "GO", to: "STOP" }, "name-taken"],
    [renameGuard, { name: "ok", to: "fine" }, "name-taken"],
    [renameGuard, { name: "nope", to: "x" }, "symbol-not-found"],
    [renameEvent, { name: "GO", to: "*" }, "name-invalid"],
    [renameEvent, { name: "GO", to: "card.*" }, "name-invalid"],
    [renameGuard, { name: "ok", to: "__proto__" }, "name-invalid"],
    [renameGuard, { name: "ok", to: "" }, "bad-arguments"],
  ])("%#: %j", (command, args, code) => {
    expect(refusalOf(command, text, args).code).toBe(code);
  });

  test("an event that XState sends by itself", () => {
    const done = machine(``, `on: { 'xstate.done.actor.load': 'b' }`);
    expect(refusalOf(renameEvent, done, { name: "xstate.done.actor.load", to: "X" }).code).toBe(
      "name-invalid",
    );
  });

  test("a name put together by code", () => {
    const far = machine(``, `on: { ['G' + 'O']: {} }`);

    expect(refusalOf(renameEvent, far, { name: "GO", to: "X" })).toMatchObject({
      code: "not-written-here",
      at: { from: far.indexOf("'G'") },
    });
  });

  test("a const that stands for an event and an action at once", () => {
    const both = machine(`actions: { [A]: () => {} }`, `on: { [A]: { actions: A } }`, `const A = 'go';\n`);

    expect(refusalOf(renameEvent, both, { name: "go", to: "x" }).code).toBe("name-shared");
  });
});

describe("a definition that is not in this text", () => {
  /** The refusal of a rename of `ok` in a machine text, which lies beside the files given. */
  const refused = (text: string, files: Record<string, string> = {}, command = "guard.rename") => {
    const { charts } = readModule(text, { path: "m.ts", modules: siblingsIn((path) => files[path]) });
    const answer = runCommand(command, text, charts[0]!, { name: "ok", to: "fine" });
    if (!("refused" in answer)) throw new Error(`Not refused: ${JSON.stringify(answer.edits)}`);
    return answer.refused;
  };
  const uses = `on: { X: { guard: 'ok' } }`;

  test("is named with its file, whether it is spread or the whole table", () => {
    const files = { "rules.ts": "export const rules = { ok: () => true };" };
    const spread = machine(`guards: { ...rules }`, uses, `import { rules } from './rules';\n`);
    const table = machine(`guards: rules`, uses, `import { rules } from './rules';\n`);

    const facts = { name: "ok", file: "rules.ts" };
    expect(refused(spread, files)).toMatchObject({ code: "defined-elsewhere", facts });
    expect(refused(table, files)).toMatchObject({ code: "defined-elsewhere", facts });
  });

  test("is looked for before other places, and a file that only uses the name is told as such", () => {
    const text = machine(
      `guards: { ok: () => true }`,
      `...phase, ${uses}`,
      `import { phase } from './phase';\n`,
    );
    const files = { "phase.ts": "export const phase = { always: { guard: 'ok', target: '.a' } };" };

    expect(refused(text, files)).toMatchObject({
      code: "named-elsewhere",
      facts: { name: "ok", file: "phase.ts" },
    });
  });

  test("of a setup in another file is named with that file", () => {
    const files = {
      "base.ts": `import { setup } from 'xstate';\nexport const base = setup({ guards: { ok: () => true } });`,
    };
    const text = `import { base } from './base';\nexport const machine = base.createMachine({ ${uses} });\n`;

    expect(refused(text, files)).toMatchObject({
      code: "defined-elsewhere",
      facts: { name: "ok", file: "base.ts" },
    });
  });

  test.each([
    ["a spread of a package", `guards: { ...rules }`],
    ["a table of a package", `guards: rules.all`],
    ["a setup of a package", `...rules`],
    ["a spread of what a package makes, behind a definition here", `guards: { ok: () => true, ...rules(1) }`],
  ])("may come from %s, which is named", (_, given) => {
    const text = machine(given, uses, `import { rules } from 'rules-of-cards';\n`);

    const answer = refused(text);

    expect(answer).toMatchObject({
      code: "defined-elsewhere",
      facts: { name: "ok", file: "rules-of-cards" },
    });
    expect(answer.at).toMatchObject({ from: text.lastIndexOf("rules", text.indexOf("}).createMachine")) });
  });

  test("may be made by a function of this file, whose code is named", () => {
    const text = machine(`guards: { ...make() }`, uses, `const make = () => ({ ok: () => true });\n`);

    expect(refused(text)).toMatchObject({
      code: "defined-unread",
      at: { from: text.lastIndexOf("make()") },
      facts: { name: "ok", code: "make()" },
    });
  });

  test("is no matter for another kind, nor where the definition here comes later", () => {
    const before = `import { rules } from 'rules-of-cards';\n`;
    const later = machine(`guards: { ...rules, ok: () => true }`, uses, before);
    const other = machine(`actions: rules, guards: { ok: () => true }`, uses, before);

    for (const text of [later, other])
      expect(applyCommand(renameGuard, text, { name: "ok", to: "fine" })).toBe(
        text.replace("ok:", "fine:").replace("'ok'", "'fine'"),
      );
  });

  test("is renamed along where it comes by a spread of this file, into a table or into setup", () => {
    const rules = `const rules = { ok: () => true };\nconst all = { guards: rules };\n`;

    for (const given of [`guards: { ...rules }`, `...all`, `guards: all.guards`])
      expect(applyCommand(renameGuard, machine(given, uses, rules), { name: "ok", to: "fine" })).toBe(
        machine(given, uses, rules).replace("ok:", "fine:").replace("'ok'", "'fine'"),
      );
  });

  test("is warned of where there is none at all", () => {
    const text = `import { createMachine } from 'xstate';\nexport const machine = createMachine({ ${uses} });\n`;

    expect(outcome(renameGuard, text, { name: "ok", to: "fine" })).toMatchObject({
      warnings: [{ code: "definition-missing", facts: { name: "ok" } }],
    });
  });
});

test("where the name is only spelled alike nothing changes, and a warning says where", () => {
  const text = machine(
    `guards: { ok: () => true }`,
    `on: { X: { guard: 'ok' } }`,
    `const answer = (s: string) => s === 'ok';\n`,
  );

  const change = outcome(renameGuard, text, { name: "ok", to: "fine" });

  expect(change).toMatchObject({
    warnings: [{ code: "name-spelled", at: { from: text.indexOf("'ok'") }, facts: { name: "ok" } }],
    names: [{ kind: "guard", from: "ok", to: "fine" }],
  });
});

describe("code that cannot be read and may say the name", () => {
  const setups =
    "guards: { n: () => true }, actions: { n: () => {} }, actors: { n: {} as never }, delays: { n: 1 }";
  const uses = `on: { n: { guard: 'n', actions: 'n' } }, after: { n: {} }, invoke: { src: 'n' }, tags: ['n'], meta: { clauses: ['n'] }`;
  const all = [renameEvent, renameGuard, renameAction, renameActor, renameDelay, renameTag, renameClause];
  const [event, guard, action, actor, delay, , clause] = all;

  test.each([
    ["a: { ...make() }", "...make()", all],
    ["...make()", "...make()", all],
    ["a: make()", "make()", all],
    [`a: { ...JSON.parse('{"tags":["n"]}') }`, `'{"tags":["n"]}'`, all],
    [`a: { ...JSON.parse('{"tags":["nn"]}') }`, "", []],
    [`a: { ...JSON.parse('{"tags":["' + 'n' + '"]}') }`, "", all],
    ["a: { on: make() }", "on: make()", [event, guard, action, clause]],
    ["a: { on: { ...make() } }", "...make()", [event, guard, action, clause]],
    ["a: { after: { ...make() } }", "...make()", [guard, action, delay, clause]],
    ["a: { on: { A: { ...make() } } }", "...make()", [event, guard, action, clause]],
    ["a: { invoke: { ...make() } }", "...make()", [guard, action, actor, clause]],
    ["a: { invoke: { src: make() } }", "make()", [actor]],
    ["a: { entry: make() }", "make()", [action]],
    ["a: { exit: ['x', ...make()] }", "...make()", [action]],
    ["a: { exit: () => make() }", "", []],
    ["a: { on: { A: { guard: make() } } }", "make()", [guard]],
    ["a: { on: { A: { guard: and(['x', make()]) } } }", "make()", [guard]],
  ])("%s is pointed at", (states, code, warned) => {
    const text = machine(setups, `${uses}, states: { ${states} }`, "import { make } from './make';\n");
    for (const command of all) {
      const change = outcome(command, text, { name: "n", to: "other" });
      if ("refused" in change) throw new Error(JSON.stringify(change.refused));
      const found = change.warnings.filter((one) => one.code === "name-may-be-there");
      expect(found.length > 0, command.id).toBe(warned.includes(command));
      if (code !== "" && found.length > 0)
        expect(found.map(({ at }) => text.slice(at?.from, at?.to))).toEqual([code]);
    }
  });
});

const games = readdirSync("machines").filter((name) => name.endsWith(".machine.ts"));

test.each(games)(
  "in %s any name goes there and back to the same bytes, and nothing says the old one between",
  (file) => {
    const text = readFileSync(`machines/${file}`, "utf8");
    const table = symbolTable(text, chartOf(text));
    const renamable = table.sites.filter(
      ({ kind, role }) => kind === "clause" || (role === "definition" && /event|guard|action/.test(kind)),
    );

    fc.assert(
      fc.property(fc.constantFrom(...renamable), fc.stringMatching(/^[a-zA-Z]\w{0,9}$/), (symbol, word) => {
        const to = `${word}New`;
        const there = runCommand(`${symbol.kind}.rename`, text, chartOf(text), { name: symbol.name, to });
        if ("refused" in there) throw new Error(JSON.stringify(there.refused));
        const between = applyEdits(text, there.edits);
        const chart = chartOf(between);
        expect(definitionsOf(symbolTable(between, chart), { kind: symbol.kind, name: symbol.name })).toEqual(
          [],
        );
        const back = runCommand(`${symbol.kind}.rename`, between, chart, { name: to, to: symbol.name });
        if ("refused" in back) throw new Error(JSON.stringify(back.refused));
        expect(applyEdits(between, back.edits)).toBe(text);
      }),
      { numRuns: process.env["LONG"] ? 200 : 4 },
    );
  },
  patience(120_000),
);

describe("an event by a computed key, and what that hides", () => {
  const text = (consts: string, map: string) =>
    `${consts}\n${machine("", `initial: "a", states: { a: { on: { ${map} } } }`)}`;

  test.each([
    [`const more = { GO: "a" }; const key = "GO";`, "...more, [key]: {}"],
    [`const key = "GO";`, `GO: "a", [key]: {}`],
    [`const keys = { go: "GO" } as const;`, `GO: "a", [keys.go]: {}`],
  ])("%s %s: is refused", (consts, map) => {
    expect(refusalOf(renameEvent, text(consts, map), { name: "GO", to: "RUN" }).code).toBe(
      "spread-may-bring",
    );
  });

  test("is told where it may hide something", () => {
    const code = text(`const key = "GO";`, `...JSON.parse("{}"), [key]: {}`);
    const change = outcome(renameEvent, code, { name: "GO", to: "RUN" });

    if ("refused" in change) throw new Error(change.refused.code);
    expect(change.warnings.map((one) => [one.code, code.slice(one.at?.from, one.at?.to)])).toEqual([
      ["name-spelled", `...JSON.parse("{}")`],
    ]);
  });

  test("is told where a spread may have its new name", () => {
    const code = text("", `GO: {}, ...JSON.parse("{}")`);
    const change = outcome(renameEvent, code, { name: "GO", to: "RUN" });

    if ("refused" in change) throw new Error(change.refused.code);
    expect(change.warnings.map((one) => [one.code, code.slice(one.at?.from, one.at?.to)])).toEqual([
      ["event-may-be-there", `...JSON.parse("{}")`],
    ]);
  });

  test("a transition for every event has no name", () => {
    expect(refusalOf(renameEvent, text("", `"*": "a"`), { name: "*", to: "RUN" }).code).toBe(
      "symbol-not-found",
    );
  });
});

describe("a name that a helper works out", () => {
  const text = (helper: string, a: string, b = `{ on: { GO: { guard: "ok", target: "a" } } }`) =>
    `import { createMachine } from "xstate";\n${helper}\nexport const machine = createMachine({ initial: "a", states: { a: ${a}, b: ${b} } });\n`;
  const renamed = (code: string, id: string, name: string) => {
    const change = runCommand(id, code, chartOf(code), { name, to: "Z" });
    return "refused" in change ? change.refused.code : applyEdits(code, change.edits);
  };

  test("is renamed where it is written, in the helper as well", () => {
    const code = text(`const leaf = () => ({ on: { GO: { guard: "ok", target: "b" } } });`, "leaf()");

    expect(renamed(code, "event.rename", "GO")).toBe(code.replaceAll("GO:", "Z:"));
    expect(renamed(code, "guard.rename", "ok")).toBe(code.replaceAll('"ok"', '"Z"'));
  });

  test.each<[string, string, string, string, string, string?]>([
    [
      "an event that a parameter names",
      "event.rename",
      "GO",
      "not-written-here",
      `const leaf = (event: string) => ({ on: { [event]: "b" } });\nconst a = leaf("GO");`,
    ],
    [
      "an event that comes to light when another goes",
      "event.rename",
      "GO",
      "spread-may-bring",
      `const leaf = (more: any) => ({ on: { ...more, GO: "b" } });\nconst a = leaf({ GO: "b" });`,
    ],
    [
      "a guard that a parameter names",
      "guard.rename",
      "ok",
      "not-written-here",
      `const leaf = (guard: string) => ({ on: { GO: { guard, target: "b" } } });\nconst a = leaf("ok");`,
    ],
    [
      "a text that is an event and a guard",
      "guard.rename",
      "ok",
      "name-shared",
      `const leaf = (cfg: any) => ({ on: { [cfg.guard]: { ...cfg, target: "b" } } });\nconst a = leaf({ guard: "ok" });`,
    ],
    [
      "a tag that a helper is given",
      "tag.rename",
      "x",
      "not-written-here",
      `const leaf = (tags: string[]) => ({ tags });\nconst a = leaf(["x"]);`,
      `{ tags: ["x"] }`,
    ],
    [
      "a clause that a helper is given",
      "clause.rename",
      "C-1",
      "not-written-here",
      `const leaf = (clauses: string[]) => ({ meta: { clauses } });\nconst a = leaf(["C-1"]);`,
      `{ meta: { clauses: ["C-1"] } }`,
    ],
  ])("%s is refused", (_, id, name, code, helper, b) => {
    expect(renamed(text(helper, "a", b), id, name)).toBe(code);
  });
});
