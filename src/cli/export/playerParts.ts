import type { PlayerParts } from "#core/export/player/toPlayer.ts";
import { drawingBudget, UndrawableError } from "#core/layout/drawable.ts";
import type { BookSource } from "#core/project/gameBook.ts";
import { packageLocales } from "#core/project/gamePackage.ts";
import { playerRules } from "#core/project/gamePlayer.ts";
import { StoreError } from "#core/project/store.ts";
import { toCommonJs } from "#adapters/sandbox/stripTypes.ts";
import { MAX_DRAWING_MS } from "#cli/drawing.ts";
import { UsageError } from "#cli/io.ts";

/**
 * The languages of an export that has several: those of `--locales` or `--lang`; undefined for all of the rules.
 * @throws UsageError for a language in which the rules are not
 */
export function chosenLocales(source: BookSource, wanted: string | undefined): readonly string[] | undefined {
  const all = packageLocales(source.ruleset);
  const chosen =
    wanted === undefined ? undefined : [...new Set(wanted.split(",").map((part) => part.trim()))];
  const unknown = chosen?.find((locale) => !all.includes(locale));
  if (unknown !== undefined)
    throw new UsageError(
      `The rules of ${source.id} are not in ${unknown || "a language without a name"}: they are in ${all.join(", ")}`,
    );
  return chosen;
}

/**
 * What a page that plays a game is composed of.
 * @param wanted `--locales`
 * @throws UsageError for a language in which the rules are not; drawing the maps, StoreError `too-large`
 */
export async function playerParts(source: BookSource, wanted: string | undefined): Promise<PlayerParts> {
  const budget = drawingBudget(() => performance.now(), MAX_DRAWING_MS);
  const rules = playerRules({ ...source, budget }, chosenLocales(source, wanted));
  const { default: program } = await import("#player/main.tsx?page");
  return {
    ...rules,
    program,
    toCommonJs,
    maps() {
      try {
        return rules.maps();
      } catch (error) {
        throw error instanceof UndrawableError ? new StoreError("too-large", error.message) : error;
      }
    },
  };
}
