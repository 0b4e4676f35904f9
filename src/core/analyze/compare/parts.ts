import type { Invoke, Meta } from "#core/chart/chart.ts";
import { formulaOf } from "#core/expr/formula.ts";
import { oneLine } from "#core/semantics/behaviorPrint.ts";
import { codeForm } from "#core/syntax/codeForm.ts";
import type { ChangedPart, PartName } from "#core/analyze/compare/change.ts";

/** Gathers the parts of one record that differ. */
export class PartList {
  readonly list: ChangedPart[] = [];

  add(part: PartName, before: string | undefined, after: string | undefined): void {
    this.list.push({
      part,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    });
  }

  /** The part, if its two values differ. */
  text(part: PartName, before: string | undefined, after: string | undefined): void {
    if (before !== after) this.add(part, before, after);
  }
}

interface Code {
  readonly text: string;
  readonly kind?: string;
  readonly name?: string;
}

/** A part that is code, if it is other code. It is shown as a formula; where that looks the same, as it is written. */
export const codePart = (
  parts: PartList,
  part: PartName,
  before: Code | undefined,
  after: Code | undefined,
): void => codesPart(parts, part, before ? [before] : [], after ? [after] : []);

/** The same of a list of guards or actions. */
export function codesPart(
  parts: PartList,
  part: PartName,
  before: readonly Code[],
  after: readonly Code[],
): void {
  const forms = (list: readonly Code[]) => JSON.stringify(list.map(({ text }) => codeForm(text)));
  if (forms(before) === forms(after)) return;
  const show = (list: readonly Code[], say: (code: Code) => string) =>
    list.length === 0 ? undefined : list.map(say).join("; ");
  const [was, is] = [show(before, shownCode), show(after, shownCode)];
  if (was !== is) return parts.add(part, was, is);
  const written = ({ text }: Code) => oneLine(text);
  parts.add(part, show(before, written), show(after, written));
}

/** A guard or action by its name or formula, else as it is written. */
export const shownCode = ({ text }: Code): string => formulaOf(text) ?? oneLine(text);

/** An actor that a state invokes, without what it leads to: that are transitions. */
export const invokeCode = ({ id, systemId, src, srcCode, input }: Invoke): Code => {
  const source = srcCode?.text ?? (src === undefined ? "undefined" : JSON.stringify(src));
  const names = Object.entries({ id, systemId }).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${JSON.stringify(value)}`],
  );
  return {
    text: `({ ${[...names, `src: ${source}`, ...(input ? [`input: ${input.text}`] : [])].join(", ")} })`,
  };
};

/** Clauses, who is asked, and whatever else `meta` holds. */
export function metaParts(parts: PartList, before: Meta, after: Meta): void {
  parts.text("clauses", before.clauses.join(", ") || undefined, after.clauses.join(", ") || undefined);
  const entries = (meta: Meta) => new Map(meta.entries ?? []);
  const [olds, news] = [entries(before), entries(after)];
  for (const key of new Set([...olds.keys(), ...news.keys()])) {
    const [was, is] = [olds.get(key), news.get(key)];
    if (codeForm(was ?? "") === codeForm(is ?? "")) continue;
    const show = (text: string | undefined) => (text === undefined ? undefined : `${key}: ${oneLine(text)}`);
    if (key === "asks") parts.add("asks", was && oneLine(was), is && oneLine(is));
    else parts.add("meta", show(was), show(is));
  }
}
