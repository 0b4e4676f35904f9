import type { Const } from "#core/semantics/codeReading.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { codeOfLabels } from "#core/ruleset/labelBasis.ts";
import { inFile, type GameSubject } from "#core/analyze/gameSubject.ts";

/** Labels of guards and actions whose code, helpers and constants included, was changed after the label was written. */
export function checkLabelBasis(game: GameSubject, consts: readonly Const[]): Diagnostic[] {
  const codeOf = codeOfLabels(game.chart, consts);
  return Object.entries(game.ruleset.basis ?? {}).flatMap(([locale, basis]) =>
    Object.entries(basis).flatMap(([key, stamp]) => {
      const label = game.ruleset.labels[locale]?.[key];
      const code = codeOf(key);
      // what has no label, or no code any more, is reported by others
      if (!label || code === undefined || code === stamp) return [];
      const facts = { key, name: key.slice(key.indexOf(":") + 1), locale, label, code };
      return [inFile(game, `labels/${locale}`, ["labels", key], "label-older", "warning", facts)];
    }),
  );
}
