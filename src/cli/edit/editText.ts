import type { Chart } from "#core/chart/chart.ts";
import { absolute, placeOf } from "#core/chart/places.ts";
import { mayThrow, needsTrial, newFault } from "#core/project/dryRun.ts";
import type { Trial } from "#core/project/trial.ts";
import { runCommand } from "#core/edit/commands.ts";
import type { Change, Refusal } from "#core/edit/command.ts";
import type { FindImporters } from "#core/symbol/importers.ts";
import type { ModuleReading } from "#core/read/module.ts";
import { readModule } from "#core/read/readModule.ts";
import { budgetsBy, withinBudget } from "#core/text/budget.ts";
import { applyEdits, type Span, type TextEdit } from "#core/text/textEdit.ts";
import { findMachine, type MachineRef } from "#cli/edit/findMachine.ts";
import { refusalWords } from "#cli/edit/refusalWords.ts";
import type { Imports } from "#cli/edit/readSource.ts";
import type { Language } from "#cli/words.ts";

/** A command on the text of a module. */
export interface Edit {
  readonly text: string;
  readonly lang: "ts" | "js";
  readonly machine: MachineRef;
  readonly command: string;
  readonly args: unknown;
  /** Where the files that it imports are found; without it what they hold is opaque. */
  readonly imports?: Imports;
  /** Finds the files that import it; without it there may be any. */
  readonly importers?: FindImporters;
  /** Whatever comes of it: also what would no longer run. */
  readonly anyway?: boolean;
}

/** A refusal or warning as programs get it: `range` in UTF-16 units of the old text, null when it has no place there. */
export interface Message {
  readonly code: string;
  readonly message: string;
  readonly range: Span | null;
  /** A command for the same machine that may clear the way. */
  readonly offer?: { readonly command: string; readonly args: unknown };
  /** It can be done all the same: `--force`, or `"force": true` in a line of a batch. */
  readonly force?: true;
}

export interface Edited {
  readonly ok: true;
  /** The whole new text. */
  readonly text: string;
  /** In order and apart; offsets of the old text. */
  readonly edits: readonly TextEdit[];
  /** Old path -> new path (null: gone) of every state whose path changes, keys joined by dots. */
  readonly pathMap: Readonly<Record<string, string | null>>;
  /** What `state.copy` copied. */
  readonly clip?: string;
  readonly warnings: readonly Message[];
}
export interface NotEdited {
  readonly ok: false;
  readonly refused: Message;
}

/** A command that can be done: the machine that it is about, what it changes, and the answer for programs. */
export interface Changed {
  readonly ok: true;
  readonly reading: ModuleReading;
  readonly chart: Chart;
  readonly change: Change;
  /** What the new text is read as. */
  readonly after: ModuleReading;
  readonly answer: Edited;
  /** XState says whether the new text still runs, if it may be run. */
  readonly trial?: Trial;
}

/** What reading says against a change where XState has not judged it, and that it has not. */
export function judgedByReading(changed: Changed | NotEdited, language: Language): Changed | NotEdited {
  if (!changed.ok || !changed.trial) return changed;
  const { trial, answer } = changed;
  if (trial.doubt) return refusedAs(trial.doubt, language);
  const onlyRead = messageOf({ code: "only-read" }, "warning", language);
  return { ...changed, answer: { ...answer, warnings: [...answer.warnings, onlyRead] } };
}

/** What one command may take: a batch answers each line, whatever the lines before it were. */
const budgetFor = budgetsBy(() => performance.now());

/**
 * What a command makes of a text, or a refusal in words. Whether XState has to confirm it is left to the caller (`judge.ts`). @throws on
 * faults of ours alone
 */
export function changeText(edit: Edit, language: Language): Changed | NotEdited {
  return withinBudget<Changed | NotEdited>(
    budgetFor(edit.text.length),
    () => changeBy(edit, language),
    ({ seconds }) =>
      refusedAs(
        { code: "took-too-long", facts: { command: edit.command, seconds: String(seconds) } },
        language,
      ),
  );
}

