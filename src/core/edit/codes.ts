/** Why a command may refuse; the words are `refusal.<code>` in locales, the facts named here fill them in. */
export const REFUSAL_CODES = [
  "action-not-found", // index
  "assigned-before", // name
  "bad-arguments", // at, command
  "block-field-type", // name, field, type, declared
  "block-needs-state", // block
  "block-not-found", // block, known
  "block-number", // name, value, min
  "block-parameter-unknown", // name, block
  "block-steps", // name, value, taken, max
  "block-unread",
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
  "integer-order", // state
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
  "no-event-types",
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
  "used-by-file", // name, machine, file
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
  "block-actions-before", // state
  "block-events-without-by", // event
  "block-field-added", // name
  "block-open-end", // state
  "definition-missing", // name
  "delay-missing", // name
  "end-moved", // state, parent
  "event-may-be-there", // event
  "event-missing", // name
  "exported-changed", // name
  "filled-in-file", // name, file
  "guard-missing", // name
  "may-be-overridden", // name
  "name-differs", // name
  "name-may-be-there", // name, code
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
  "state-may-be-there", // state
  "spelled-in-file", // name, file
  "state-spelled", // state, code
  "route-needs-id", // state
  "runs-again", // code
  "stub-added", // name
  "target-left-out", // target
  "target-not-found", // target
  "targets-clash", // state, other
  "targets-unread", // state, code
  "transition-removed", // source
  "used-in-file", // name, file
] as const;
export type WarningCode = (typeof WARNING_CODES)[number];

/** Why a request for a command is refused before it is worked out, or what came of it is not taken: by the project or the page. */
export const REQUEST_REFUSAL_CODES = [
  "answer-missing",
  "being-tried",
  "graph-stale",
  "may-not-start", // message
  "newer-format", // file
  "no-game",
  "still-loading",
  "took-too-long", // command, seconds
  "unknown-command", // id
  "would-lose-initial", // state, initial
  "would-lose-target", // state, target
  "would-not-parse", // command
  "would-share-id", // state, id, other
  "would-throw", // message
] as const;

/** What a person is warned of by the project: no command says it. */
export const REQUEST_WARNING_CODES = ["only-read"] as const;

/** Why the command line refuses a request: its words are its own (`cli/refusalWords.ts`). */
export type LineRefusalCode =
  | "bad-line"
  | "bad-request"
  | "file-not-read"
  | "file-not-written"
  | "line-too-long"
  | "machine-ambiguous"
  | "machine-not-found"
  | "no-machine";

/** All that has words under `refusal`. */
export type RefusalWord = RefusalCode | (typeof REQUEST_REFUSAL_CODES)[number];
/** All that has words under `warning`. */
export type WarningWord = WarningCode | (typeof REQUEST_WARNING_CODES)[number];
