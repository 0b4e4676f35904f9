import { short } from "#core/analyze/fixes/fixSite.ts";
import { FORMER_SWITCHES, formerInvokeKeys, formerKeys } from "#core/analyze/misplacedKeys.ts";
import type { Syntax } from "#core/analyze/literal.ts";
import { FORMER_EXPORTS } from "#core/analyze/xstateNames.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";

/** What version 5 exports and version 4 does not: a module that takes one of these is written for version 5, whatever else is in it. */
const NEW_EXPORTS = [
  "assertEvent",
  "createActor",
  "createEmptyActor",
  "emit",
  "enqueueActions",
  "fromCallback",
  "fromEventObservable",
  "fromObservable",
  "fromPromise",
  "fromTransition",
  "getInitialSnapshot",
  "getNextSnapshot",
  "setup",
  "spawnChild",
  "stateIn",
  "stopChild",
  "transition",
];

/**
 * Says that a module is written for XState 4, where what is wrong with it was right there: one misspelt key says what to write, but thirty
 * of them do not say what they have in common. A module that takes anything new from `xstate` is one of version 5 with a fault.
 * @param diagnostics what is wrong with its machines and imports
 */
export function checkXState4(syntax: Syntax, diagnostics: readonly Diagnostic[], text: string): Diagnostic[] {
  if (NEW_EXPORTS.some((name) => syntax.fromXState.has(name))) return [];
  const sign = diagnostics.find(isFormer);
  if (!sign?.at) return [];
  const { from, to } = sign.at;
  const end = text.indexOf("\n", to);
  const line = withoutTail(text.slice(from, end < 0 ? text.length : end));
  const facts = { sign: short(sign.code === "import-unknown" ? text.slice(from, to) : line) };
  return [{ code: "xstate-4", severity: "error", file: "machine", at: sign.at, facts }];
}

/** A line without what opens or parts something at its end. */
function withoutTail(line: string): string {
  let { length } = line;
  while (length > 0 && /[\s,;[{(]/.test(line.charAt(length - 1))) length--;
  return line.slice(0, length);
}

/** Whether something that means nothing to version 5 had a meaning in version 4. */
function isFormer({ code, facts }: Diagnostic): boolean {
  const key = String(facts["key"] ?? facts["name"]);
  if (code === "import-unknown") return Object.hasOwn(FORMER_EXPORTS, key);
  if (code === "unknown-invoke-key") return Object.hasOwn(formerInvokeKeys, key) || FORMER_SWITCHES.has(key);
  if (code === "unknown-state-key" || code === "unknown-transition-key" || code === "unknown-setup-key")
    return Object.hasOwn(formerKeys, key) || FORMER_SWITCHES.has(key);
  return code === "event-empty" || code === "event-former";
}
