import type { StatePath } from "#core/chart/chart.ts";
import type { TransitionRef } from "#core/chart/places.ts";
import { args, statePath, transition, type ArgShape } from "#core/edit/argShape.ts";
import { quoteText, type Code } from "#core/edit/codeText.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import { refuse, type Draft } from "#core/edit/draft.ts";
import { addProperty, setProperty, type OrderOf } from "#core/edit/properties.ts";
import { child, literalText, nodes, propertyOf, spanOf, unwrap, type Node } from "#core/edit/sourceTree.ts";
import { configOf } from "#core/edit/transitionConfig.ts";
import { transitionSite } from "#core/edit/transitionSite.ts";

const clauses: ArgShape = { type: "array", items: { type: "string" }, description: "ids of clauses" };

/** Says which clauses of the rules a state carries out (`meta.clauses`); none removes the list. */
export const setStateClauses = defineCommand<{ state: StatePath; clauses: readonly string[] }>(
  "state.setClauses",
  args({ state: statePath, clauses }),
  (draft, { state, clauses: ids }) => setClauses(draft, draft.objectOf(draft.state(state)), "state", ids),
);

/** Says which clauses of the rules a transition carries out. */
export const setTransitionClauses = defineCommand<{ transition: TransitionRef; clauses: readonly string[] }>(
  "transition.setClauses",
  args({ transition, clauses }),
  (draft, { transition: ref, clauses: ids }) => {
    const { object, wrap } = configOf(draft, transitionSite(draft, ref));
    if (object) setClauses(draft, object, "transition", ids);
    else if (ids.length > 0) wrap("meta", { object: [["clauses", listOf(draft, ids)]] });
  },
);

const listOf = (draft: Draft, ids: readonly string[]): Code => ({
  array: ids.map((id) => quoteText(id, draft.style.quote)),
});

function setClauses(draft: Draft, object: Node, order: OrderOf, ids: readonly string[]): void {
  const meta = draft.objectIn(object, "meta");
  if (!meta) {
    if (ids.length > 0)
      addProperty(draft, object, order, "meta", { object: [["clauses", listOf(draft, ids)]] });
    return;
  }
  const up = { list: object, item: meta.property };
  const property = propertyOf(meta.value, "clauses");
  if (!property || ids.length === 0)
    return setProperty(
      draft,
      meta.value,
      order,
      "clauses",
      ids.length > 0 ? listOf(draft, ids) : undefined,
      up,
    );
  const written = child(property, "value");
  const list = written && unwrap(written);
  const items = list?.type === "ArrayExpression" ? nodes(list["elements"]) : [];
  const texts = items.map(literalText);
  if (!list || list.type !== "ArrayExpression" || texts.includes(undefined))
    refuse("value-not-literal", spanOf(property), { name: "clauses" });
  changeList(draft, list, items, texts as string[], ids);
}

/** Keeps the items that stay, with their comments, when the new list is some of them and then new ones. */
function changeList(
  draft: Draft,
  list: Node,
  items: readonly Node[],
  old: readonly string[],
  ids: readonly string[],
): void {
  const gone = items.filter((_, i) => !ids.includes(old[i] ?? ""));
  const stays = old.filter((id) => ids.includes(id));
  const inOrder = stays.every((id, i) => ids[i] === id);
  const added = ids.slice(stays.length);
  const keepsLast = items.length > 0 && !gone.includes(items.at(-1) as Node);
  if (!inOrder || (added.length > 0 && !keepsLast)) {
    draft.replace(spanOf(list), `[${ids.map((id) => quoteText(id, draft.style.quote)).join(", ")}]`);
    return;
  }
  for (const item of gone) draft.remove({ list, item });
  if (added.length > 0)
    draft.insert(
      list,
      items.length,
      added.map((id) => ({ code: () => quoteText(id, draft.style.quote) })),
    );
}
