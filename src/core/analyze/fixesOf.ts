import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import type { Fix } from "#core/diagnostic/fix.ts";
import type { ModuleReading } from "#core/read/module.ts";
import * as code from "#core/analyze/fixes/code.ts";
import * as config from "#core/analyze/fixes/config.ts";
import { siteIn, type FixSite } from "#core/analyze/fixes/fixSite.ts";
import * as rules from "#core/analyze/fixes/rules.ts";
import * as states from "#core/analyze/fixes/states.ts";
import { replaceWord } from "#core/analyze/fixes/words.ts";
import { readSyntax } from "#core/analyze/literal.ts";

type Fixer = (site: FixSite) => readonly Fix[];

/** What can be done about each kind of diagnostic; the likeliest fix comes first. */
const FIXERS: Readonly<Record<string, Fixer>> = {
  // names that are not there
  "import-missing": code.bringImport,
  "import-unknown": code.importRenamed,
  "name-unknown": code.nameUnknown,
  "target-not-found": states.targetNotFound,
  "target-ambiguous": states.targetWithin,
  "initial-not-found": replaceWord,
  "guard-not-found": states.missingName,
  "action-not-found": states.missingName,
  "actor-not-found": replaceWord,
  "delay-not-found": replaceWord,
  "event-not-declared": states.missingEvent,
  "state-in-id-not-found": replaceWord,
  "state-in-not-found": replaceWord,
  "asks-unknown": replaceWord,
  "asks-unknown-context": replaceWord,
  "clause-unknown": replaceWord,
  // keys and values
  "unknown-state-key": config.unknownKey,
  "unknown-transition-key": config.unknownKey,
  "unknown-invoke-key": config.unknownKey,
  "unknown-action-key": config.unknownKey,
  "unknown-setup-key": config.unknownKey,
  "unknown-meta-key": config.unknownKey,
  "wrong-type": config.wrongType,
  "wrong-value": replaceWord,
  "target-type": config.targetType,
  "target-empty": config.targetEmpty,
  "event-empty": config.eventEmpty,
  "event-empty-list": config.eventEmptyList,
  "event-former": replaceWord,
  "event-wildcard": replaceWord,
  "delay-not-number": replaceWord,
  "after-list-string": config.afterListString,
  "duplicate-key": (site) =>
    site.diagnostic.facts["in"] === "states"
      ? config.anotherKey(site, String(site.diagnostic.facts["key"]))
      : [],
  "key-empty": (site) => config.anotherKey(site, "state"),
  "key-proto": (site) =>
    site.diagnostic.path?.at(-1) === "__proto__" ? config.anotherKey(site, "proto") : [],
  "key-integer": states.renameState,
  "key-unreachable": states.renameState,
  "key-grammar": states.renameState,
  // states and transitions
  "initial-missing": states.beginInFirst,
  "initial-ignored": (site) => config.removeProperties(site, ["initial"], true),
  "initial-without-states": (site) => config.removeProperties(site, ["initial"], true),
  "initial-is-history": (site) => replaceWord(site, false),
  "states-ignored": (site) =>
    site.diagnostic.facts["type"] === "atomic" ? config.removeProperties(site, ["type"]) : [],
  "states-missing": (site) => config.removeProperties(site, ["type"], true),
  "duplicate-id": (site) => states.anotherId(site, states.stateIds(site)),
  "invoke-id-twice": (site) => states.anotherId(site, states.actorIds(site)),
  "id-dot": states.idWithoutDots,
  "final-has-transitions": states.finalOrNot,
  "final-goes-on": states.finalOrNot,
  "done-never": (site) => config.removeProperties(site, ["onDone"]),
  "done-of-machine": (site) => config.removeProperties(site, ["onDone"]),
  "history-ignores": (site) => config.removeProperties(site, [String(site.diagnostic.facts["key"])]),
  "output-ignored": (site) => config.removeProperties(site, ["output"]),
  "route-without-id": states.giveId,
  "reenter-without-target": states.dropReenter,
  "transition-shadowed": states.shadowed,
  "always-dead": (site) => states.deleteTransition(site, true),
  "state-unreachable": states.deleteState,
  "state-stuck": states.makeFinal,
  "history-from-inside": states.reenter,
  "guard-unused": (site) => config.removeProperty(site, false),
  "action-unused": (site) => config.removeProperty(site, false),
  "actor-unused": (site) => config.removeProperty(site, false),
  "delay-unused": (site) => config.removeProperty(site, false),
  // code
  "guard-async": code.notAsync,
  "assign-async": code.notAsync,
  "action-not-carried-out": code.actionItself,
  "event-as-text": code.eventObject,
  "former-arguments": code.newArguments,
  "guard-list": code.guardList,
  "actor-function": code.actorOf,
  // rules
  "asks-missing": states.askTurnPlayer,
  "clause-carried-anyway": rules.dropNotModelled,
  "label-older": rules.labelFits,
  "label-unknown": rules.labelUnknown,
  "layout-unknown-state": rules.replaceOrRemove,
  "text-unknown-clause": rules.replaceOrRemove,
  "term-at-unknown": rules.labelUnknown,
  "review-unknown-clause": replaceWord,
  "term-forbidden": rules.prescribedWord,
  "locale-differs": rules.expectedWord,
  "json-missing": rules.addFormat,
  "json-unknown-key": replaceWord,
  "json-value": replaceWord,
  "reading-option-unknown": replaceWord,
  "reading-input-unknown": replaceWord,
  "event-unknown": replaceWord,
  "state-unknown": rules.stateRenamed,
  "field-unknown": replaceWord,
  "input-unknown": replaceWord,
  "save-unknown": replaceWord,
  "context-unknown": replaceWord,
  "guard-unknown": replaceWord,
  "locale-unlisted": replaceWord,
};

/**
 * The ways to fix a diagnostic, computed when somebody asks; none when there is no obvious one. Pure: nothing is changed.
 * @param reading of the machine's text
 * @param files that the diagnostic was reported on
 */
export function fixesOf(
  diagnostic: Diagnostic,
  reading: ModuleReading,
  files: ReadonlyMap<string, string>,
): readonly Fix[] {
  const { at, file, code: diagnosticCode } = diagnostic;
  const text = files.get(file);
  const fixer = Object.hasOwn(FIXERS, diagnosticCode) ? FIXERS[diagnosticCode] : undefined;
  if (!fixer || !at || text === undefined || at.to > text.length) return [];
  if (file !== "machine") return fixer({ diagnostic, text, at });
  const syntax = reading.parsed ? readSyntax(text, reading.lang) : undefined;
  return syntax ? fixer({ diagnostic, text, at, syntax, ...siteIn(reading.charts, diagnostic) }) : [];
}

/** Whether there may be a fix; cheap, for lists that ask for many. */
export const mayBeFixed = ({ code: diagnosticCode, at }: Diagnostic): boolean =>
  at !== undefined && Object.hasOwn(FIXERS, diagnosticCode);
