import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { diagnose } from "#core/analyze/check.ts";
import type { Chart } from "#core/chart/chart.ts";
import { pathId, places } from "#core/chart/places.ts";
import { toOutline } from "#core/export/toOutline.ts";
import { aroundAll } from "#core/outline/defaultWays.ts";
import { OUTLINE_FAULTS, type OutlineFaultCode } from "#core/outline/outlineFault.ts";
import { readOutline } from "#core/outline/readOutline.ts";
import { outlineGameFiles, type OutlineLanguage } from "#core/project/outlineGame.ts";
import { readModule } from "#core/read/readModule.ts";
import { idOfKey, type LabelKey } from "#core/ruleset/labels.ts";
import { buildMachine } from "#test/core/edit/laws/buildMachine.ts";

const outlineOf = (text: string) => {
  const read = readOutline(text);
  if (read.fault) throw new Error(`${JSON.stringify(read.fault)}\n${text}`);
  return read.outline;
};
const filesOf = (text: string, language: OutlineLanguage = "en") =>
  new Map(outlineGameFiles("game", outlineOf(text), { language }).map((file) => [file.name, file.text]));
function gameOf(text: string, language: OutlineLanguage = "en") {
  const files = filesOf(text, language);
  const machine = files.get("machine") ?? "";
  const reading = readModule(machine);
  const { labels } = JSON.parse(files.get(`labels/${language}`) ?? "{}") as {
    labels: Record<string, string>;
  };
  const label = (key: LabelKey) => labels[key] ?? idOfKey(key);
  return { files, machine, reading, chart: reading.charts[0] as Chart, label };
}
const printed = (text: string) => {
  const { chart, label } = gameOf(text);
  return toOutline(chart, label);
};
const faultsOf = (text: string) => {
  const { files, reading } = gameOf(text);
  return diagnose(reading, files).map(({ code }) => code);
};
/** States, nesting, order and ways of a chart. */
const shapeOf = (chart: Chart) =>
  [...places(chart).values()].map(({ path, node }) => [
    pathId(path),
    node.type,
    node.initial?.value,
    node.transitions.map(({ slot, event, targets, guard, actions }) => [
      slot,
      event,
      targets.map(({ resolved }) => resolved?.join(".")),
      guard?.text,
      actions.map(({ text }) => text),
    ]),
  ]);

const turn = "Start\nDraw: turn player draws 1\nMain*\nEnd: discard to 7\n";

test("a final phase ends the game only on a way that says so, and a word of one letter is a word", () => {
  const { chart } = gameOf("Draw a card\nEnd\nOver (final)\n-> Over on CONCEDE\n");
  const ways = [...places(chart).values()].map(({ path, node }) => [
    pathId(path),
    node.transitions.map(({ event, targets }) => [event, targets[0]?.resolved?.join(".")]),
  ]);
  expect(ways).toEqual([
    ["", [["CONCEDE", "over"]]],
    ["drawACard", [["DRAW_A_CARD", "end"]]],
    ["end", [["END", "drawACard"]]],
    ["over", []],
  ]);
});

test("a list of phases is a game in which the checks find nothing, and XState builds its machine", () => {
  expect(faultsOf(turn)).toEqual([]);
  const { machine, label } = gameOf(turn);
  expect(label("state:main")).toBe("Main");
  expect(buildMachine(machine).id).toBe("game");
  expect(printed(turn)).toBe(turn);
});

test("phases have steps, ways of their own, parts at once, an end, and what may happen at any time", () => {
  const text = [
    "Turn",
    "  Draw",
    "  Main* [each player]",
    "    -> Fight on attack [turn player]",
    "    -> End on pass",
    "  Fight (parallel)",
    "    Attack",
    "      Blow",
    "      Struck (final)",
    "    Defence [opponent]",
    "      Block",
    "      Blocked (final)",
    "  End",
    "    -> Draw on end the turn (next player)",
    "Over (final)",
    "-> Over on concede",
    "",
  ].join("\n");
  expect(faultsOf(text)).toEqual([]);
  const again = printed(text);
  expect(printed(again)).toBe(again);
  expect(again).toContain("-> Over on concede");
});

