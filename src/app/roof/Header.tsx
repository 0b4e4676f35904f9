import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "#app/kit/icons.tsx";
import { GameChip } from "#app/roof/GameChip.tsx";
import { LanguageButton } from "#app/kit/LanguageButton.tsx";
import { LateMenu } from "#app/kit/LateMenu.tsx";
import { usePlace } from "#app/studio/usePlace.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import { labelLanguages } from "#app/studio/labels.ts";
import { views } from "#app/studio/route.ts";
import css from "#app/roof/Header.module.css";

const loadGameMenu = async () => (await import("#app/roof/GameMenu.tsx")).GameMenu;
const loadLanguageMenu = async () => (await import("#app/roof/LanguageMenu.tsx")).LanguageMenu;

const InspectButton = lazy(() =>
  import("#app/views/inspect/InspectButton.tsx").then((m) => ({ default: m.InspectButton })),
);

/** Name, game, views, label language, save, theme. */
export function Header() {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const view = useStudio((s) => s.route.view);
  const open = useStudio((s) => s.project !== null);
  const theme = useStudio((s) => s.theme);
  const pictured = useStudio((s) => s.pictured);
  // Where no game is opened no picture is waited for.
  const isAtStart = useStudio((s) => s.games !== null && (s.opening === "idle" || s.opening === "failed"));
  const [menus, setMenus] = useState(false);
  return (
    <header className={css.header} onPointerEnter={() => setMenus(true)} onFocus={() => setMenus(true)}>
      <span className={css.logo}>
        <i />
        Turnwright
      </span>
      <LateMenu near={menus} Button={GameChip} load={loadGameMenu} />
      <nav aria-label={t("header.views")}>
        {views.map((name) => (
          <a
            key={name}
            href={`#/`}
            aria-current={view === name ? "page" : undefined}
            aria-disabled={!open}
            onClick={(event) => {
              event.preventDefault();
              if (open) studio.navigation.go(name);
            }}
          >
            {t(`view.${name}`)}
          </a>
        ))}
      </nav>
      <div className={css.right}>
        <HistoryButton name="undo" />
        <HistoryButton name="redo" />
        <SaveButton />
        <LabelLanguages />
        <button
          type="button"
          className={css.palette}
          onClick={() => studio.window.set({ palette: true })}
          title={t("header.palette")}
        >
          <Icon name="search" size={14} />
          <kbd>Ctrl K</kbd>
        </button>
        {(pictured || isAtStart) && studio.store.inspector && (
          <Suspense fallback={null}>
            <InspectButton />
          </Suspense>
        )}
        <LateMenu near={menus} Button={LanguageButton} load={loadLanguageMenu} />
        <button
          type="button"
          className="icon-btn"
          onClick={() => studio.window.setTheme(theme === "dark" ? "light" : "dark")}
          aria-label={t(theme === "dark" ? "header.light" : "header.dark")}
          title={t(theme === "dark" ? "header.light" : "header.dark")}
        >
          <Icon name={theme === "dark" ? "sun" : "moon"} />
        </button>
      </div>
    </header>
  );
}

/** Takes the last change back, or does it again; its tooltip names the change. */
function HistoryButton({ name }: { name: "undo" | "redo" }) {
  const { t } = useTranslation();
  const { editor } = useStudioActions();
  const change = useStudio((s) => s.files?.[name]);
  const what = change && t(change.startsWith("command.") ? change : `history.${change}`);
  return (
    <button
      type="button"
      className="icon-btn"
      disabled={!change}
      onClick={() => editor[name]()}
      title={change ? t(`history.${name}-what`, { what }) : t(`header.${name}`)}
      aria-label={t(`header.${name}`)}
    >
      <Icon name={name} />
    </button>
  );
}

/** The language in which states and events are named. */
function LabelLanguages() {
  const { t } = useTranslation();
  const { window } = useStudioActions();
  const current = useStudio((s) => s.labelLanguage);
  return (
    <span className={css.labels} role="group" aria-label={t("header.labels")}>
      <span className={css.labelsWord}>{t("header.labels")}</span>
      <span className={css.seg}>
        {labelLanguages.map((language) => (
          <button
            key={language}
            type="button"
            aria-pressed={current === language}
            title={t(`labels.${language}`)}
            onClick={() => window.setLabels(language)}
          >
            {t(`labels.short.${language}`)}
          </button>
        ))}
      </span>
    </span>
  );
}

/** Says where the work stands, and saves. */
function SaveButton() {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const dirty = useStudio((s) => s.files?.dirty.length ?? 0);
  const conflicts = useStudio((s) => s.files?.conflicts.size ?? 0);
  const saving = useStudio((s) => s.saving);
  const locked = useStudio((s) => s.locked);
  const place = usePlace(useStudio((s) => s.project?.id));
  const open = useStudio((s) => s.project !== null);
  if (!open) return null;
  const work = conflicts > 0 ? "conflict" : dirty > 0 ? "unsaved" : "saved";
  const state = saving ? "saving" : locked ? "locked" : work;
  return (
    <button
      type="button"
      className={css.save}
      data-state={state}
      disabled={state === "saved" || state === "saving"}
      onClick={() =>
        work === "saved" && locked ? studio.window.notice("error", "store.locked") : void studio.editor.save()
      }
      title={locked ? t("store.locked") : place ? t("header.saves-to", { place }) : undefined}
    >
      <i />
      <span aria-live="polite">{t(`save.${state}`)}</span>
    </button>
  );
}
