import type { ControlWords } from "#adapters/flow/canvasProps.ts";
import type { ChartNames } from "#core/layout/names.ts";
import type { Item } from "#core/layout/scene/scene.ts";

/** What a screen reader says of a state. */
export function spoken(item: Item, names: ChartNames, words: ControlWords): string {
  const label = names.state(item.path, item.node.key);
  const asks =
    item.node.meta.asks === undefined
      ? []
      : [names.words.waitsFor.replace("{who}", names.asks(item.node.meta.asks))];
  return [
    label,
    ...(label === item.node.key ? [] : [item.node.key]),
    ...item.node.meta.clauses,
    ...asks,
    ...(item.folded ? [words.unfold] : []),
  ].join(", ");
}
