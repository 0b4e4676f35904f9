import { useTranslation } from "react-i18next";
import type { Chart } from "#core/chart/chart.ts";
import { places } from "#core/chart/places.ts";
import type { Reason } from "#core/run/play/play.ts";
import { reasonText } from "#app/play/words.ts";
import { ClauseChip } from "#app/views/inspect/ClauseChip.tsx";
import { NamedText } from "#app/views/inspect/NamedText.tsx";
import { named } from "#app/views/inspect/stepRow.ts";
import type { GameWords } from "#app/views/inspect/useGameWords.ts";
import css from "#app/views/inspect/StepDetail.module.css";

/** Why our copy of the machine refused an event: each guard that said no, with its clauses; where it is handled, if not here. */
export function Reasons({
  reasons,
  chart,
  words,
}: {
  reasons: readonly Reason[];
  chart: Chart | undefined;
  words: GameWords;
}) {
  const { t } = useTranslation();
  return (
    <ul className={css.reasons}>
      {reasons.map((reason) => (
        <li
          key={`${reason.state ?? ""}/${reason.event ?? ""}/${reason.index ?? ""}/${reason.guard ?? reason.code}`}
        >
          {reasonText(t, words.label, reason)}{" "}
          {reason.code === "not-here" && chart && <Places states={takers(chart, reason)} words={words} />}
          {reason.clauses?.map((clause) => (
            <ClauseChip key={clause} id={clause} words={words} />
          ))}
        </li>
      ))}
    </ul>
  );
}

/** States with a transition for the event of a reason. */
const takers = (chart: Chart, { event }: Reason): readonly string[] =>
  [...places(chart)]
    .filter(([, { node }]) =>
      node.transitions.some((transition) => transition.slot === "on" && transition.event === event),
    )
    .map(([id]) => id || "(root)");

function Places({ states, words }: { states: readonly string[]; words: GameWords }) {
  const { t } = useTranslation();
  if (states.length === 0) return null;
  return (
    <small>
      {t("why.elsewhere")}{" "}
      {states.slice(0, 6).map((id) => (
        <NamedText key={id} of={named(words.label, "state", id)} light />
      ))}
    </small>
  );
}
