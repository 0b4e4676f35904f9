import type { ReactNode } from "react";
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
}: {
  id: string;
  known: readonly { readonly name: string }[] | undefined;
  label: string;
  placeholder: string;
  adding: boolean;
  /** Takes what was typed, never nothing. Answers whether it was added. */
  onAdd: (typed: string) => boolean;
  onAdding: (adding: boolean) => void;
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
