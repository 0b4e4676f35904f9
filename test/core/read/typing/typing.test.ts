import { readFileSync, readdirSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { loadGraphCommands } from "#core/project/graphCommands.ts";
import { GraphReader } from "#core/project/GraphReader.ts";
import type { Span } from "#core/text/textEdit.ts";
import { readModule } from "#core/read/readModule.ts";
import { named } from "#test/charts/charts.ts";
import { written } from "#test/core/edit/laws/checkCommand.ts";
import { corpusModules } from "#test/corpus/corpus.ts";
import {
  statePaths,
  transitionSpans,
  typed,
  typedWithClosing,
  type Typing,
} from "#test/core/read/typing/retype.ts";
import { styles } from "#test/core/read/typing/styles.ts";

beforeAll(loadGraphCommands);

/** Modules of 27 hands: our games, small charts, styles that people write in, and eight that chance wrote. */
const files: readonly (readonly [name: string, text: string])[] = [
  ...readdirSync("machines")
    .filter((name) => name.endsWith(".ts"))
    .map((name) => [name, readFileSync(`machines/${name}`, "utf8")] as const),
  ...["turn", "targets", "history", "scripts"].map((name) => [name, named[name] ?? ""] as const),
  ...Object.entries(styles),
  ...[3, 8, 11, 12, 16, 23, 43, 99].map(
    (seed) => [`by chance ${seed}`, written({ seed, size: 9 }).text] as const,
  ),
];

const long = Number(process.env["LONG"] ?? 0) > 0;

/** What the graph was after each key. */
interface Seen {
  keys: number;
  /** Live or a preview, with every state there is and no other. */
  usable: number;
  live: number;
  /** A preview from which all was left out that had been typed. */
  without: number;
}

/** Types on a graph reader as a person does on the studio, and checks after each key what must hold after any. */
function watch({ start, keys }: Typing): Seen {
  const reader = new GraphReader();
  const before = reader.graphOf(start, 0);
  const states = statePaths(before.reading);
  const seen = { keys: 0, usable: 0, live: 0, without: 0 };
  keys.forEach((text, i) => {
    const graph = reader.graphOf(text, i + 1);
    const same = String(statePaths(graph.reading)) === String(states);

    // Never a wrong graph without the mark: one that is not stale is of this very text.
    if (!graph.stale) expect([graph.text, graph.reading.parsed]).toEqual([text, true]);
    if (graph.stale && !graph.preview) expect(same, text).toBe(true);
    seen.keys++;
    if (!graph.stale) seen.live++;
    if (graph.preview && graph.text === start) seen.without++;
    if (same && (!graph.stale || graph.preview)) seen.usable++;
  });
  const last = reader.graphOf(keys.at(-1) ?? start, keys.length + 1);
  expect([last.stale, last.preview]).toEqual([false, false]);
  expect(statePaths(last.reading)).toEqual(states);
  return seen;
}

/** Longer ones are typed only when LONG is set. */
const MOST_KEYS = long ? 400 : 120;

/** One transition of a module, the one in the middle; undefined when there is none to take out and type again. */
function middleOf(text: string, lang: "ts" | "js" = "ts"): Span | undefined {
  const { charts } = readModule(text, { lang });
  const spans = transitionSpans(text, charts).filter(
    ({ from, to }) =>
      to - from <= MOST_KEYS && readModule(text.slice(0, from) + text.slice(to), { lang }).parsed,
  );
  return spans[spans.length >> 1];
}

function sum(all: readonly Seen[]): Seen {
  const of = (name: keyof Seen) => all.reduce((total, seen) => total + seen[name], 0);
  return { keys: of("keys"), usable: of("usable"), live: of("live"), without: of("without") };
}

function tell(how: string, { keys, usable, live, without }: Seen): void {
  const percent = (n: number) => `${((100 * n) / keys).toFixed(1)} %`;
  process.stdout.write(
    `${how}: of ${keys} keys the graph is usable after ${percent(usable)} (live after ${percent(live)}, without anything of what was typed after ${percent(without)})\n`,
  );
}

/** All of the corpus when LONG is set, else as many as there are files of our own. */
const corpus = corpusModules().filter(
  ({ lang }, i, all) => lang === "ts" && (long || i % Math.ceil(all.length / 27) === 0),
);

describe("one transition typed anew, key by key", () => {
  test("there are 27 files of different style", () => expect(files).toHaveLength(27));

  describe.each([
    ["plainly", typed],
    ["in an editor that closes brackets", typedWithClosing],
  ] as const)("%s", (how, type) => {
    const all: Seen[] = [];
    test.each(files)("%s", (_, text) => {
      const span = middleOf(text);
      expect(span).toBeDefined();

      all.push(watch(type(text, span!)));
    });

    test("the graph is usable after 95 keys in 100", () => {
      const total = sum(all);
      tell(how, total);

      expect(all).toHaveLength(files.length);
      expect(total.usable / total.keys).toBeGreaterThanOrEqual(0.95);
    });

    test.skipIf(corpus.length === 0)(
      "and in modules found in the wild (npm run corpus brings them)",
      () => {
        const spans = corpus.map(({ text }) => ({ text, span: middleOf(text) }));
        const total = sum(spans.flatMap(({ text, span }) => (span ? [watch(type(text, span))] : [])));
        tell(`${how}, ${corpus.length} foreign modules`, total);

        expect(total.usable / total.keys).toBeGreaterThanOrEqual(0.95);
      },
      3_600_000,
    );
  });
});
