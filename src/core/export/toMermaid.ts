import type { Chart, Guard, StateNode, Transition } from "#core/chart/chart.ts";
import { pathId, pathOf, places, type PlacedState } from "#core/chart/places.ts";
import { idOfKey, type LabelKey } from "#core/ruleset/labels.ts";
import { addAll } from "#core/text/addAll.ts";

export interface MermaidOptions {
  /** The name to show for a label key; the id when absent. */
  readonly label?: (key: LabelKey) => string;
}

/** Words that Mermaid's grammar gives a meaning of its own. */
const RESERVED = new Set(
  "accdescr acctitle as class classdef click default direction end fork hide href join choice left note of over right scale state style".split(
    " ",
  ),
);

/**
 * A `stateDiagram-v2` for a README: nested states, regions, `EVENT [guard]` on the arrows, inline guards as numbered notes.
 * Any text may be a name: what Mermaid would read as syntax is written as character codes.
 */
export function toMermaid(chart: Chart, { label = idOfKey }: MermaidOptions = {}): string {
  const ids = mermaidIds(chart);
  const notes: { id: string; text: string }[] = [];
  const inside = new Map<string, string[]>();
  const outside: string[] = [];

  // Signs, as in pictures: words would be of one language in labels of another.
  const guardText = (guard: Guard, place: PlacedState): string => {
    const joined = guard.kind === "and" || guard.kind === "or";
    const parts = (guard.of ?? []).map((item) => {
      const text = guardText(item, place);
      const isLoose = (item.kind === "and" || item.kind === "or") && (item.of?.length ?? 0) > 1;
      return isLoose && (guard.kind === "not" || (joined && item.kind !== guard.kind)) ? `(${text})` : text;
    });
    if (guard.kind === "named") return label(`guard:${guard.name}`);
    if (guard.kind === "not") return `¬${parts[0] ?? ""}`;
    if (joined) return parts.join(guard.kind === "and" ? " ∧ " : " ∨ ");
    notes.push({ id: ids.get(pathId(place.path)) ?? "", text: `${notes.length + 1}: ${guard.text}` });
    return String(notes.length);
  };
  const arrow = (place: PlacedState, transition: Transition) => {
    const from = ids.get(pathId(place.path));
    if (from === undefined || transition.form === "null") return;
    const words = [
      triggerText(transition, place.node, label),
      ...(transition.guard ? [`[${guardText(transition.guard, place)}]`] : []),
    ];
    const arrowLabel = escape(words.filter((word) => word !== "").join(" "));
    if (transition.form === "other" && transition.targets.length === 0) {
      // Where it leads is decided in code: an arrow to itself would be a guess.
      notes.push({ id: from, text: [...words, "(code)"].join(" ") });
      return;
    }
    const targets = transition.targets.flatMap(({ resolved }) => (resolved ? [pathId(resolved)] : []));
    for (const target of transition.targets.length === 0 ? [pathId(place.path)] : targets) {
      const to = ids.get(target);
      if (to === undefined) continue;
      const line = `${from} --> ${to}${arrowLabel === "" ? "" : ` : ${arrowLabel}`}`;
      const parent = place.parent ? parentId(pathId(place.path)) : "";
      // An arrow within a block makes its ends members of that block, so only siblings are joined there.
      if (parent !== "" && parent === parentId(target))
        inside.set(parent, [...(inside.get(parent) ?? []), line]);
      else outside.push(line);
    }
  };
  for (const place of places(chart).values())
    for (const transition of place.node.transitions) arrow(place, transition);

  const block = (node: StateNode, path: string, indent: string): string[] => {
    const lines: string[] = [];
    const id = (key: string) => ids.get(childOf(path, key)) ?? "";
    if (
      node.type === "compound" &&
      node.initial &&
      node.children.some((child) => child.key === node.initial?.value)
    )
      lines.push(`${indent}[*] --> ${id(node.initial.value)}`);
    for (const [i, child] of node.children.entries()) {
      if (node.type === "parallel" && i > 0) lines.push(`${indent}--`);
      const childPath = childOf(path, child.key);
      const name = escape(label(`state:${childPath}`) || child.key) || "#32;";
      const shown = child.type === "history" ? `${name} (H${child.history === "deep" ? "*" : ""})` : name;
      const open = child.children.length > 0;
      lines.push(`${indent}state "${shown}" as ${id(child.key)}${open ? " {" : ""}`);
      if (open) {
        addAll(lines, block(child, childPath, `${indent}  `));
        lines.push(`${indent}}`);
      }
      if (child.type === "final") lines.push(`${indent}${id(child.key)} --> [*]`);
    }
    for (const line of inside.get(path) ?? []) lines.push(indent + line);
    return lines;
  };
  // What the machine does anywhere needs something to start from.
  const root = ids.get("");
  const whole = block(chart.root, "", root === undefined ? "  " : "    ");
  if (root !== undefined) {
    whole.unshift(`  state "${escape(chart.root.key)}" as ${root} {`);
    whole.push("  }", `  [*] --> ${root}`);
  }
  const lines = ["stateDiagram-v2", ...whole, ...outside.map((line) => `  ${line}`)];
  for (const { id, text } of notes) lines.push(`  note right of ${id} : ${escape(text)}`);
  return `${lines.join("\n")}\n`;
}

/** Path id of a child. */
const childOf = (path: string, key: string): string => pathId([...pathOf(path), key]);
const parentId = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf(".")));

function triggerText(transition: Transition, node: StateNode, label: (key: LabelKey) => string): string {
  if (transition.slot === "on") return label(`event:${transition.event ?? ""}`);
  if (transition.slot === "after") return `after ${transition.event ?? ""}`;
  if (transition.slot === "onDone") return "done";
  if (!transition.slot.startsWith("invoke.")) return "";
  const actor = node.invoke[Number(transition.event)];
  return `${transition.slot.slice("invoke.on".length).toLowerCase()}: ${actor?.src ?? actor?.id ?? "actor"}`;
}

/** An identifier for each state: its path with `_`, made different where two would be the same. */
function mermaidIds(chart: Chart): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  const used = new Set<string>();
  for (const id of places(chart).keys()) {
    if (id === "" && chart.root.transitions.length === 0) continue;
    let word = (id || chart.root.key).replaceAll(/[^A-Za-z0-9]+/g, "_");
    if (!/^[A-Za-z]/.test(word) || RESERVED.has(word.toLowerCase())) word = `s_${word.replace(/^_/, "")}`;
    let free = word;
    for (let n = 2; used.has(free); n++) free = `${word}_${n}`;
    used.add(free);
    ids.set(id, free);
  }
  return ids;
}

/**
 * What Mermaid's grammar has a meaning for is ASCII: of that letters and harmless marks stay, all else becomes `#<code>;`. So does what
 * is not seen, such as marks of direction. Line breaks and controls become a space.
 */
function escape(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]+/gu, " ")
    .trim()
    .replaceAll(
      /[^\P{ASCII}\w .,()[\]/+*=!?'-]|[\p{Cf}\p{Co}\p{Cn}]|(?! )\p{Zs}/gu,
      (char) => `#${char.codePointAt(0)};`,
    );
}
