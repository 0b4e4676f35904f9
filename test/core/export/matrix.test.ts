import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import type { AnyStateMachine } from "xstate";
import type { Asks, Chart } from "#core/chart/chart.ts";
import { pathId, places } from "#core/chart/places.ts";
import { matrixOf, type Matrix } from "#core/export/matrix/matrix.ts";
import { evaluate } from "#core/expr/evaluate.ts";
import { helperScope } from "#core/expr/helpers.ts";
import { parseExpr } from "#core/expr/parse.ts";
import { printGame } from "#core/project/gameBook.ts";
import { readModule } from "#core/read/readModule.ts";
import type { Moves } from "#core/ruleset/ruleset.ts";
import { GuardSenders, type Sender, senderKey } from "#core/semantics/senders.ts";
import { seatsOfQuestion } from "#core/simulate/asks.ts";
import { csvText } from "#core/text/tableCells.ts";
import type { JsonObject } from "#core/text/json.ts";
import { generatedCharts } from "#test/charts/generated.ts";
import { only } from "#test/charts/walk.ts";
import { buildMachine } from "#test/core/edit/laws/buildMachine.ts";
import { bookSourceOf } from "#test/support/bookOf.ts";
import { draws, type Draws } from "#test/support/dice.ts";

const matrixIn = (text: string, moves?: Moves): Matrix => {
  const { charts, consts = [] } = readModule(text);
  const chart = charts[0] as Chart;
  return matrixOf(chart, new GuardSenders(chart, consts), moves);
};

/** `state / sender / event [conditions]`, forbidden ones with a cross. */
const cellsIn = ({ rows }: Matrix): string[] =>
  rows.flatMap(({ path, cells }) =>
    [...cells].flatMap(([key, events]) =>
      events.map(({ transition, conditions, isForbidden }) =>
        [
          pathId(path),
          key,
          `${isForbidden ? "✕" : ""}${transition.event}`,
          ...(conditions.length > 0 ? [conditions.map(({ text }) => text).join("|")] : []),
        ].join(" / "),
      ),
    ),
  );

/** A machine with these guards and states. */
const game = (guards: string, states: string, helpers = "", types = "") => `
import { and, not, or, setup } from "xstate";
${helpers}
export const machine = setup({ ${types} guards: { ${guards} } }).createMachine({
  id: "g", initial: "a", context: { seats: ["P1", "P2", "P3"], turnPlayer: "P1", asked: ["P2"], chooser: "P3" },
  states: { ${states} },
});`;

test("a guard says who sends by its code, whatever it is called", () => {
  const text = game(
    `byTable: ({ context, event }) => event.by === context.turnPlayer,
     player: ({ context, event }) => context.seats.includes(event.by),
     rich: ({ context }) => context.seats.length > 2`,
    `a: { on: { GO: { guard: "byTable", target: "b" }, BUY: { guard: and(["player", "rich"]), target: "b" } } }, b: {}`,
  );

  expect(cellsIn(matrixIn(text))).toEqual(["a / turnPlayer / GO", 'a / anyone / BUY / "rich"']);
});

test("helpers, constants and parameters are followed to the sender", () => {
  const text = game(
    `mine: ({ context, event }) => isIts(context.chooser, event.by),
     dice: ({ event }) => event.by === DICE,
     is: ({ event }, params) => event.by === params.who`,
    `a: { on: { A: { guard: "mine", target: "b" }, B: { guard: "dice", target: "b" },
       C: { guard: { type: "is", params: { who: "table" } }, target: "b" } } }, b: {}`,
    `const DICE = "chance"; const isIts = (seat, who) => who === seat;`,
  );

  expect(cellsIn(matrixIn(text))).toEqual(["a / context chooser / A", "a / chance / B", "a / table / C"]);
});