test.each(["en", "ja", "zh-Hant"] as const)("names in %s are labels, and keys are letters", (language) => {
  const text = "準備\n抽牌：抽一張 \n主要階段＊\n  → 結束 on 跳過\n結束 {end}【相手】\n";
  const { chart, files, label } = gameOf(text, language);
  expect(chart.root.children.map(({ key }) => key)).toEqual(["phase1", "phase2", "phase3", "end"]);
  expect(label("state:phase2")).toBe("抽牌");
  expect(label("event:EVENT_1")).toBe("跳過");
  expect(diagnose(readModule(files.get("machine") ?? ""), files)).toEqual([]);
});

describe("a fault has a line and a column", () => {
  const faults: readonly [OutlineFaultCode, string, number, number][] = [
    ["empty", "# nothing", 1, 1],
    ["mixed-indent", "A\n  B\nC\n\tD", 4, 1],
    ["deeper-than-first", "  A", 1, 3],
    ["uneven-indent", "A\n    B\n  C", 3, 3],
    ["way-in-way", "A\n  -> A on X\n    B", 3, 5],
    ["name-missing", "A\n* x", 2, 1],
    ["name-taken", "A\nB\nA", 3, 1],
    ["key-taken", "A {x}\nB {x}", 2, 3],
    ["key-invalid", "A {1}", 1, 3],
    ["slash-in-name", "A / B", 1, 3],
    ["unexpected", 'A "b"', 1, 3],
    ["mark-unknown", "A (finale)", 1, 3],
    ["who-unknown", "A [nobody]", 1, 3],
    ["unclosed", "A [nobody", 1, 3],
    ["bad-quote", String.raw`"a\x"`, 1, 1],
    ["final-goes-on", "A (final)\n  -> A on X", 2, 3],
    ["final-has-steps", "A (final)\n  B", 2, 3],
    ["has-steps", "A*\n  B", 1, 2],
    ["starts-twice", "A (starts here)\nB (starts here)", 2, 1],
    ["target-unknown", "A\n  -> B on X", 2, 6],
    ["target-ambiguous", "A\n  X\nB\n  X\nC\n  -> X on GO", 6, 6],
    ["target-missing", "A\n  -> at once", 2, 6],
    ["trigger-missing", "A\n  -> A", 2, 7],
    ["event-missing", "A\n  -> A on", 2, 8],
    ["event-invalid", "A\n  -> A on x {*}", 2, 13],
    ["event-twice", "A\n  -> A on X\n  -> on X", 3, 3],
    ["time-invalid", "A\n  -> A after a while", 2, 14],
    ["done-without-steps", "A\n  -> A when done", 2, 3],
    ["too-deep", Array.from({ length: 14 }, (_, i) => `${" ".repeat(i)}S${i}`).join("\n"), 13, 13],
    ["too-large", Array.from({ length: 1001 }, (_, i) => `S${i}`).join("\n"), 1001, 1],
  ];
  test.each(faults)("%s", (code, text, line, column) => {
    expect(readOutline(text).fault).toMatchObject({ code, line, column });
  });
  test("each code has a text that has it", () => {
    expect(new Set(faults.map(([code]) => code))).toEqual(new Set(OUTLINE_FAULTS));
  });
});

