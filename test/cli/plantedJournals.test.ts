import { expect, test } from "vitest";
import { faultsOfPlanted, PLANTED_JOURNALS } from "#test/cli/plantedJournals.ts";

test.each(Object.keys(PLANTED_JOURNALS))(
  "a planted journal with %s changes nothing, and the folder is listed, checked and opened",
  async (name) => {
    expect(await faultsOfPlanted(PLANTED_JOURNALS[name]!)).toEqual([]);
  },
);
