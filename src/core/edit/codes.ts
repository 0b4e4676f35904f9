/** Why a command may refuse; the words are `refusal.<code>` in locales, the facts named here fill them in. */
export const REFUSAL_CODES = [
  "action-not-found", // index
  "assigned-before", // name
  "bad-arguments", // at, command
  "cannot-edit-here",
  "cannot-invoke", // type
  "text-moved-on",
  "clip-not-a-state",
  "computed-key",
  "config-elsewhere", // file
  "config-not-here",
  "defined-elsewhere", // name, file
  "defined-unread", // name, code
  "event-invalid", // event
  "first-child-history",
  "guard-as-value", // name
  "has-behavior", // type
  "has-children", // type
  "has-transitions", // type
  "history-cannot-be-initial",
  "history-has-no-actions",
  "id-invalid", // id
  "id-taken", // id, state
  "index-out-of-range", // index, most
  "initial-not-written-here",
  "into-itself",
  "invoke-not-found", // index
  "is-root",
  "key-invalid", // key, fault: empty | integer | proto | dot | hash | backslash
  "name-invalid", // name
  "name-unknown", // name
  "named-elsewhere", // name, file
  "name-shared", // name
  "name-taken", // key
  "name-taken-in-rules", // key, file
  "no-children",
  "no-initial-left", // state
  "no-setup",
  "not-an-action", // text
  "not-an-expression", // text
  "not-an-object", // state
  "not-siblings", // state
  "not-written-here", // name
  "origin-elsewhere", // state, file
  "origin-given", // state, name
  "origin-shared", // state
  "parent-cannot-have-children", // type
  "parent-is-parallel",
  "route-has-no-target",
  "route-taken",
  "setup-elsewhere", // file
  "slot-has-no-event", // slot
  "slot-stays", // slot
  "source-cannot-leave", // type
  "spread-may-bring", // name
  "state-not-found", // state
  "state-referenced", // count
  "states-has-spread",
  "states-not-read",
  "target-elsewhere", // target, file
  "symbol-not-found", // name
  "target-needs-id", // state
  "target-not-found", // target
  "target-shared", // target
  "text-not-in-force",
  "text-not-parsed",
  "transition-not-found", // event, index
  "type-needed", // name, value
  "used-by-other", // name, machine
  "unknown-command", // id
  "value-not-literal", // name
  "written-twice", // name
  "xstate-6", // sign
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** What a command that was applied asks the person to look at; the words are `warning.<code>` in locales. */
export const WARNING_CODES = [
  "action-missing", // name
  "actor-missing", // name
  "definition-missing", // name
  "delay-missing", // name
  "end-moved", // state, parent
  "event-may-be-there", // event
  "event-missing", // name
  "exported-changed", // name
  "guard-missing", // name
  "name-differs", // name
  "name-missing", // name
  "name-spelled", // name
  "named-by-others", // name
  "own-now", // state, name
  "parallel-removed", // state
  "history-default-removed", // state
  "history-moved", // state, parent
  "id-changed", // from, to
  "id-left-out", // id, state
  "initial-actions-removed", // state
  "initial-changed", // from, to
  "state-in-gone", // state
  "state-spelled", // state
  "route-needs-id", // state
  "runs-again", // code
  "stub-added", // name
  "target-left-out", // target
  "target-not-found", // target
  "targets-clash", // state, other
  "targets-unread", // state, code
  "transition-removed", // source
] as const;
export type WarningCode = (typeof WARNING_CODES)[number];
