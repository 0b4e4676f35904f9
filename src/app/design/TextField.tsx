import { useEffect, useRef, useState } from "react";

/**
 * A field that gives its value when left or on Enter; Escape takes it back. It follows the value outside while it is not
 * being typed in. `onCommit` answers false to refuse: then the old value stands again.
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
  onCommit,
  onLeave,
}: {
  value: string;
  label: string;
  mono?: boolean;
  multiline?: boolean;
  disabled?: boolean;
  placeholder?: string;
  list?: string;
  autoFocus?: boolean;
  onCommit: (value: string) => boolean | void;
  /** It was left, whatever came of it. */
  onLeave?: () => void;
}) {
  const [draft, setDraft] = useState(value);
  const editing = useRef(false);
  useEffect(() => {
    if (!editing.current) setDraft(value);
  }, [value]);
  const commit = () => {
    editing.current = false;
    if (draft === value) return;
    if (onCommit(draft) === false) setDraft(value);
  };
  const shared = {
    className: `field${mono ? " mono" : ""}`,
    value: draft,
    disabled,
    placeholder,
    "aria-label": label,
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => {
      editing.current = true;
      setDraft(event.target.value);
    },
    autoFocus,
    onBlur: () => {
      commit();
      onLeave?.();
    },
    onKeyDown: (event: React.KeyboardEvent<HTMLElement>) => {
      if (event.nativeEvent.isComposing) return;
      if (event.key === "Enter" && (!multiline || event.ctrlKey)) event.currentTarget.blur();
      if (event.key === "Escape") {
        editing.current = false;
        setDraft(value);
        event.stopPropagation();
        onLeave?.();
      }
    },
  };
  return multiline ? <textarea {...shared} rows={3} /> : <input {...shared} list={list} autoComplete="off" />;
}
