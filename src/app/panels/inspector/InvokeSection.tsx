import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Chart, Invoke, StatePath } from "#core/chart/chart.ts";
import type { CommandArgs } from "#core/edit/commands.ts";
import { behaviorOf } from "#app/gestures/behaviorText.ts";
import { srcText } from "#app/gestures/invokeOffers.ts";
import { AddByName } from "#app/panels/inspector/AddByName.tsx";
import { ListRow, ListSection } from "#app/panels/inspector/ListSection.tsx";
import { TextField } from "#app/panels/inspector/TextField.tsx";
import { useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/panels/inspector/ListSection.module.css";

/** The actors that a state invokes, each with its id and input. */
export function InvokeSection({
  path,
  invokes,
  chart,
  disabled,
  adding,
  onAdding,
}: {
  path: StatePath;
  invokes: readonly Invoke[];
  chart: Chart;
  disabled: boolean;
  adding: boolean;
  onAdding: (adding: boolean) => void;
}) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const names = useId();
  const [open, setOpen] = useState<number | null>(null);
  const known = chart.setup?.actors;
  const edit = (args: Omit<CommandArgs["invoke.edit"], "state">) =>
    studio.editor.command("invoke.edit", { state: path, ...args }) === undefined;
  if (invokes.length === 0 && !adding) return null;
  return (
    <ListSection title={t("inspector.actors")} disabled={disabled} onAdd={() => onAdding(true)}>
      {invokes.map((invoke, index) => (
        <ListRow
          key={index}
          name={invoke.id ?? srcText(invoke)}
          disabled={disabled}
          onRemove={() => studio.editor.command("invoke.remove", { state: path, index })}
        >
          <button
            type="button"
            className={css.open}
            aria-expanded={open === index}
            onClick={() => setOpen(open === index ? null : index)}
          >
            <span className="act">{srcText(invoke)}</span>{" "}
            {invoke.id !== undefined && <small>{invoke.id}</small>}
          </button>
          {open === index && (
            <div className={css.pair}>
              <span>{t("symbol.kind.actor")}</span>
              <TextField
                mono
                label={t("symbol.kind.actor")}
                list={names}
                value={srcText(invoke)}
                disabled={disabled}
                onCommit={(typed) => typed.trim() !== "" && edit({ index, src: behaviorOf(typed, known) })}
              />
              <span>{t("ask.id")}</span>
              <TextField
                mono
                label={t("ask.id")}
                value={invoke.id ?? ""}
                disabled={disabled}
                onCommit={(typed) => edit({ index, id: typed.trim() || null })}
              />
              <span>{t("inspector.input")}</span>
              <TextField
                mono
                multiline={invoke.input?.text.includes("\n") ?? false}
                label={t("inspector.input")}
                value={invoke.input?.text ?? ""}
                disabled={disabled}
                onCommit={(typed) => edit({ index, input: typed.trim() || null })}
              />
            </div>
          )}
        </ListRow>
      ))}
      <AddByName
        id={names}
        known={known}
        label={t("command.invoke.add")}
        placeholder={t("ask.actor")}
        adding={adding}
        onAdd={(typed) =>
          studio.editor.command("invoke.add", { state: path, src: behaviorOf(typed, known) }) === undefined
        }
        onAdding={onAdding}
      />
    </ListSection>
  );
}
