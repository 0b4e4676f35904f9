import type { Transition } from "#core/chart/chart.ts";
import type { Chip } from "#core/layout/content/chips.ts";
import { boxContent, headContent, portContent, rowContent } from "#core/layout/content/mapContent.ts";
import { stateContent, type StateContent } from "#core/layout/content/stateContent.ts";
import type { ChartNames } from "#core/layout/names.ts";
import { portOf } from "#core/layout/scene/ports.ts";
import type { Item } from "#core/layout/scene/scene.ts";
import { type ArrowSet, type BareItem, type CalledSign, countStates } from "#core/layout/scene/bareItem.ts";

const NO_CHIPS: readonly Chip[] = [];
const NOTHING: ReadonlySet<Transition> = new Set();

/** What is written in each drawn state. What stays the same stays the same object, so that what is drawn of it may stay. */
export function contentsOf(
  items: ReadonlyMap<string, BareItem>,
  names: ChartNames,
  { chips, far, called, callers, letters }: Omit<ArrowSet, "arrows" | "account">,
): Map<string, Item> {
  const found = new Map<string, Item>();
  for (const [id, item] of items) {
    const some = chips.get(id) ?? NO_CHIPS;
    const aims = far.get(id) ?? NOTHING;
    const calls = callers.get(id);
    const letter = called.has(id) ? (letters.get(id) ?? "") : undefined;
    const key = `${item.shape} ${item.level} ${item.folded} ${id} ${keyOf(some)} ${calls?.name} ${calls?.letter} ${letter} ${[...aims].map((t) => `${t.slot}${t.event}${t.index}`).join()}`;
    found.set(id, {
      ...item,
      called: called.has(id),
      content: remembered(item, names, key, () => contentOf(item, names, some, aims, { calls, letter })),
    });
  }
  return found;
}

/** What a state calls, and the letter it is called by; undefined where it is not. */
interface Calling {
  readonly calls: CalledSign | undefined;
  readonly letter: string | undefined;
}

const keyOf = (chips: readonly Chip[]): string => chips.map((chip) => chip.text).join("\n");

function contentOf(
  item: BareItem,
  names: ChartNames,
  chips: readonly Chip[],
  far: ReadonlySet<Transition>,
  { calls, letter }: Calling,
): StateContent {
  const { node, path, shape, level } = item;
  const folded = item.folded ? countStates(node) : undefined;
  if (shape === "port") return portContent(names.state(path, node.key), portOf(item.id)?.way ?? "to", names);
  if (level !== "map") return stateContent(node, path, names, { level, folded, far });
  if (shape === "row") return rowContent(node, path, names, calls);
  if (shape === "card") return headContent(node, path, names, chips, true, letter);
  if (shape === "compound" || shape === "parallel")
    return headContent(node, path, names, chips, false, letter);
  return boxContent(node, path, names, chips, folded, { calls, letter });
}

type Memo = WeakMap<BareItem["node"], { key: string; content: StateContent }>;
const memos = new WeakMap<ChartNames, Memo>();

function remembered(item: BareItem, names: ChartNames, key: string, make: () => StateContent): StateContent {
  let memo = memos.get(names);
  if (!memo) memos.set(names, (memo = new WeakMap()));
  const known = memo.get(item.node);
  if (known?.key === key) return known.content;
  const content = make();
  memo.set(item.node, { key, content });
  return content;
}
