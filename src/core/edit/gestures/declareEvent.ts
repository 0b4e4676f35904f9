import { args, list, string } from "#core/edit/argShape.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import { refuse } from "#core/edit/refuse.ts";
import type { Draft } from "#core/edit/draft.ts";
import { eventField, fieldCode } from "#core/edit/gestures/eventField.ts";
import { quoteText } from "#core/edit/pen/codeText.ts";
import { lineIndent } from "#core/edit/pen/fileStyle.ts";
import { aliased, isType } from "#core/edit/pen/typeMembers.ts";
import { typeText } from "#core/chart/payload.ts";
import { eventsType, lacksTypes } from "#core/symbol/declaredTypes.ts";
import { machineCode } from "#core/symbol/machineCode.ts";
import { nodesOf, spanOf } from "#core/syntax/node.ts";

/**
 * Adds an event to the event types of a machine: to the union, or to what its name stands for in this file. It carries `by`, who sends
 * it, where the other events do: guards that ask for it would not fit one without.
 */
export const declareEvent = defineCommand(
  "event.declare",
  args({
    name: string("event", { minLength: 1 }),
    "fields?": list(eventField),
  }),
  (draft, { name, fields = [] }) => {
    const { chart } = draft;
    const bad = name === "__proto__" || name.includes("*") || name.startsWith("xstate.");
    if (bad) refuse("event-invalid", chart.callAt, { event: name });
    if (chart.events?.some(({ type }) => type === name)) refuse("name-taken", chart.callAt, { key: name });
    const code = machineCode(chart, draft.tree);
    // With one declared alone, every other event of the machine would be a type error.
    if (lacksTypes(draft.tree, chart, code)) refuse("no-event-types", chart.setup?.at ?? chart.callAt);
    const declared = eventsType(draft.tree, chart, code);
    if (!declared) refuse("not-written-here", chart.setup?.at ?? chart.callAt, { name: "events" });
    const type = aliased(draft, declared);
    if (!MAY_BE_JOINED.has(type.type)) refuse("not-written-here", spanOf(type), { name: "events" });
    const last = type.type === "TSUnionType" ? (nodesOf(type["types"]).at(-1) ?? type) : type;
    const line = draft.text.slice(0, last.start).split("\n").at(-1) ?? "";
    const { eol, quote, pad } = draft.style;
    const by = fields.some((field) => field.name === "by") ? undefined : commonBy(draft);
    const all = [...(by === undefined ? [] : [{ name: "by", type: by }]), ...fields];
    const members = [`type: ${quoteText(name, quote)}`, ...all.map((field) => fieldCode(draft, field, all))];
    const member = `| {${pad}${members.join("; ")}${pad}}`;
    const space = /^\s*\|\s*$/.test(line) ? eol + lineIndent(draft.text, last.start) : " ";
    draft.edits.push({ from: last.end, to: last.end, insert: space + member });
  },
);

/** Types that mean the same with `|` and another behind them. */
const MAY_BE_JOINED = new Set([
  "TSUnionType",
  "TSTypeLiteral",
  "TSTypeReference",
  "TSParenthesizedType",
  "TSIntersectionType",
]);

/** The type of `by` where every other event has it. */
function commonBy({ chart }: Draft): string | undefined {
  const { events = [] } = chart;
  const all = events.map(({ fields }) => fields.find(({ name }) => name === "by"));
  const [first] = all;
  if (!first || !all.every((field) => field && !field.optional)) return undefined;
  const types = new Set(all.map((field) => field && typeText(field.type)));
  return types.size === 1 && isType(typeText(first.type)) ? typeText(first.type) : "string";
}
