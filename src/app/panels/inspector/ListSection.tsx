import { useId, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { orderKey } from "#app/panels/inspector/orderKey.ts";
import css from "#app/panels/inspector/ListSection.module.css";

/** A part of the inspector that holds a list: its name, a button that adds to it, and the rows below. */
export function ListSection({
  title,
  disabled,
  onAdd,
  children,
}: {
  title: string;
  disabled: boolean;
  onAdd: () => void;
  children: ReactNode;
}) {
  const heading = useId();
  return (
    <div className={css.section} role="group" aria-labelledby={heading}>
      <span id={heading}>{title}</span>
      <div className={css.list}>
        {children}
        <button type="button" className={css.add} disabled={disabled} onClick={onAdd}>
          + {title}
        </button>
      </div>
    </div>
  );
}

/** What is dragged, and from where in its list: one list at a time. */
let dragged: { readonly list: Element | null; readonly index: number } | undefined;

/** The place of a row in its list, and what moves a row. */
interface ListOrder {
  readonly index: number;
  readonly count: number;
  readonly onMove: (from: number, to: number) => void;
}

/**
 * A row of a list: what it holds, and small buttons that move it or take it away. Where it can move it is dragged as well, or moved with
 * Alt and the arrow keys.
 */
export function ListRow({
  name,
  disabled,
  order,
  onRemove,
  children,
}: {
  /** What it is called, for the names of its buttons. */
  name: string;
  disabled: boolean;
  /** Left out where it cannot move. */
  order?: ListOrder;
  onRemove: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const row = useRef<HTMLDivElement>(null);
  const { index = 0, count = 1 } = order ?? {};
  const move = (to: number) => {
    if (disabled || to < 0 || to >= count || to === index) return;
    order?.onMove(index, to);
    // The keys stay with what was moved.
    const list = row.current?.parentElement;
    requestAnimationFrame(() =>
      list?.querySelectorAll(`:scope > .${css.row}`)[to]?.querySelector("button")?.focus(),
    );
  };
  const mayMove = order !== undefined && !disabled;
  return (
    <div
      ref={row}
      className={css.row}
      draggable={mayMove}
      onDragStart={() => (dragged = { list: row.current?.parentElement ?? null, index })}
      onDragOver={(event) => {
        if (mayMove && dragged && dragged.list === row.current?.parentElement) event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        if (dragged && dragged.index !== index) order?.onMove(dragged.index, index);
        dragged = undefined;
      }}
      onKeyDown={(event) => {
        const by = order && orderKey(event);
        if (!by) return;
        event.preventDefault();
        move(index + by);
      }}
    >
      <div className={css.what}>{children}</div>
      <span className={css.tools}>
        {order && (
          <>
            <Tool
              sign="↑"
              words={t("inspector.earlier", { name })}
              off={disabled || index === 0}
              act={() => move(index - 1)}
            />
            <Tool
              sign="↓"
              words={t("inspector.later", { name })}
              off={disabled || index === count - 1}
              act={() => move(index + 1)}
            />
          </>
        )}
        <Tool sign="×" words={t("inspector.remove", { name })} off={disabled} act={onRemove} />
      </span>
    </div>
  );
}

function Tool({
  sign,
  words,
  off,
  act,
}: {
  sign: string;
  words: string;
  off: boolean;
  act: (() => void) | undefined;
}) {
  return (
    <button type="button" className={css.tool} disabled={off} aria-label={words} title={words} onClick={act}>
      {sign}
    </button>
  );
}

/** One row of small buttons for what is not there yet, so that empty parts take no room. */
export function AddRow({
  parts,
  disabled,
}: {
  parts: readonly { readonly key: string; readonly words: string; readonly onAdd: () => void }[];
  disabled: boolean;
}) {
  const { t } = useTranslation();
  if (parts.length === 0) return null;
  return (
    <div className={css.more} role="group" aria-label={t("inspector.add")}>
      {parts.map(({ key, words, onAdd }) => (
        <button key={key} type="button" disabled={disabled} onClick={onAdd}>
          + {words}
        </button>
      ))}
    </div>
  );
}
