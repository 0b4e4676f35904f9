import {
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from "react";
import { useTranslation } from "react-i18next";
import { Divider } from "#app/panels/frame/Divider.tsx";
import { Icon } from "#app/kit/icons.tsx";
import { ErrorBoundary } from "#app/kit/ErrorBoundary.tsx";
import { firstFolds, readFolds, writeFolds, type Folded, type SideName } from "#app/studio/folds.ts";
import { readSizes, writeSizes, type Sizes } from "#app/studio/sizes.ts";
import { usePlace } from "#app/studio/usePlace.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/panels/frame/Frame.module.css";

const FailureStatus = lazy(() =>
  import("#app/parts/FailureStatus.tsx").then((m) => ({ default: m.FailureStatus })),
);

/** One of the panels around the middle. */
export interface Side {
  readonly title: string;
  readonly content: ReactNode;
  /** In pixels. */
  readonly size: number;
  readonly min?: number;
  /** A view may begin without it, where the window is narrow. */
  readonly dispensable?: boolean;
  /** One of them becomes another value when something is to be seen there: then the panel unfolds. */
  readonly openKeys?: readonly unknown[];
  /** Becomes another value when something may be seen there: then the panel unfolds, unless it was the person who folded it. */
  readonly wish?: unknown;
  /** There is no more to it than one line: it takes no more room, and cannot be drawn larger. */
  readonly line?: boolean;
}

/** The least width (beside the panels) and height (above a panel) of the middle, in pixels. */
const MIN_MIDDLE_PX = { width: 280, height: 160 };

const minOf = (name: SideName, { min }: Side): number => min ?? (name === "bottom" ? 72 : 180);

/**
 * The shape of every view: a middle with panels left, right and below that fold away; size and folds stay over reloads.
 * A fault in one panel stays in it. It is a grid of CSS and three dividers, because it stands before the first picture.
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
  const [folded, fold] = useFolds(id, left, right);
  const [sizes, setSizes] = useState<Sizes>(() => readSizes(id));
  const change = (side: SideName, to: number | "folded", settled: boolean) => {
    fold(side, to === "folded");
    const next = to === "folded" ? sizes : { ...sizes, [side]: to };
    if (next !== sizes) setSizes(next);
    if (settled) writeSizes(id, next);
  };
  const sizeOf = (name: SideName, side: Side) => sizes[name] ?? side.size;
  const track = (name: SideName, side: Side) => `minmax(0, ${folded[name] ? 0 : sizeOf(name, side)}px)`;
  const divider = (name: SideName, side: Side) => (
    <Divider
      side={name}
      title={side.title}
      panel={`${id}-${name}`}
      size={sizeOf(name, side)}
      first={side.size}
      min={minOf(name, side)}
      room={name === "bottom" ? MIN_MIDDLE_PX.height : MIN_MIDDLE_PX.width}
      folded={folded[name] ?? false}
      onChange={(to, settled) => change(name, to, settled)}
    />
  );
  const panel = (name: SideName, { title, content }: Side) => (
    <div
      id={`${id}-${name}`}
      className={css.side}
      data-line={name === "bottom" && bottom?.line ? true : undefined}
    >
      {!folded[name] && <ErrorBoundary name={title}>{content}</ErrorBoundary>}
    </div>
  );
  const columns = [
    ...(left ? [track("left", left), "1px"] : []),
    `minmax(${MIN_MIDDLE_PX.width}px, 1fr)`,
    ...(right ? ["1px", track("right", right)] : []),
  ].join(" ");
  const rows = [
    `minmax(${MIN_MIDDLE_PX.height}px, 1fr)`,
    ...(bottom ? (bottom.line ? ["auto"] : ["1px", track("bottom", bottom)]) : []),
  ].join(" ");
  const { t } = useTranslation();
  return (
    <div className={css.frame}>
      <h1 className="visually-hidden">{t(`view.${id}`)}</h1>
      <main className={css.panels} tabIndex={-1} style={{ gridTemplateRows: rows }}>
        <div className={css.columns} data-middle="rows" style={{ gridTemplateColumns: columns }}>
          {left && panel("left", left)}
          {left && divider("left", left)}
          <div className={css.middle} data-middle="columns">
            {children}
          </div>
          {right && divider("right", right)}
          {right && panel("right", right)}
        </div>
        {bottom && !bottom.line && divider("bottom", bottom)}
        {bottom && !(bottom.line && folded.bottom) && panel("bottom", bottom)}
      </main>
      <footer className={css.status}>
        <StatusText />
        <FailureText />
        <Folds
          left={left}
          right={right}
          bottom={bottom}
          folded={folded}
          onToggle={(side) => fold(side, !folded[side])}
        />
      </footer>
    </div>
  );
}

/** Which panels of a view are folded away, and how to fold one; what is to be seen unfolds its panel. */
function useFolds(
  id: string,
  left: Side | undefined,
  right: Side | undefined,
): [Folded, (side: SideName, isFolded: boolean) => void] {
  // What is wanted there when the view comes is to be seen, folded or not.
  const [folded, setFolded] = useState<Folded>(() => ({
    ...(readFolds(id) ?? firstFolds({ left, right })),
    ...(right?.openKeys?.some(Boolean) ? { right: false } : {}),
  }));
  // What a view begins without for want of room is not what somebody folded.
  const [first] = useState(folded);
  useEffect(() => {
    if (folded !== first) writeFolds(id, folded);
  }, [id, folded, first]);
  const fold = (side: SideName, isFolded: boolean) =>
    setFolded((was) => ((was[side] ?? false) === isFolded ? was : { ...was, [side]: isFolded }));
  // What is shown on demand is no use in a panel that is folded away.
  const [seen, setSeen] = useState(right?.openKeys);
  if (right?.openKeys?.some((key, i) => key !== seen?.[i])) {
    setSeen(right.openKeys);
    if (right.openKeys.some((key, i) => Boolean(key) && key !== seen?.[i])) fold("right", false);
  }
  useWish(right?.wish, folded.right === true && readFolds(id)?.right !== true, () => fold("right", false));
  return [folded, fold];
}

/** Milliseconds until a wished panel comes: the second of two clicks falls on what the first one fell on. */
const WISH_DELAY_MS = 400;

/** Does what was wished for when it is allowed. */
function useWish(wish: unknown, isAllowed: boolean, act: () => void): void {
  const onWish = useEffectEvent(act);
  useEffect(() => {
    if (!isAllowed || wish === undefined || wish === null) return undefined;
    const timer = setTimeout(onWish, WISH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [wish, isAllowed]);
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
      <StoppedWork />
    </>
  );
}

/** What took too long on the page and was stopped. It is always there, so that its words are read out when they come. */
function StoppedWork() {
  const { t } = useTranslation();
  const reading = useStudio((s) => s.graph?.now.stopped);
  const checks = useStudio((s) => s.loaded?.stopped);
  const command = useStudio((s) => s.stopped);
  const file = useStudio((s) => s.project?.source.path);
  const text =
    reading !== undefined
      ? t("stopped.reading", { file, seconds: reading })
      : command
        ? t(command["state"] ? "stopped.command-at" : "stopped.command", {
            ...command,
            command: t(commandWords(command["command"] ?? "")),
          })
        : checks !== undefined
          ? t("stopped.checks", { file, seconds: checks })
          : "";
  return (
    <span role="status" className={css.stopped}>
      {text}
    </span>
  );
}

/** The words of a command, and of whatever fixes a fault. */
const commandWords = (id: string): string => (id.startsWith("fix.") ? "stopped.fix" : `command.${id}`);

/** What failed while the rest went on. Its words and its list are loaded when there is something to tell. */
function FailureText() {
  const { failures } = useStudioActions().window;
  const isThere = useSyncExternalStore(failures.subscribe, failures.get).length > 0;
  const pictured = useStudio((s) => s.pictured);
  return <Suspense fallback={null}>{isThere && pictured && <FailureStatus failures={failures} />}</Suspense>;
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
        const panel = sides[name];
        return panel ? (
          <button
            key={name}
            type="button"
            className="icon-btn"
            aria-pressed={!folded[name]}
            title={t(folded[name] ? "panels.show" : "panels.fold", { panel: panel.title })}
            aria-label={panel.title}
            onClick={() => onToggle(name)}
          >
            <Icon name={name} size={15} />
          </button>
        ) : null;
      })}
    </div>
  );
}
