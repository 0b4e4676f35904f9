import { useEffect, useId, useRef, useState } from "react";
import css from "#app/panels/inspector/Inspector.module.css";

/**
 * A field that gives its value when left or on Enter; Escape takes it back. It follows the value outside while it is not
 * being typed in. `onCommit` answers false to refuse: then the old value stands again; with the reason what was typed stays, the
 * reason beside it, until it is changed or taken back.
 */
export function TextField({
  value,
  label,
  mono,
  multiline,
  disabled,
  placeholder,
  list,
  autoFocus,
  standIn = false,
  onCommit,
  onLeave,
  onUndo,
}: {
  value: string;
  label: string;
  mono?: boolean;
  multiline?: boolean;
  disabled?: boolean;
  placeholder?: string;
  list?: string;
  autoFocus?: boolean;
  /** What stands here is only put in for what is to be written: it is requested at once, and stays when nothing is. */
  standIn?: boolean;
  onCommit: (value: string) => boolean | string | void;
  /** It was left, whatever came of it. */
  onLeave?: () => void;
  /** Undo was requested where there is nothing typed to take back. */
  onUndo?: () => void;
}) {
  const [draft, setDraft] = useState(standIn ? "" : value);
  const [reason, setReason] = useState<string>();
  const reasonId = useId();
  const editing = useRef(standIn);
  const entered = useRef(false);
  useEffect(() => {
    if (editing.current) return;
    setDraft(value);
    setReason(undefined);
  }, [value]);
  const commit = () => {
    editing.current = false;
    if (standIn && draft === "") return setDraft(value);
    if (draft === value) return setReason(undefined);
    // Checked already, and unchanged since: Enter checks it again.
    if (reason !== undefined && !entered.current) return;
    const answer = onCommit(draft);
    if (typeof answer === "string") setReason(answer);
    else if (answer === false) setDraft(value);
  };
  const shared = {
    className: `field${mono ? " mono" : ""}`,
    value: draft,
    disabled,
    placeholder: standIn ? value : placeholder,
    "aria-label": label,
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => {
      editing.current = true;
      setDraft(event.target.value);
      setReason(undefined);
    },
    ...(reason === undefined ? {} : { "aria-invalid": true, "aria-describedby": reasonId }),
    autoFocus: autoFocus === true || standIn,
    onBlur: () => {
      commit();
      onLeave?.();
    },
    onKeyDown: (event: React.KeyboardEvent<HTMLElement>) => {
      if (event.nativeEvent.isComposing) return;
      if (event.key === "Enter" && (!multiline || event.ctrlKey)) {
        entered.current = true;
        event.currentTarget.blur();
        entered.current = false;
      }
      const undoes = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z";
      if (onUndo && undoes && draft === "") {
        event.preventDefault();
        onUndo();
      }
      if (event.key === "Escape") {
        editing.current = false;
        setDraft(value);
        setReason(undefined);
        event.stopPropagation();
        onLeave?.();
      }
    },
  };
  const field = multiline ? (
    <textarea {...shared} rows={3} />
  ) : (
    <input {...shared} list={list} autoComplete="off" />
  );
  return (
    <>
      {field}
      {reason !== undefined && (
        <span id={reasonId} className={css.refused}>
          {reason}
        </span>
      )}
    </>
  );
}
