import { useId, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import css from "#app/panels/inspector/ListSection.module.css";

/** A part of the inspector that holds a list: its name, a button that adds to it, and the rows below. */
export function ListSection({
  title,
  add,
  disabled,
  onAdd,
  children,
}: {
  title: string;
  /** What the button says to those who cannot see it. */
  add: string;
  disabled: boolean;
  onAdd: () => void;
  children: ReactNode;
}) {
  const heading = useId();
  return (
    <div className={css.section} role="group" aria-labelledby={heading}>
      <div className={css.head}>
        <span id={heading}>{title}</span>
        <button
          type="button"
          className={css.add}
          disabled={disabled}
          aria-label={add}
          title={add}
          onClick={onAdd}
        >
          +
        </button>
      </div>
      {children}
    </div>
  );
}

/** A row of a list: what it holds, and small buttons that move it or take it away. */
export function ListRow({
  name,
  disabled,
  onEarlier,
  onLater,
  onRemove,
  children,
}: {
  /** What it is called, for the names of its buttons. */
  name: string;
  disabled: boolean;
  onEarlier?: (() => void) | undefined;
  onLater?: (() => void) | undefined;
  onRemove: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <div className={css.row}>
      <div className={css.what}>{children}</div>
      <span className={css.tools}>
        {(onEarlier ?? onLater) && (
          <>
            <Tool
              sign="↑"
              words={t("inspector.earlier", { name })}
              off={disabled || !onEarlier}
              act={onEarlier}
            />
            <Tool sign="↓" words={t("inspector.later", { name })} off={disabled || !onLater} act={onLater} />
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