function changeBy(edit: Edit, language: Language): Changed | NotEdited {
  const { text, command } = edit;
  const args = withTextEvents(edit.args);
  const reading = readOnce(text, edit.lang, edit.imports);
  if (!reading.parsed) return { ok: false, refused: unreadable(reading, language) };
  const choice = findMachine(text, reading, edit.machine);
  if ("refused" in choice) return refusedAs(choice.refused, language);
  const { chart } = choice;
  const previous = { text, reading };
  const again = (later: string) => readModule(later, { lang: edit.lang, ...edit.imports, previous }).charts;
  // Whatever comes of it: what else is made of it is told then, and does not keep it.
  const importers = (edit.anyway ? undefined : edit.importers) ?? (() => undefined);
  const change = runCommand(command, text, chart, args, again, importers);
  if ("refused" in change)
    return refusedAs(change.refused, language, change.refused.at ?? nearestSpan(chart, args));
  const after = applyEdits(text, change.edits);
  const now = after === text ? reading : readModule(after, { lang: edit.lang, ...edit.imports, previous });
  if (!now.parsed) return refusedAs({ code: "would-not-parse" }, language, chart.callAt);
  const fault = edit.anyway ? undefined : newFault(reading, now, change, chart);
  if (fault) return refusedAs(fault, language);
  const answer: Edited = {
    ok: true,
    text: after,
    edits: change.edits,
    pathMap: change.pathMap,
    ...(change.clip === undefined ? {} : { clip: change.clip }),
    warnings: change.warnings.map((refusal) => messageOf(refusal, "warning", language, refusal.at)),
  };
  const changed: Changed = { ok: true, reading, chart, change, after: now, answer };
  if (edit.anyway || !needsTrial(reading, now, change)) return changed;
  const doubt = mayThrow(change);
  return { ...changed, trial: { before: text, after, ...(doubt ? { doubt } : {}) } };
}

/** Delays and places of invokes may come as numbers, and an event that there is none of as null. */
function withTextEvents(args: unknown): unknown {
  if (typeof args !== "object" || args === null || Array.isArray(args)) return args;
  const { event, transition, ...rest } = args as Readonly<Record<string, unknown>>;
  return {
    ...rest,
    ...(transition === undefined ? {} : { transition: withTextEvents(transition) }),
    ...(event === undefined || event === null
      ? {}
      : { event: typeof event === "number" ? String(event) : event }),
  };
}

/** A refusal as an answer. */
export const refusedAs = (refusal: Refusal, language: Language, at = refusal.at): NotEdited => ({
  ok: false,
  refused: messageOf(refusal, "refusal", language, at),
});

function messageOf(refusal: Refusal, group: "refusal" | "warning", language: Language, at?: Span): Message {
  const message = refusalWords(withWholeNamed(refusal), group, language);
  const offer = refusal.offer ? { offer: { command: refusal.offer.id, args: refusal.offer.args } } : {};
  const force = refusal.anyway ? { force: true as const } : {};
  return { code: refusal.code, message, range: at ? { from: at.from, to: at.to } : null, ...offer, ...force };
}

/** Arguments that do not fit as a whole are named `args`, so that the sentence does not end in empty brackets. */
const withWholeNamed = (refusal: Refusal): Refusal =>
  refusal.facts?.["at"] === "" ? { ...refusal, facts: { ...refusal.facts, at: "args" } } : refusal;

/** The parser's own words stand behind ours: they name what it did not expect. */
function unreadable({ diagnostics }: ModuleReading, language: Language): Message {
  const fault = diagnostics.find((diagnostic) => diagnostic.code === "syntax-error");
  const plain = messageOf({ code: "text-not-parsed" }, "refusal", language, fault?.at);
  const says = fault?.facts["message"];
  return typeof says === "string" ? { ...plain, message: `${plain.message} ${says}` } : plain;
}

/** Where a refusal without a place of its own belongs: the state that was named, or the last one above it that there is. */
function nearestSpan(chart: Chart, args: unknown): Span {
  const field = (of: unknown, name: string): unknown =>
    typeof of === "object" && of !== null ? (of as Record<string, unknown>)[name] : undefined;
  const path = field(args, "state") ?? field(args, "source") ?? field(field(args, "transition"), "source");
  if (Array.isArray(path) && path.every((key) => typeof key === "string"))
    for (let length = path.length; length > 0; length--) {
      const place = placeOf(chart, path.slice(0, length));
      if (place?.node.keyAt) return absolute(place, place.node.keyAt);
    }
  return chart.callAt;
}

let last:
  | { readonly text: string; readonly path: string | undefined; readonly reading: ModuleReading }
  | undefined;

/** Many edits are applied to one text in a row: it is read once, as long as the files it imports stay the same. */
function readOnce(text: string, lang: "ts" | "js", imports: Imports | undefined): ModuleReading {
  const previous = last?.text === text && last.path === imports?.path ? last : undefined;
  const reading = readModule(text, { lang, ...imports, ...(previous ? { previous } : {}) });
  last = { text, path: imports?.path, reading };
  return reading;
}
