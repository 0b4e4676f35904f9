import { useContext, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FieldReason } from "#app/panels/inspector/commandForField.ts";
import { KeepText } from "#app/panels/inspector/LostTexts.tsx";
import { OfferButton } from "#app/parts/OfferButton.tsx";
import { refusalWords } from "#app/studio/GameEditor.ts";
import { leaveField } from "#app/kit/focusCanvas.ts";
import css from "#app/panels/inspector/Inspector.module.css";

interface TextFieldProps {
  value: string;
  label: string;
  mono?: boolean;
  multiline?: boolean;
  /** It breaks its one line where that is too long, and becomes as high as that needs. Enter gives it all the same. */
  grows?: boolean;
  disabled?: boolean;
  placeholder?: string;
  list?: string;
  autoFocus?: boolean;
  /** What stands here is only put in for what is to be written: it is requested at once, and stays when nothing is. */
  standIn?: boolean;
  /** The person is led here. */
  requested?: boolean;
  onCommit: (value: string) => boolean | FieldReason | void;
  /** It was left, whatever came of it. */
  onLeave?: () => void;
  /** Undo was requested where there is nothing typed to take back. */
  onUndo?: () => void;
  /** Enter took it; by default the keys go back to the graph. */
  onEnter?: (() => void) | undefined;
  /** Escape took back what was typed. */
  onEscape?: (() => void) | undefined;
  /** Tab took it; by default it goes to whatever comes next. */
  onNext?: (() => void) | undefined;
}

/**
 * A field that gives its value when left or on Enter, which leads back to the graph; Escape takes it back. It follows the value outside while it is not
 * being typed in. `onCommit` answers false to refuse: then the old value stands again; with the reason what was typed stays, the
 * reason beside it with what can be done about it, until it is changed or taken back.
 */
export function TextField(props: TextFieldProps) {
  const { value, label, mono, multiline, grows, disabled, placeholder, list, autoFocus } = props;
  const { standIn = false, requested = false, onLeave, onUndo, onEnter, onEscape, onNext } = props;
  const control = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const text = useTypedText(value, standIn, props.onCommit);
  useKeptText(label, text.unsaved);
  const { draft, reason } = text;
  const reasonId = useId();
  useEffect(() => {
    if (!requested) return;
    control.current?.focus();
    control.current?.select();
  }, [requested]);
  const shared = {
    ref: control,
    className: `field${mono ? " mono" : ""}`,
    value: draft,
    disabled,
    placeholder: standIn ? value : placeholder,
    "aria-label": label,
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => text.type(event.target.value),
    ...(reason === undefined ? {} : { "aria-invalid": true, "aria-describedby": reasonId }),
    autoFocus: autoFocus === true || standIn,
    onBlur: () => {
      const isTaken = text.leave();
      // What is refused stays to be mended.
      if (isTaken || !control.current?.matches("[aria-invalid]")) onLeave?.();
    },
    onKeyDown: (event: React.KeyboardEvent<HTMLElement>) => {
      if (event.nativeEvent.isComposing) return;
      const { currentTarget } = event;
      if (event.key === "Enter" && (!multiline || event.ctrlKey)) {
        // No line ends in a field of one line, however many it is broken into.
        if (grows) event.preventDefault();
        text.give(onEnter ?? (() => leaveField(currentTarget)));
      }
      if (event.key === "Tab" && !event.shiftKey && onNext) {
        event.preventDefault();
        text.give(onNext);
      }
      const undoes = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z";
      if (onUndo && undoes && draft === "") {
        event.preventDefault();
        onUndo();
      }
      if (event.key === "Escape") {
        text.takeBack();
        event.stopPropagation();
        onLeave?.();
        onEscape?.();
      }
    },
  };
  return (
    <>
      {multiline || grows ? (
        <textarea {...shared} rows={multiline ? 3 : 1} data-grows={grows} />
      ) : (
        <input {...shared} list={list} autoComplete="off" />
      )}
      {reason !== undefined && (
        <RefusalLine
          id={reasonId}
          reason={reason}
          onRefused={text.refuse}
          onSettled={() => {
            text.forgive();
            onLeave?.();
            (onNext ?? onEnter)?.();
          }}
        />
      )}
    </>
  );
}

