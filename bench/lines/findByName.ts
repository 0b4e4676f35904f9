import { find } from "#core/find/find.ts";
import type { Findable } from "#core/find/findable.ts";
import { machineFindables, ruleFindables } from "#core/find/findables.ts";
import { findIndex } from "#core/find/findIndex.ts";
import { readModule } from "#core/read/readModule.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import { readGame } from "#cli/games.ts";
import type { BenchLine } from "../line.ts";
import { longModule } from "../support/longModule.ts";
import { median } from "../support/stats.ts";

const queries = ["s", "step", "phase17.step3", "turn player", "ターン", "階段", "nothing like it", "tp"];
const languages = { labels: "ja", ui: "en" } as const;

/** How long a letter in the palette takes, and the first one, which makes the game ready for searching. */
export const findByName: BenchLine = {
  about: "everything that has a name searched for, in the largest game and in a machine of 5,000 states",
  async run() {
    const { files } = await readGame(process.cwd(), "flesh-and-blood");
    const { ruleset, scenarios } = loadRuleset(files);
    const game = readModule(files.get("machine") ?? "").charts[0]!;
    const long = readModule(longModule(5_000)).charts[0]!;
    const labelled = { key: "machine", labelled: true };
    return [
      ...measured("Flesh and Blood", () => [
        ...machineFindables({ ...labelled, chart: game }, ruleset.labels),
        ...ruleFindables(ruleset, scenarios),
      ]),
      ...measured("5,000 states", () => machineFindables({ ...labelled, chart: long }, {})),
    ];
  },
};

function measured(what: string, things: () => readonly Findable[]) {
  const timed = (job: () => unknown) => {
    const from = performance.now();
    job();
    return performance.now() - from;
  };
  const ready = Array.from({ length: 7 }, () => timed(() => findIndex(things())));
  const index = findIndex(things());
  const asked = queries.map((query) =>
    median(Array.from({ length: 15 }, () => timed(() => find(index, query, languages)))),
  );
  return [
    { what: `${what}: made ready`, value: median(ready), unit: "ms", note: `${index.length} things` },
    { what: `${what}: a query`, value: median(asked), unit: "ms" },
    { what: `${what}: the slowest of ${queries.length}`, value: Math.max(...asked), unit: "ms", limit: 16 },
  ];
}
