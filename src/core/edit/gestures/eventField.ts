import { args } from "#core/edit/argShape.ts";
import type { Draft } from "#core/edit/draft.ts";
import { keyText } from "#core/edit/pen/codeText.ts";
import { isType } from "#core/edit/pen/typeMembers.ts";
import { refuse } from "#core/edit/refuse.ts";

/** A field that an event carries, its type in TypeScript's words; a `?` behind its name makes it optional. */
export interface EventField {
  readonly name: string;
  readonly type: string;
}

export const eventField = args({
  name: { type: "string", title: "key", minLength: 1 },
  type: { type: "string", title: "code", minLength: 1 },
});

/** A field as a member of a type. @param all those that are written together */
export function fieldCode(
  { chart, style }: Draft,
  { name, type }: EventField,
  all: readonly EventField[],
): string {
  const key = name.trim();
  const bare = key.endsWith("?") ? key.slice(0, -1).trim() : key;
  if (bare === "type" || bare === "__proto__" || bare === "") refuse("name-invalid", chart.callAt, { name });
  if (all.filter((one) => one.name.trim().replace(/\s*\?$/, "") === bare).length > 1)
    refuse("name-taken", chart.callAt, { key });
  if (!isType(type)) refuse("type-needed", chart.callAt, { name, value: type });
  return `${keyText(bare, style.quote)}${bare === key ? "" : "?"}: ${type.trim()}`;
}
