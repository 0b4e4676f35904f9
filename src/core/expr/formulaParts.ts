/**
 * A printed formula is one text. Two kinds of parts in it are marked, so that whoever shows it can set them apart: what stayed code, as it has
 * no form in words, and a name that is shown by its label, with what it is called in the code.
 */
export type FormulaPart =
  | { readonly kind: "words" | "code"; readonly text: string }
  | { readonly kind: "label"; readonly text: string; readonly id: string };

/**
 * What names and values in a formula are called in the reader's language. Each gives `undefined` where there is no label: the name of the code
 * stands then.
 */
export interface FormulaLabels {
  /**
   * A field by the names that lead to it, from what it is of: `["context", "charm", "target"]`, `["event", "by"]`, `["input", "seats"]`; of what a
   * list holds, a helper gives or a function is given, from `""` on.
   * @param event the type of the event in question, where it is one
   */
  field(path: readonly string[], event: string | undefined): FieldLabel | undefined;
  /**
   * A text in quotation marks.
   * @param field what it is compared with or becomes
   */
  value(text: string, field: readonly string[] | undefined, event: string | undefined): string | undefined;
  /** A helper or list of the module; `{1}`, `{2}` in it stand for what a helper is given besides the context: `the top of {1}`. */
  helper(name: string): string | undefined;
  /**
   * A local name: what a helper is given, or a function within a formula.
   * @param list what the list is called whose items the name stands for one by one
   */
  local(name: string, list: string | undefined): string | undefined;
}
export interface FieldLabel {
  readonly label: string;
  /** It says all of the path, not only its last name: `the charmed player` of `charm.target`. */
  readonly isWhole: boolean;
}

const OPEN_CODE = "⟦";
const CLOSE_CODE = "⟧";
const OPEN_LABEL = "⟪";
const BETWEEN = "⦙";
const CLOSE_LABEL = "⟫";
const MARKS = /[⟦⟧⟪⦙⟫]/g;
const LABEL = /⟪([^⟪⦙⟫]*)⦙([^⟪⦙⟫]*)⟫/g;

/** Marks what stays code; its names stand as they are in the code. */
export const asCode = (text: string): string =>
  `${OPEN_CODE}${text.replaceAll(LABEL, "$1").replaceAll(MARKS, "")}${CLOSE_CODE}`;

/** Marks a name that is shown by its label. */
export const asLabel = (id: string, label: string): string =>
  `${OPEN_LABEL}${id.replaceAll(MARKS, "")}${BETWEEN}${label.replaceAll(MARKS, "")}${CLOSE_LABEL}`;

/** A printed formula in parts. */
export function formulaParts(text: string): readonly FormulaPart[] {
  return text
    .split(/(⟦[^⟦⟧]*⟧|⟪[^⟪⟫]*⟫)/)
    .filter((part) => part !== "")
    .map((part): FormulaPart => {
      if (part.startsWith(OPEN_CODE)) return { kind: "code", text: part.slice(1, -1) };
      if (!part.startsWith(OPEN_LABEL)) return { kind: "words", text: part };
      const [id = "", label = ""] = part.slice(1, -1).split(BETWEEN);
      return { kind: "label", id, text: label };
    });
}

/** A printed formula without its marks. */
export const plainFormula = (text: string): string =>
  formulaParts(text)
    .map((part) => part.text)
    .join("");
