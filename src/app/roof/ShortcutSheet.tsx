import { useTranslation } from "react-i18next";
import { DialogFrame } from "#app/kit/DialogFrame.tsx";
import { shortcutGroups } from "#app/roof/shortcutGroups.ts";
import { useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/roof/ShortcutSheet.module.css";

/** Every key that is bound, by where it is. */
export function ShortcutSheet() {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const close = () => studio.window.set({ question: null });
  return (
    <DialogFrame
      wide
      isText
      title={t("shortcuts.title")}
      onClose={close}
      foot={
        <button type="button" className="btn" onClick={close} autoFocus>
          {t("shortcuts.close")}
        </button>
      }
    >
      <div className={css.groups}>
        {shortcutGroups.map(({ id, rows }) => (
          <section key={id} aria-label={t(`shortcuts.where.${id}`)}>
            <h3>{t(`shortcuts.where.${id}`)}</h3>
            <dl>
              {rows.map(({ keys, words }) => (
                <div key={words}>
                  <dt>{t(words).replace(/…$/, "")}</dt>
                  <dd>
                    {keys.map((key) => (
                      <Keys key={key} keys={key} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p>{t("shortcuts.hint")}</p>
    </DialogFrame>
  );
}

/** What stands on a key. */
const caps: Readonly<Record<string, string>> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Delete: "Del",
  Escape: "Esc",
  Backspace: "⌫",
};

function Keys({ keys }: { keys: string }) {
  return (
    <span className={css.keys}>
      {keys.split("+").map((key) => (
        <kbd key={key}>{caps[key] ?? key.replace("-", "–")}</kbd>
      ))}
    </span>
  );
}
