import { Behaviors } from "#core/semantics/behavior.ts";
import type { Chart } from "#core/chart/chart.ts";
import type { Const } from "#core/semantics/codeReading.ts";
import { childOf, readJson } from "#core/ruleset/jsonText.ts";
import type { LabelKey } from "#core/ruleset/labels.ts";
import type { TextEdit } from "#core/text/textEdit.ts";

/**
 * A label says what a guard or an action is for; the code says what it does. `basis` in `labels/<locale>.json` keeps which code a label
 * was written for, so that a body that is changed later casts doubt on the words instead of hiding behind them.
 */

/** The fingerprint of the code that a label is for; undefined for labels of other things and for names that setup lacks. */
export type CodeOfLabel = (key: LabelKey) => string | undefined;

const latest = new WeakMap<Chart, { readonly consts: readonly Const[]; readonly of: CodeOfLabel }>();

/** Reads the code behind the labels of a chart. `consts`: those of its module. */
export function codeOfLabels(chart: Chart, consts: readonly Const[]): CodeOfLabel {
  const last = latest.get(chart);
  if (last?.consts === consts) return last.of;
  const behaviors = new Behaviors(chart, consts);
  const codes = new Map<LabelKey, string | undefined>();
  const of: CodeOfLabel = (key) => {
    if (!codes.has(key)) {
      const [, kind, name] = /^(guard|action):(.*)$/s.exec(key) ?? [];
      codes.set(
        key,
        name === undefined ? undefined : behaviors.fingerprintOf(kind as "guard" | "action", name),
      );
    }
    return codes.get(key);
  };
  latest.set(chart, { consts, of });
  return of;
}

/**
 * The edits of a labels file after which its labels are those of the code as it is: all of them, or those of `keys`. Entries whose label
 * or code is gone go with the whole. None when the text is no JSON, of a newer format, or says so already.
 */
export function stampLabels(text: string, codeOf: CodeOfLabel, keys?: ReadonlySet<LabelKey>): TextEdit[] {
  const read = readJson(text);
  if ("fault" in read) return [];
  const labels = childOf(read.node, "labels");
  const entries = labels?.entries;
  const format = childOf(read.node, "format");
  if (!labels || !entries || (format && text.slice(format.at.from, format.at.to) !== "1")) return [];
  const old = childOf(read.node, "basis");
  const stamps = entries.flatMap(({ key, value }) => {
    const code = value.text?.trim() ? codeOf(key) : undefined;
    if (code === undefined) return [];
    const stamp = old && childOf(old, key)?.text;
    if (keys === undefined || keys.has(key)) return [[key, code] as const];
    return stamp === undefined ? [] : [[key, stamp] as const];
  });
  const lines = stamps.map(([key, code]) => `    ${JSON.stringify(key)}: ${JSON.stringify(code)}`);
  const basis = lines.length === 0 ? "{}" : `{\n${lines.join(",\n")}\n  }`;
  if (old) return text.slice(old.at.from, old.at.to) === basis ? [] : [{ ...old.at, insert: basis }];
  if (stamps.length === 0) return [];
  return [{ from: labels.at.to, to: labels.at.to, insert: `,\n  "basis": ${basis}` }];
}
