import { ImportFault, type ImportedMachine } from "#core/import/importReport.ts";
import { importScxml } from "#core/import/scxml/importScxml.ts";
import { importXState4 } from "#core/import/xstate4/importXState4.ts";
import { importXStateJson } from "#core/import/xstateJson.ts";

/** A form in which machines of other programs come. */
export interface ImportForm {
  readonly id: "scxml" | "xstate-json" | "xstate-4";
  /** Whether a text looks like it, by how it begins or what it calls. */
  readonly begins: RegExp;
  /**
   * @param id of the machine in the module; that of the file when left out
   * @throws ImportFault with the line and column of what is wrong
   */
  readonly read: (text: string, id?: string) => ImportedMachine;
}

export const importForms: readonly ImportForm[] = [
  { id: "scxml", begins: /^\ufeff?\s*</, read: importScxml },
  { id: "xstate-json", begins: /^\ufeff?\s*\{/, read: importXStateJson },
  { id: "xstate-4", begins: /\b(?:createMachine|Machine)\b/, read: importXState4 },
];

/** Characters of a file that is taken: more than any chart that a person drew, and read in seconds. */
const MAX_IMPORT_CHARACTERS = 4_000_000;

/**
 * The machine that a file holds.
 * @param from the form, where it is known
 * @throws ImportFault
 */
export function importMachine(
  text: string,
  { from, id }: { readonly from?: ImportForm["id"]; readonly id?: string } = {},
): ImportedMachine & { readonly form: ImportForm["id"] } {
  if (text.length > MAX_IMPORT_CHARACTERS)
    throw new ImportFault("too-large", { line: 1, column: 1 }, { limit: MAX_IMPORT_CHARACTERS });
  const form = importForms.find((item) => (from === undefined ? item.begins.test(text) : item.id === from));
  if (!form)
    throw new ImportFault(
      "form-unknown",
      { line: 1, column: 1 },
      { forms: importForms.map(({ id: name }) => name).join(", ") },
    );
  return { ...form.read(text, id), form: form.id };
}
