import type { ReactNode } from "react";
import type { FieldReason } from "#app/panels/inspector/commandForField.ts";
import { TextField } from "#app/panels/inspector/TextField.tsx";

/** The field for one more of a list, where it is open, and the names that its fields offer (`id` is what they call the list). */
export function AddByName({
  id,
  known,
  label,
  placeholder,
  adding,
  onAdd,
  onAdding,
  onEnter,
}: {
  id: string;
  known: readonly { readonly name: string }[] | undefined;
  label: string;
  placeholder: string;
  adding: boolean;
  /** Takes what was typed, never nothing. Answers false or the reason where it was not added. */
  onAdd: (typed: string) => boolean | FieldReason | undefined;
  onAdding: (adding: boolean) => void;
  onEnter?: (() => void) | undefined;
}): ReactNode {
  return (
    <>
      {adding && (
        <TextField
          mono
          autoFocus
          label={label}
          placeholder={placeholder}
          list={id}
          value=""
          onCommit={(typed) => typed.trim() !== "" && onAdd(typed)}
          onLeave={() => onAdding(false)}
          onEnter={onEnter}
        />
      )}
      <datalist id={id}>
        {known?.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