const name = fc.oneof(
  fc.constantFrom(
    "Draw",
    "Main phase",
    "抽牌",
    "終わり",
    "on",
    "# x",
    "-> y",
    "a: b",
    "A/B",
    "3 x",
    '"',
    "x  y",
    "End",
  ),
  fc
    .string({ minLength: 1, maxLength: 8, unit: "grapheme" })
    .map((text) => text.replaceAll(/\s+/g, " ").trim())
    .filter((text) => text !== ""),
);
interface Sketch {
  name: string;
  marks: string;
  text: string;
  ways: string[];
  children: Sketch[];
}
const { sketches }: { sketches: fc.Arbitrary<Sketch[]> } = fc.letrec<{ sketches: Sketch[] }>((tie) => ({
  sketches: fc.uniqueArray(
    fc.record({
      name,
      marks: fc.constantFrom(
        "",
        "",
        " *",
        " (final)",
        " (parallel)",
        " [each player]",
        " [chance]",
        " (waits)",
        " (starts here)",
      ),
      text: fc.constantFrom("", "", ": draws 1"),
      ways: fc.array(
        fc.constantFrom(
          "on PASS",
          "on 跳過 [opponent]",
          "on pass {x.y} (next player)",
          "after 3 s",
          "at once",
          "when done",
        ),
        { maxLength: 2 },
      ),
      children: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        fc.constant<Sketch[]>([]),
        tie("sketches") as fc.Arbitrary<Sketch[]>,
      ),
    }),
    { minLength: 1, maxLength: 4, selector: (one) => one.name },
  ),
}));
const textOf = (
  all: readonly Sketch[],
  indent: string,
  names: readonly string[],
  pick: { n: number },
): string =>
  all
    .map(({ name: own, marks, text, ways, children }) => {
      const target = () => JSON.stringify(names[pick.n++ % names.length]);
      const inner = `${indent}  `;
      return [
        `${indent}${JSON.stringify(own)}${marks}${text}\n`,
        ...ways.map((way) => `${inner}-> ${target()} ${way}\n`),
        textOf(children, inner, names, pick),
      ].join("");
    })
    .join("");
const allNames = (all: readonly Sketch[]): string[] =>
  all.flatMap((one) => [one.name, ...allNames(one.children)]);
const texts = fc
  .tuple(sketches, fc.nat(50))
  .map(([all, n]) => textOf(all, "", allNames(all), { n }))
  // What is refused is a test of its own.
  .filter((text) => readOutline(text).fault === undefined);

test("an outline printed from its own game is that game, and printed again the same text", () => {
  let own = 0;
  fc.assert(
    fc.property(texts, (text) => {
      const { chart } = gameOf(text);
      const once = printed(text);
      expect(shapeOf(gameOf(once).chart)).toEqual(shapeOf(chart));
      expect(printed(once)).toBe(once);
      expect(once).not.toMatch(/^\s*# /m);
      own += aroundAll(outlineOf(text)).filter(({ state }) => state.ways.length > 0).length;
    }),
    { numRuns: 150 },
  );
  expect(own).toBeGreaterThan(50);
});

test("no text at all makes the reader fail otherwise than by a fault with its place", () => {
  const line = fc.array(
    fc.constantFrom(
      "A",
      "->",
      "on",
      "X",
      "*",
      "[",
      "]",
      "{",
      "}",
      "(",
      ")",
      ":",
      '"',
      "/",
      " ",
      "\t",
      "\\",
      "#",
    ),
    { maxLength: 9 },
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
      const text = lines.map((one) => one.join("")).join("\n");
      const { fault } = readOutline(text);
      if (fault) expect(fault.line).toBeLessThanOrEqual(Math.max(1, lines.length));
    }),
    { numRuns: 1000 },
  );
});

test.each(["chrono-card", "fate-ace-royal", "flesh-and-blood", "haikyu-break", "vf-card"])(
  "%s as an outline is as the golden file, and can be read",
  async (id) => {
    const chart = readModule(readFileSync(`machines/${id}.machine.ts`, "utf8")).charts[0] as Chart;
    const { labels } = JSON.parse(readFileSync(`rulesets/${id}/labels/en.json`, "utf8")) as {
      labels: Record<string, string>;
    };
    const text = toOutline(chart, (key) => labels[key] ?? idOfKey(key));
    await expect(text).toMatchFileSnapshot(`../../golden/outlines/${id}.outline.txt`);
    const { outline } = { outline: outlineOf(text) };
    const paths = [...places(chart).values()].filter(
      ({ node, path }) => path.length > 0 && node.type !== "history",
    );
    expect(aroundAll(outline).map(({ state }) => state.path.join("."))).toEqual(
      paths.map(({ path }) => path.join(".")),
    );
  },
);
