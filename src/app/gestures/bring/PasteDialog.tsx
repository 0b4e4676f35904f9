import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { beginning } from "#core/text/beginning.ts";
import { isScript } from "#core/project/gameIdFrom.ts";
import { machinesOf } from "#core/read/modules/machinesOf.ts";
import { DialogFrame, FormFoot } from "#app/kit/DialogFrame.tsx";
import { useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/kit/Dialogs.module.css";

/** A module that was pasted: what is in it, what its file is to be called, and where it will be kept. */
export function PasteDialog({ text }: { text: string }) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const machines = useMemo(() => machinesOf([{ path: "pasted.ts", text }]).get("pasted.ts"), [text]);
  const [name, setName] = useState(() => nameFor(machines?.[0]));
  const bad = name !== "" && (!isScript(name) || /[\\/:*?"<>|]/.test(name)) ? t("bring.bad-name") : null;
  const close = () => studio.window.set({ question: null });
  const submit = () => {
    if (name === "" || bad) return;
    close();
    void studio.bring(() => Promise.resolve({ files: [{ path: name, text }] }));
  };
  const lines = text.split("\n");
  return (
    <DialogFrame
      title={t("bring.paste")}
      onClose={close}
      foot={
        <FormFoot
          form="paste-form"
          words={t("bring.paste-do")}
          disabled={name === "" || bad !== null}
          onCancel={close}
        />
      }
    >
      <form
        id="paste-form"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p>
          {machines && machines.length > 0
            ? t("bring.machines", { count: machines.length, machines: machines.join(", ") })
            : t("bring.paste-none")}
        </p>
        <pre className={css.pasted} tabIndex={0} aria-label={t("code.title")}>
          {beginning(lines.slice(0, 12).join("\n"), 20_000)}
          {lines.length > 12 && "\n…"}
        </pre>
        <label className={css.label}>
          {t("bring.file-name")}
          <input
            className="field mono"
            value={name}
            onChange={(event) => setName(event.target.value)}
            aria-invalid={bad !== null}
            aria-describedby="paste-hint"
            spellCheck={false}
            autoComplete="off"
            autoFocus
          />
        </label>
        <p id="paste-hint" className={css.hint} data-bad={bad ? true : undefined}>
          {bad ?? t("bring.paste-kept")}
        </p>
      </form>
    </DialogFrame>
  );
}

/** `cartMachine` becomes `cart.machine.ts`. */
const nameFor = (machine: string | undefined): string =>
  `${(machine && !/^\d+$/.test(machine) && machine.replace(/Machine$/, "")) || "pasted"}.machine.ts`;