test("where a guard leaves it open its type says who sends, then moves.json, then the question of the state", () => {
  const text = game(
    "",
    `a: { meta: { asks: "turnPlayer" }, on: { ROLL: "b", OFFER: "b", GO: "b" } }, b: { on: { GO: "a" } }`,
    "",
    `types: {} as { events: { type: "ROLL"; by: "chance" } | { type: "OFFER"; by: string } | { type: "GO"; by: string } },`,
  );
  const moves: Moves = {
    format: 1,
    moves: {
      OFFER: [{ fields: { by: { each: "context.asked" } } }],
      GO: [{ in: "b", fields: { by: { values: ["table"] } } }],
    },
  };

  expect(cellsIn(matrixIn(text, moves))).toEqual([
    "a / chance / ROLL",
    "a / context asked / OFFER",
    "a / turnPlayer / GO",
    "b / table / GO",
  ]);
});

test("an event that a step forbids stands crossed out where its phase accepts it", () => {
  const text = game(
    `turn: ({ context, event }) => event.by === context.turnPlayer`,
    `a: { initial: "x", on: { STOP: { guard: "turn", target: "b" } }, states: { x: { on: { STOP: {} } }, y: {} } }, b: {}`,
  );

  expect(cellsIn(matrixIn(text))).toEqual(["a / turnPlayer / STOP", "a.x / turnPlayer / ✕STOP"]);
});

/** Tests of the sender, alone or joined, as code. */
function whoTest(random: Draws, depth = 0): string {
  if (depth < 2 && random.chance(0.35)) {
    const parts = [whoTest(random, depth + 1), whoTest(random, depth + 1)];
    return `(${parts.join(random.chance(0.5) ? " && " : " || ")})`;
  }
  return random.pick([
    "event.by === context.turnPlayer",
    "context.seats.includes(event.by)",
    "(context.seats.includes(event.by) && event.by !== context.turnPlayer)",
    `event.by === "chance"`,
    `event.by === "table"`,
    `event.by === "P2"`,
    `["P1", "table"].includes(event.by)`,
    "context.asked.includes(event.by)",
    "event.by === context.chooser",
    "event.by === nextOf(context)",
  ]);
}

const SEATS = ["P1", "P2", "P3", "chance", "table"];
const EVENTS = ["A", "B", "C", "D"];

/** Two levels of states whose guards test nothing but the sender; some steps forbid an event. */
function whoMachine(seed: number): string {
  const random = draws(seed);
  const guards: string[] = [];
  const on = (isStep: boolean) =>
    EVENTS.flatMap((event) => {
      if (random.chance(0.4)) return [];
      if (isStep && random.chance(0.2)) return [`${event}: {}`];
      const each = Array.from({ length: random.int(1, 2) }, () => {
        guards.push(`g${guards.length}: ({ context, event }) => ${whoTest(random)}`);
        return `{ guard: "g${guards.length - 1}", target: "#g.p0" }`;
      });
      return [`${event}: [${each.join(", ")}]`];
    }).join(", ");
  const states = [0, 1, 2].map(
    (i) =>
      `p${i}: { initial: "s0", on: { ${on(false)} }, states: { s0: { on: { ${on(true)} } }, s1: { on: { ${on(true)} } } } }`,
  );
  return game(
    guards.join(",\n"),
    states.join(",\n"),
    "const nextOf = (context) => context.seats[context.seats.indexOf(context.turnPlayer) + 1];",
  ).replace(`initial: "a"`, `initial: "p0"`);
}

const CONTEXT: JsonObject = { seats: ["P1", "P2", "P3"], turnPlayer: "P1", asked: ["P2"], chooser: "P3" };

function seatsOf(sender: Sender, scope: Record<string, unknown>): readonly unknown[] {
  if (sender.kind === "seat") return [sender.seat];
  if (sender.kind === "asks") return seatsOfQuestion(sender.asks as Asks, CONTEXT);
  const value = evaluate(sender.expr, scope);
  return sender.isList ? (value as unknown[]) : [value];
}

