import type { StateNode, Transition } from "#core/chart/chart.ts";
import type { Chip } from "#core/layout/content/chips.ts";
import { shortText } from "#core/layout/content/transitionText.ts";
import { type ChartNames, triggerText } from "#core/layout/names.ts";
import type { Part } from "#core/layout/scene/scene.ts";

/** What one event does that may happen anywhere in a phase. */
export interface HeadEntry {
  readonly text: string;
  readonly transitions: Transition[];
  readonly aims: Set<string>;
  stays: boolean;
}

/** @param called where a call leads, in words */
export function enterHead(
  heads: Map<string, Map<string, HeadEntry>>,
  id: string,
  { transition }: Part,
  node: StateNode,
  names: ChartNames,
  called?: readonly string[],
): void {
  // what it asks for is shown at a closer level
  const { slot } = transition;
  const text = slot === "always" ? shortText(transition, node, names) : triggerText(transition, names).text;
  const entries = heads.get(id) ?? new Map<string, HeadEntry>();
  heads.set(id, entries);
  const known = entries.get(text) ?? { text, transitions: [], aims: new Set<string>(), stays: false };
  entries.set(text, known);
  known.transitions.push(transition);
  const aims =
    called ??
    transition.targets.flatMap((t) => (t.resolved ? [names.state(t.resolved, t.resolved.at(-1) ?? "")] : []));
  for (const aim of aims) known.aims.add(aim);
  if (aims.length === 0) known.stays = true;
}

export function headChip({ text, transitions, aims, stays }: HeadEntry): Chip {
  const ways = [...aims].join(" / ");
  const signs = [text, ...(ways === "" ? [] : [`→ ${ways}`]), ...(stays ? ["↺"] : [])].filter(
    (part) => part !== "",
  );
  return {
    kind: "event",
    text: signs.join(" "),
    mono: false,
    leaves: aims.size > 0,
    transition: transitions[0] as Transition,
    transitions,
  };
}
