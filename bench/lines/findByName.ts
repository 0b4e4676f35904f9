import { find } from "#core/find/find.ts";
import type { Findable } from "#core/find/findable.ts";
import { machineFindables, ruleFindables } from "#core/find/findables.ts";
import { findIndex } from "#core/find/findIndex.ts";
import { readModule } from "#core/read/readModule.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import { readGame } from "#cli/games.ts";
import { timesAt, type BenchLine } from "../line.ts";
import { longModule } from "../support/longModule.ts";
import { median } from "../support/stats.ts";

const queries = ["s", "step", "phase17.step3", "turn player", "ターン", "階段", "nothing like it", "tp"];
const languages = { labels: "ja", ui: "en" } as const;

/** How long a letter in the palette takes, and the first one, which makes the game ready for searching. */
export const findByName: BenchLine = {
  about: "everything that has a name searched for, in the largest game and in a machine of 5,000 states",
  async run({ scale }) {
    const { files } = await readGame(process.cwd(), "flesh-and-blood");
    const { ruleset, scenarios } = loadRuleset(files);
    const game = readModule(files.get("machine") ?? "").charts[0]!;
    const long = readModule(longModule(Math.max(50, 5_000 * scale))).charts[0]!;
    const labelled = { key: "machine", labelled: true };
    return [
      ...measured("Flesh and Blood", scale, () => [
        ...machineFindables({ ...labelled, chart: game }, ruleset.labels),
        ...ruleFindables(ruleset, scenarios),
      ]),
      ...measured("5,000 states", scale, () => machineFindables({ ...labelled, chart: long }, {})),
    ];
  },
};

function measured(what: string, scale: number, things: () => readonly Findable[]) {
  const timed = (job: () => unknown) => {
    const from = performance.now();
    job();
    return performance.now() - from;
  };
  const ready = Array.from({ length: timesAt(scale, 7) }, () => timed(() => findIndex(things())));
  const index = findIndex(things());
  if (queries.every((query) => find(index, query, languages).length === 0))
    throw new Error(`${what}: nothing was found among ${index.length} things`);
  const asked = queries.map((query) =>
    median(Array.from({ length: timesAt(scale, 15) }, () => timed(() => find(index, query, languages)))),
  );
  return [
    { what: `${what}: made ready`, value: median(ready), unit: "ms", note: `${index.length} things` },
    { what: `${what}: a query`, value: median(asked), unit: "ms" },
    { what: `${what}: the slowest of ${queries.length}`, value: Math.max(...asked), unit: "ms", limit: 16 },
  ];
}