test("each event stands in the cells of those from whom XState takes it in that state", () => {
  let [isWider, count] = [0, 0];
  for (let seed = 1; seed <= 120; seed++) {
    const text = whoMachine(seed);
    const machine = buildMachine(text) as AnyStateMachine;
    const matrix = matrixIn(text);
    const scope = {
      ...helperScope(readModule(text).consts ?? [], (code) => parseExpr(code).expr),
      context: CONTEXT,
    };
    const rows = new Map(matrix.rows.map((row) => [pathId(row.path), row.cells]));
    for (const phase of ["p0", "p1", "p2"])
      for (const step of ["s0", "s1"])
        for (const type of EVENTS) {
          const snapshot = machine.resolveState({ value: { [phase]: step }, context: CONTEXT as never });
          const accepted = SEATS.filter((by) => snapshot.can({ type, by }));
          const inRow = (id: string, isForbidden: boolean) =>
            matrix.senders.filter((sender) =>
              rows
                .get(id)
                ?.get(senderKey(sender))
                ?.some((event) => event.transition.event === type && event.isForbidden === isForbidden),
            );
          const forbidden = new Set(inRow(`${phase}.${step}`, true).map(senderKey));
          const shown = [
            ...inRow(`${phase}.${step}`, false),
            ...inRow(phase, false).filter((one) => !forbidden.has(senderKey(one))),
          ];
          const seats = new Set(shown.flatMap((one) => seatsOf(one, scope)));
          const missing = accepted.filter((by) => !seats.has(by));
          expect(missing, `seed ${seed}, ${phase}.${step}, ${type}`).toEqual([]);
          count++;
          // Two fields may name the same seat: then only the condition that stands in the cell says for whom both hold.
          const isConditional = shown.some((one) =>
            [`${phase}.${step}`, phase].some((id) =>
              rows
                .get(id)
                ?.get(senderKey(one))
                ?.some((event) => event.transition.event === type && event.conditions.length > 0),
            ),
          );
          if (isConditional) isWider++;
          else
            expect([...seats].toSorted(), `seed ${seed}, ${phase}.${step}, ${type}\n${text}`).toEqual(
              accepted.toSorted(),
            );
        }
  }
  // Most cells need no condition for it.
  expect(isWider).toBeLessThan(count / 2);
});

test("of any chart each event that XState accepts stands in its row, and no other does", () => {
  for (const { text, name } of generatedCharts()) {
    const matrix = matrixIn(text);
    const machine = buildMachine(text) as AnyStateMachine;
    const shown = matrix.rows.flatMap(({ path, cells }) =>
      [...cells.values()].flatMap((events) =>
        events.flatMap((event) => (event.isForbidden ? [] : [`${pathId(path)} ${event.transition.event}`])),
      ),
    );
    const accepted = [...places(only(text)).values()].flatMap(({ path }) => {
      let node = machine.root;
      for (const key of path) node = node.states[key] as typeof node;
      return [...node.transitions].flatMap(([event, all]) =>
        event.startsWith("xstate.") || all.every(({ target, actions }) => !target && actions.length === 0)
          ? []
          : [`${pathId(path)} ${event}`],
      );
    });
    expect([...new Set(shown)].toSorted(), name).toEqual(accepted.toSorted());
  }
});

/** Python's own reader of CSV. */
const readByPython = (csv: string): string[][] =>
  JSON.parse(
    execFileSync(
      "python3",
      [
        "-c",
        "import csv,io,json,sys;t=sys.stdin.buffer.read().decode('utf-8-sig');print(json.dumps(list(csv.reader(io.StringIO(t,newline='')))))",
      ],
      { input: csv, encoding: "utf8" },
    ),
  ) as string[][];

test("a cell of CSV comes back as it was, and no spreadsheet takes it for a formula", () => {
  const random = draws(12);
  const signs = ["=", "+", "-", "@", '"', "'", ",", ";", "\n", "\r\n", "\t", " ", "a", "攻", "＝", "|"];
  const rows = Array.from({ length: 80 }, () =>
    Array.from({ length: 3 }, () =>
      Array.from({ length: random.int(1, 6) }, () => random.pick(signs)).join(""),
    ),
  );

  const back = readByPython(csvText(rows));

  expect(back.map((row) => row.map((cell) => cell.replace(/^'(?='*[=+\-@\t\r＝＋－＠])/, "")))).toEqual(rows);
  expect(back.flat().filter((cell) => /^[=+\-@\t\r＝＋－＠]/.test(cell))).toEqual([]);
});

