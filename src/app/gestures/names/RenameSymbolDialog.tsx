import { useState } from "react";
import { useTranslation } from "react-i18next";
import { previewRename, renameSymbol } from "#app/gestures/names/renameSymbol.ts";
import { DialogFrame } from "#app/kit/DialogFrame.tsx";
import type { RenamableSymbol } from "#core/symbol/symbol.ts";
import type { NamedSymbol } from "#app/studio/StudioState.ts";
import { useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/kit/Dialogs.module.css";

/** Asks for the new name of an event, guard, action or whatever else has one. It stays open while the name is refused. */
export function RenameSymbolDialog({ symbol }: { symbol: NamedSymbol & RenamableSymbol }) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const old = symbol.kind === "state" ? (symbol.name.split(".").at(-1) ?? "") : symbol.name;
  const [to, setTo] = useState(old);
  const close = () => studio.window.set({ question: null });
  return (
    <DialogFrame
      title={t(`command.${symbol.kind}.rename`)}
      onClose={close}
      foot={
        <>
          <button type="button" className="btn quiet" onClick={close}>
            {t("cancel")}
          </button>
          <button
            type="button"
            className="btn quiet"
            disabled={to.trim() === "" || to === old}
            onClick={() => previewRename(studio, symbol, to.trim())}
          >
            {t("preview.open")}
          </button>
          <button type="submit" form="symbol-form" className="btn" disabled={to.trim() === "" || to === old}>
            {t("names.rename-do")}
          </button>
        </>
      }
    >
      <form
        id="symbol-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (to.trim() !== "" && renameSymbol(studio, symbol, to.trim())) close();
        }}
      >
        <label className={css.label}>
          {t("names.new-name")}
          <input
            className="field mono"
            value={to}
            autoFocus
            spellCheck={false}
            autoComplete="off"
            onFocus={(event) => event.target.select()}
            onChange={(event) => setTo(event.target.value)}
          />
        </label>
        <p className={css.hint}>{t("names.rename-hint")}</p>
      </form>
    </DialogFrame>
  );
}
