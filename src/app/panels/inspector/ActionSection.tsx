import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Action, Chart, StatePath } from "#core/chart/chart.ts";
import type { TransitionRef } from "#core/chart/places.ts";
import { typedAction } from "#core/expr/typedFormula.ts";
import { ActionLines } from "#app/parts/ActionLines.tsx";
import { useBehaviors } from "#app/parts/useBehaviors.ts";
import { behaviorOf, behaviorText } from "#app/gestures/behaviorText.ts";
import { ActionText } from "#app/parts/ActionText.tsx";
import { commandForField } from "#app/panels/inspector/commandForField.ts";
import { AddByName } from "#app/panels/inspector/AddByName.tsx";
import { ListRow, ListSection } from "#app/panels/inspector/ListSection.tsx";
import { FormulaField } from "#app/panels/inspector/FormulaField.tsx";
import { useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/panels/inspector/ListSection.module.css";

/**
 * Actions in the order in which they run: each opens as a name or code, goes up and down, and can be taken away.
 * @param about arguments that say whose actions they are
 */
export function ActionSection({
  element,
  title,
  actions,
  event,
  chart,
  disabled,
  adding,
  onAdding,
  onEnter,
}: {
  element:
    | { readonly state: StatePath; readonly on: "entry" | "exit" }
    | { readonly transition: TransitionRef };
  title: string;
  actions: readonly Action[];
  /** The type of the event that they answer. */
  event?: string | undefined;
  chart: Chart;
  disabled: boolean;
  /** A field for one more is open. */
  adding: boolean;
  onAdding: (adding: boolean) => void;
  /** Enter took one more; by default the keys go back to the graph. */
  onEnter?: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const behaviors = useBehaviors();
  const names = useId();
  const [open, setOpen] = useState<number | null>(null);
  const known = chart.setup?.actions;
  const command = "transition" in element ? "transition" : "state";
  const reorder = (index: number, to: number) =>
    studio.editor.command(`${command}.reorderAction`, { ...element, index, to });
  return (
    <ListSection title={title} disabled={disabled} onAdd={() => onAdding(true)}>
      {actions.map((action, index) => {
        const text = behaviorText(action);
        return (
          <ListRow
            key={index}
            name={text}
            disabled={disabled}
            {...(actions.length > 1 ? { order: { index, count: actions.length, onMove: reorder } } : {})}
            onRemove={() => studio.editor.command(`${command}.removeAction`, { ...element, index })}
          >
            {open === index ? (
              <FormulaField
                autoFocus
                label={title}
                list={names}
                formula={action.kind === "named" ? undefined : typedAction(action.text)}
                code={text}
                onCommit={(typed) =>
                  typed.trim() !== "" &&
                  commandForField(studio, `${command}.setAction`, {
                    ...element,
                    index,
                    action: behaviorOf(typed, known),
                  })
                }
                onLeave={() => setOpen(null)}
              />
            ) : (
              <>
                <button
                  type="button"
                  className={css.open}
                  disabled={disabled}
                  aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                  onClick={() => setOpen(index)}
                >
                  <ActionText action={action} />
                </button>
                {behaviors && action.kind === "named" && (
                  <ActionLines action={behaviors.action(action, event)} nameless />
                )}
              </>
            )}
          </ListRow>
        );
      })}
      <AddByName
        id={names}
        known={known}
        label={`${title}: ${t(`command.${command}.addAction`)}`}
        placeholder={t("ask.action")}
        adding={adding}
        onAdd={(typed) =>
          commandForField(studio, `${command}.addAction`, { ...element, action: behaviorOf(typed, known) })
        }
        onAdding={onAdding}
        onEnter={onEnter}
      />
    </ListSection>
  );
}