test.each([
  ["haikyu-break", "en"],
  ["haikyu-break", "ja"],
  ["vf-card", "zh-Hant"],
])(
  "who may do what in %s, in %s, is as the golden file, and its CSV has the same cells",
  async (id, locale) => {
    const source = bookSourceOf(id);
    const markdown = printGame(source, "matrix", [locale]);
    const [head, ...rows] = readByPython(printGame(source, "matrix-csv", [locale]));

    await expect(markdown).toMatchFileSnapshot(`../../golden/matrix/${id}.${locale}.matrix.md`);
    const lines = markdown.split("\n").filter((line) => line.startsWith("| "));
    expect(lines).toHaveLength(rows.length + 2);
    const cells = (line: string) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) =>
          cell
            .trim()
            .replaceAll("<br>", "\n")
            .replaceAll("&lt;", "<")
            .replaceAll("&amp;", "&")
            .replaceAll(/\\([\\`*_[\]|])/g, "$1"),
        );
    expect([lines[0], ...lines.slice(2)].map((line) => cells(line ?? ""))).toEqual([head, ...rows]);
  },
);

/** The heads of the matrix of a machine, after phase and path. */
const headsIn = (text: string, moves?: Moves): readonly string[] => {
  const { charts, consts = [] } = readModule(text);
  const senders = new GuardSenders(charts[0] as Chart, consts);
  return matrixOf(charts[0] as Chart, senders, moves).senders.map((one) =>
    one.kind === "formula" ? senders.formula(one.expr) : senderKey(one),
  );
};

test("a list of senders that a helper gives is headed by the helper, however its code is written out", () => {
  const helpers = `
    const isIn = (context, seat) => context.players.some((p) => p.id === seat && !p.out);
    const remaining = (context) => context.seats.filter((s) => isIn(context, s));
    const active = (ctx) => ctx.players.filter((one) => !one.out);`;
  const states = `a: { on: { A: "b", B: "b", C: "b", D: "b" } }, b: {}`;
  const by = (each: string) => [{ weight: 1, fields: { by: { each } } }];
  const moves: Moves = {
    format: 1,
    moves: {
      A: by("context.seats.filter((x) => context.players.some((y) => y.id === x && !y.out))"),
      B: by("remaining(context)"),
      C: by("context.players.filter((p) => !p.out).map((p) => p.id)"),
      D: by("context.players.filter((p) => p.out)"),
    },
  };

  expect(headsIn(game("", states, helpers), moves)).toEqual(["remaining", "active", "{p ∈ players: p.out}"]);
});

test("a helper that calls itself or others without end gives no name and takes no time", () => {
  const doubling = Array.from(
    { length: 40 },
    (_, i) => `const f${i + 1} = (c, s) => f${i}(c, s) || f${i}(c, s) || f${i}(c, s) || f${i}(c, s);`,
  );
  const helpers = `const f0 = (c, s) => f0(c, s); ${doubling.join(" ")} const all = (c) => c.seats.filter((s) => f40(c, s));`;
  const moves: Moves = {
    format: 1,
    moves: { A: [{ weight: 1, fields: { by: { each: "context.seats.filter((x) => f40(context, x))" } } }] },
  };

  expect(headsIn(game("", `a: { on: { A: "b" } }, b: {}`, helpers), moves)).toEqual(["{x ∈ seats: f40(x)}"]);
});

test.each(["flesh-and-blood", "fate-ace-royal"])(
  "no head of %s is a formula, and no list stands in one of its kind",
  (id) => {
    for (const locale of ["en", "ja", "zh-Hant"]) {
      const text = printGame(bookSourceOf(id), "matrix", [locale]);
      const [heads = ""] = text.split("\n").filter((line) => line.startsWith("|"));

      expect(heads).not.toMatch(/[{}[\]∈∃]/u);
      const { say } = bookSourceOf(id).words(locale);
      for (const sign of ["and", "or"]) {
        const all = say(`behavior.${sign}`);
        expect(text).not.toContain(`${all} (${all} (`);
        expect(text).not.toContain(`; ${all} (${all} (`);
      }
    }
  },
);
