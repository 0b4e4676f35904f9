import type { CommandOptions } from "#core/project/gameMoment.ts";
import { lazy, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Refusal } from "#core/edit/command.ts";
import { CommandField } from "#app/gestures/CommandField.tsx";
import { answers, argsOf, type Offer, type Values } from "#app/studio/offer.ts";
import { canPreview, preview, runOffer } from "#app/gestures/runOffer.ts";
import { DialogFrame } from "#app/kit/DialogFrame.tsx";
import { useStudioActions } from "#app/studio/useStudio.ts";
import dialog from "#app/kit/Dialogs.module.css";

const BlockDialog = lazy(() =>
  import("#app/gestures/block/BlockDialog.tsx").then((m) => ({ default: m.BlockDialog })),
);

interface CommandDialogProps {
  readonly offer: Offer;
  readonly revision: number;
}

/** Asks for what a command needs. */
export const CommandDialog = ({ offer, revision }: CommandDialogProps) =>
  offer.dialog === "block" ? (
    <BlockDialog offer={offer} revision={revision} />
  ) : (
    <FieldsDialog offer={offer} revision={revision} />
  );

/** The fields of a command, one below the other. It stays open while the command refuses, and says why. */
function FieldsDialog({ offer, revision }: CommandDialogProps) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const [values, setValues] = useState<Values>({});
  const [refused, setRefused] = useState<Refusal | undefined>();
  const fields = offer.fields?.(values) ?? [];
  const now = answers(offer, values);
  const args = argsOf(offer, values);
  const close = () => studio.window.set({ question: null });
  const answer = (name: string, value: string) => {
    const at = fields.findIndex((field) => field.name === name);
    const keptNames = fields[at]?.leads
      ? fields.slice(0, at).map((field) => field.name)
      : Object.keys(values);
    setValues({
      ...Object.fromEntries(keptNames.flatMap((k) => (k in values ? [[k, values[k] ?? ""]] : []))),
      [name]: value,
    });
    setRefused(undefined);
  };
  const run = (options: CommandOptions) => {
    const why = runOffer(studio, offer, values, options);
    if (why) setRefused(why);
    else close();
  };
  return (
    <DialogFrame
      title={t(`command.${offer.words}`, offer.facts ?? {})}
      onClose={close}
      foot={
        <>
          <button type="button" className="btn quiet" onClick={close}>
            {t("cancel")}
          </button>
          {canPreview(offer) && (
            <button
              type="button"
              className="btn quiet"
              disabled={args === undefined}
              onClick={() => args && preview(studio, offer, args)}
            >
              {t("preview.open")}
            </button>
          )}
          {refused?.anyway && (
            <button type="button" className="btn danger" onClick={() => run({ revision, anyway: true })}>
              {t("offer.anyway")}
            </button>
          )}
          <button type="submit" form="command-form" className="btn" disabled={args === undefined}>
            {t("ask.do")}
          </button>
        </>
      }
    >
      <form
        id="command-form"
        onSubmit={(event) => {
          event.preventDefault();
          run({ revision });
        }}
      >
        {fields.map((field, i) => (
          <CommandField
            key={field.name}
            field={field}
            value={now[field.name] ?? ""}
            first={i === 0}
            onChange={(value) => answer(field.name, value)}
          />
        ))}
        <p className={dialog.hint} role="alert" data-bad={refused ? true : undefined}>
          {refused && t(`refusal.${refused.code}`, refused.facts ?? {})}
        </p>
      </form>
    </DialogFrame>
  );
}
