import { useTranslation } from "react-i18next";
import type { StateNode, StatePath, Transition } from "#core/chart/chart.ts";
import { pathId, transitionId } from "#core/chart/places.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import { useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/panels/inspector/Inspector.module.css";

/** The transitions of a state by their labels; each leads to its own fields. */
export function TransitionList({ path, node }: { path: StatePath; node: StateNode }) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const labelOf = useLabels();
  const eventName = ({ event, slot }: Transition) =>
    event === undefined ? t(`slot.${slot}`) : (labelOf(`event:${event}`) ?? event);
  if (node.transitions.length === 0) return null;
  return (
    <div className={css.transitions}>
      <h4>{t("inspector.transitions", { count: node.transitions.length })}</h4>
      {node.transitions.map((transition) => {
        const ref = {
          source: path,
          slot: transition.slot,
          index: transition.index,
          ...(transition.event === undefined ? {} : { event: transition.event }),
        };
        return (
          <button
            key={transitionId(ref)}
            type="button"
            onClick={() => studio.navigation.select({ kind: "transition", id: transitionId(ref) })}
          >
            <b>{eventName(transition)}</b>
            {transition.event !== undefined && eventName(transition) !== transition.event && (
              <code>{transition.event}</code>
            )}
            <span>
              {transition.targets
                .map((target) =>
                  target.resolved
                    ? (labelOf(`state:${pathId(target.resolved)}`) ?? target.resolved.at(-1) ?? "")
                    : target.text,
                )
                .join(", ") || t("inspector.stays")}
            </span>
          </button>
        );
      })}
    </div>
  );
}
