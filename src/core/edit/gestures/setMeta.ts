import type { Json } from "#core/text/json.ts";
import {
  args,
  nullable,
  statePath,
  string,
  transition,
  type ArgShape,
  type ValueOf,
} from "#core/edit/argShape.ts";
import { jsonCode } from "#core/edit/pen/codeText.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import { refuse } from "#core/edit/refuse.ts";
import type { Draft } from "#core/edit/draft.ts";
import { addProperty, setProperty, type OrderOf } from "#core/edit/pen/properties.ts";
import type { Node } from "#core/syntax/node.ts";
import { configOf } from "#core/edit/gestures/transitionConfig.ts";
import { transitionSite } from "#core/edit/gestures/transitionSite.ts";

const json: ArgShape<Json> = { title: "json" };
const fields = {
  key: string("key", { minLength: 1 }),
  value: { ...nullable(json), description: "null takes the key away" },
};
const entryShape = args(fields);
type Entry = ValueOf<typeof entryShape>;

/** Sets one key of a state's `meta` to a JSON value; null takes it away. */
export const setStateMeta = defineCommand(
  "state.setMeta",
  args({ state: statePath, ...fields }),
  (draft, { state, ...entry }) => setMeta(draft, draft.holderOf(draft.state(state), "meta"), "state", entry),
);

/** Sets one key of a transition's `meta` to a JSON value; null takes it away. */
export const setTransitionMeta = defineCommand(
  "transition.setMeta",
  args({ transition, ...fields }),
  (draft, { transition: ref, ...entry }) => {
    const { object, wrap } = configOf(draft, transitionSite(draft, ref));
    requireKey(entry);
    if (object) setMeta(draft, object, "transition", entry);
    else if (entry.value !== null)
      wrap("meta", { object: [[entry.key, jsonCode(entry.value, draft.style)]] });
  },
);

function setMeta(draft: Draft, object: Node, order: OrderOf, entry: Entry): void {
  requireKey(entry);
  const { key, value } = entry;
  const code = value === null ? undefined : jsonCode(value, draft.style);
  const meta = draft.objectIn(object, "meta");
  if (meta) setProperty(draft, meta.value, "meta", key, code, { list: object, item: meta.property });
  else if (code !== undefined) addProperty(draft, object, order, "meta", { object: [[key, code]] });
}

function requireKey({ key }: Entry): void {
  if (key === "__proto__") refuse("key-invalid", undefined, { key, fault: "proto" });
}
