import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Group, Panel, Separator, useDefaultLayout, usePanelRef } from "react-resizable-panels";
import { Icon } from "#app/shell/icons.tsx";
import { ErrorBoundary } from "#app/shell/ErrorBoundary.tsx";
import { firstFolds, readFolds, writeFolds, type Folded, type SideName } from "#app/shell/folds.ts";
import { usePlace } from "#app/studio/usePlace.ts";
import { useStudio } from "#app/studio/useStudio.ts";
import css from "#app/shell/Frame.module.css";

/** One of the panels around the middle. */
export interface Side {
  readonly title: string;
  readonly content: ReactNode;
  /** In pixels. */
  readonly size: number;
  readonly min?: number;
  /** A view may begin without it, where the window is narrow. */
  readonly dispensable?: boolean;
  /** Becomes another value when something is to be seen there: then the panel unfolds. */
  readonly wanted?: unknown;
  /** There is no more to it than one line: it takes no more room, and cannot be drawn larger. */
  readonly line?: boolean;
}

const storage = typeof localStorage === "undefined" ? undefined : localStorage;

/**
 * The shape of every view: a middle with panels left, right and below that fold away; size and folds stay over reloads.
 * A fault in one panel stays in it.
 */
export function Frame({
  id,
  left,
  right,
  bottom,
  children,
}: {
  id: string;
  left?: Side;
  right?: Side;
  bottom?: Side;
  children: ReactNode;
}) {
  const leftRef = usePanelRef();
  const rightRef = usePanelRef();
  const bottomRef = usePanelRef();
  // What is wanted there when the view comes is to be seen, folded or not.
  const [folded, setFolded] = useState<Folded>(() => ({
    ...(readFolds(id) ?? firstFolds({ left, right })),
    ...(right?.wanted ? { right: false } : {}),
  }));
  useEffect(() => writeFolds(id, folded), [id, folded]);
  const columns = useDefaultLayout({
    id: `${id}-columns`,
    ...(storage ? { storage } : {}),
    onlySaveAfterUserInteractions: true,
  });
  const rows = useDefaultLayout({
    id: `${id}-rows`,
    panelIds: bottom && !bottom.line ? ["top", "bottom"] : ["top"],
    ...(storage ? { storage } : {}),
    onlySaveAfterUserInteractions: true,
  });
  const refs = { left: leftRef, right: rightRef, bottom: bottomRef };
  const toggle = (side: SideName) => {
    const panel = refs[side].current;
    if (!panel) setFolded((was) => ({ ...was, [side]: !was[side] }));
    else if (panel.isCollapsed()) panel.expand();
    else panel.collapse();
  };
  // What is shown on demand is no use in a panel that is folded away.
  const wanted = right?.wanted;
  useEffect(() => {
    if (wanted !== undefined && wanted !== null && rightRef.current?.isCollapsed()) rightRef.current.expand();
  }, [wanted, rightRef]);
  const side = (name: SideName, one: Side) => (
    <SidePanel
      name={name}
      side={one}
      panelRef={refs[name]}
      folded={folded[name] ?? false}
      onFold={(now) => setFolded((was) => (was[name] === now ? was : { ...was, [name]: now }))}
    />
  );
  const { t } = useTranslation();
  return (
    <div className={css.frame}>
      <h1 className="visually-hidden">{t(`view.${id}`)}</h1>
      <main className={css.panels}>
        <Group
          orientation="vertical"
          id={`${id}-rows`}
          defaultLayout={rows.defaultLayout}
          onLayoutChanged={rows.onLayoutChanged}
        >
          <Panel id="top" minSize={160}>
            <Group
              orientation="horizontal"
              id={`${id}-columns`}
              defaultLayout={columns.defaultLayout}
              onLayoutChanged={columns.onLayoutChanged}
            >
              {left && side("left", left)}
              {left && <Separator className={css.bar} aria-label={left.title} />}
              <Panel id="middle" minSize={280} className={css.middle}>
                {children}
              </Panel>
              {right && <Separator className={css.bar} aria-label={right.title} />}
              {right && side("right", right)}
            </Group>
          </Panel>
          {bottom && !bottom.line && <Separator className={css.bar} aria-label={bottom.title} />}
          {bottom && !bottom.line && side("bottom", bottom)}
        </Group>
        {bottom?.line && !folded["bottom"] && (
          <div className={css.line}>
            <ErrorBoundary name={bottom.title}>{bottom.content}</ErrorBoundary>
          </div>
        )}
      </main>
      <footer className={css.status}>
        <StatusText />
        <Folds left={left} right={right} bottom={bottom} folded={folded} onToggle={toggle} />
      </footer>
    </div>
  );
}

/** A panel beside the middle. One that was folded when it came comes folded, and what is in it is not made. */
function SidePanel({
  name,
  side: { title, content, size, min },
  panelRef,
  folded,
  onFold,
}: {
  name: SideName;
  side: Side;
  panelRef: ReturnType<typeof usePanelRef>;
  folded: boolean;
  onFold: (folded: boolean) => void;
}) {
  // It comes at its full size, which it has to have had to unfold to it again; that is nobody's wish.
  const came = useRef(!folded);
  const note = (open: boolean) => {
    if (!came.current && open) panelRef.current?.collapse();
    else onFold(!open);
    came.current = true;
  };
  return (
    <Panel
      id={name}
      panelRef={panelRef}
      defaultSize={size}
      minSize={min ?? (name === "bottom" ? 72 : 180)}
      collapsible
      groupResizeBehavior="preserve-pixel-size"
      onResize={({ inPixels }) => note(inPixels >= 2)}
      className={css.side}
    >
      {!folded && <ErrorBoundary name={title}>{content}</ErrorBoundary>}
    </Panel>
  );
}

/** Where the game is kept, and how it stands with it, in one line. */
function StatusText() {
  const { t } = useTranslation();
  const place = usePlace(useStudio((s) => s.project?.id));
  const errors = useStudio((s) => s.diagnostics.filter((d) => d.severity === "error").length);
  const warnings = useStudio((s) => s.diagnostics.filter((d) => d.severity === "warning").length);
  const checked = useStudio((s) => s.loaded !== null);
  return (
    <>
      <span className={css.place} title={place}>
        {place && t("place.saves-to", { place })}
      </span>
      {checked && (
        <span>
          {t("problems.count", {
            errors: t("problems.errors", { count: errors }),
            warnings: t("problems.warnings", { count: warnings }),
          })}
        </span>
      )}
    </>
  );
}

/** The three small switches that fold panels, at the foot of the window. */
function Folds({
  left,
  right,
  bottom,
  folded,
  onToggle,
}: {
  left?: Side | undefined;
  right?: Side | undefined;
  bottom?: Side | undefined;
  folded: Folded;
  onToggle: (side: SideName) => void;
}) {
  const { t } = useTranslation();
  const sides = { left, right, bottom };
  return (
    <div className={css.folds} role="group" aria-label={t("panels.title")}>
      {(["left", "bottom", "right"] as const).map((name) => {
        const one = sides[name];
        return one ? (
          <button
            key={name}
            type="button"
            className="icon-btn"
            aria-pressed={!folded[name]}
            title={t(folded[name] ? "panels.show" : "panels.fold", { panel: one.title })}
            aria-label={one.title}
            onClick={() => onToggle(name)}
          >
            <Icon name={name} size={15} />
          </button>
        ) : null;
      })}
    </div>
  );
}
