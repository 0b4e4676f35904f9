import { KEY_RULES } from "#core/syntax/configKeys.ts";

/** Keys that are right somewhere else: written here they are in the wrong place, not misspelt. */
export const otherKeys: ReadonlySet<string> = new Set(
  [KEY_RULES.machine, KEY_RULES.transition, KEY_RULES.invoke, KEY_RULES.action, KEY_RULES.setup].flatMap(
    (rules) => Object.keys(rules),
  ),
);

/** Keys of a state that say when its actions run; `actions` alone does not. */
export const WHEN_IN_STATE = ["entry", "exit"];

/** Keys of XState 4 and what they are called now. */
export const formerKeys: Readonly<Record<string, string>> = {
  cond: "guard",
  in: "guard",
  internal: "reenter",
  activities: "invoke",
  onEntry: "entry",
  onExit: "exit",
  data: "output",
  parallel: "type",
  services: "actors",
};

export const formerInvokeKeys: Readonly<Record<string, string>> = { data: "input" };

/** Keys of XState 4 that were a switch and have no successor. */
export const FORMER_SWITCHES: ReadonlySet<string> = new Set([
  "predictableActionArguments",
  "preserveActionOrder",
  "strict",
  "tsTypes",
  "schema",
  "delimiter",
  "autoForward",
]);
