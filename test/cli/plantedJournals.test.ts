import { expect, test } from "vitest";
import { draws } from "#test/support/dice.ts";
import { faultsOfPlanted, PLANTED_JOURNALS, randomJournal } from "#test/cli/plantedJournals.ts";

test.each(Object.keys(PLANTED_JOURNALS))(
  "a planted journal with %s changes nothing, and the folder is listed, checked and opened",
  async (name) => {
    expect(await faultsOfPlanted(PLANTED_JOURNALS[name]!)).toEqual([]);
  },
);

test("no random journal that we never wrote is carried out", async () => {
  for (let seed = 1; seed <= 25; seed++)
    expect(await faultsOfPlanted(randomJournal(draws(seed))), `seed ${seed}`).toEqual([]);
});