/** Why what was typed is refused, and what can be done about it. */
function RefusalLine({
  id,
  reason,
  onRefused,
  onSettled,
}: {
  id: string;
  reason: FieldReason;
  /** What was offered is done, and something else is in the way now. */
  onRefused: (reason: FieldReason) => void;
  /** What was offered is done. */
  onSettled: () => void;
}) {
  const { t } = useTranslation();
  const line = useRef<HTMLSpanElement>(null);
  // In a low window it would stand below what is seen of the panel.
  useEffect(() => {
    void line.current?.scrollIntoView({ block: "nearest" });
  }, [reason]);
  return (
    <span ref={line} className={css.refused}>
      <span id={id}>{t(reason.key, reason.facts ?? {})}</span>
      {reason.offer && (
        <OfferButton
          className={css.offer}
          offer={reason.offer}
          onTaken={(studio) => studio.window.unsay(reason.key)}
          onDone={(refused) => {
            if (refused) onRefused(refusalWords(refused, reason.offer?.again ?? reason.offer));
            else onSettled();
          }}
        />
      )}
    </span>
  );
}

/** Hands on what was typed when the field goes before it was given. */
function useKeptText(label: string, unsaved: () => string | undefined): void {
  const keep = useContext(KeepText);
  const latest = useRef({ label, unsaved });
  useEffect(() => void (latest.current = { label, unsaved }));
  useEffect(
    () => () => {
      const text = latest.current.unsaved();
      if (text !== undefined) keep(latest.current.label, text);
    },
    [keep],
  );
}

/** What is typed in a field until it is given, and why it is refused. */
function useTypedText(value: string, standIn: boolean, onCommit: TextFieldProps["onCommit"]) {
  const [draft, setDraft] = useState(standIn ? "" : value);
  const [reason, setReason] = useState<FieldReason>();
  const editing = useRef(standIn);
  /** The value when typing began: another program may change it meanwhile. */
  const base = useRef(value);
  const entered = useRef(false);
  /** It was given by a key, which leads on from here. */
  const given = useRef(false);
  /** What was offered took it: nothing of it is lost with the field. */
  const settled = useRef(false);
  useEffect(() => {
    if (editing.current) return;
    setDraft(value);
    setReason(undefined);
  }, [value]);
  /** Answers whether it was taken. */
  const commit = (): boolean => {
    editing.current = false;
    if (standIn && draft === "") setDraft(value);
    else if (draft === value) setReason(undefined);
    // Who presses Enter sees first what came meanwhile; a field that is left may be gone with what was typed, so that is taken.
    else if (entered.current && value !== base.current) {
      base.current = value;
      editing.current = true;
      setReason({ key: "notice.field-changed", facts: { text: value } });
      return false;
    }
    // Checked already, and unchanged since: Enter checks it again.
    else if (reason === undefined || entered.current) {
      const answer = onCommit(draft);
      if (typeof answer === "object") setReason(answer);
      else if (answer === false) setDraft(value);
      return answer !== false && typeof answer !== "object";
    } else return false;
    return true;
  };
  return {
    draft,
    reason,
    type(text: string): void {
      if (!editing.current) base.current = value;
      editing.current = true;
      settled.current = false;
      setDraft(text);
      setReason(undefined);
    },
    /** Takes what is typed and gives the keys on; they stay while it is refused. */
    give(lead: () => void): void {
      entered.current = true;
      given.current = commit();
      entered.current = false;
      if (given.current) lead();
      given.current = false;
    },
    /** The field is left. Answers whether what was typed was taken. */
    leave: (): boolean => given.current || commit(),
    takeBack(): void {
      editing.current = false;
      setDraft(value);
      setReason(undefined);
    },
    /** What is typed and not given, or was refused; undefined where nothing is. */
    unsaved: () =>
      !settled.current && (editing.current || reason !== undefined) && draft !== value && draft !== ""
        ? draft
        : undefined,
    refuse: (why: FieldReason) => setReason(why),
    forgive(): void {
      settled.current = true;
      setReason(undefined);
    },
  };
}
