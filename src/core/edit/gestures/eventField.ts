import { args, string, type ValueOf } from "#core/edit/argShape.ts";
import type { Draft } from "#core/edit/draft.ts";
import { keyText } from "#core/edit/pen/codeText.ts";
import { isType } from "#core/edit/pen/typeMembers.ts";
import { refuse } from "#core/edit/refuse.ts";

export const eventField = args({
  name: string("key", { minLength: 1 }),
  type: string("code", { minLength: 1 }),
});

/** A field that an event carries, its type in TypeScript's words; a `?` behind its name makes it optional. */
export type EventField = ValueOf<typeof eventField>;

/** The name without the mark that makes the field optional, and the spaces around both. */
export const bareName = ({ name }: EventField): string => name.trim().replace(/\?$/, "").trimEnd();

/** A field as a member of a type. @param all those that are written together */
export function fieldCode({ chart, style }: Draft, field: EventField, all: readonly EventField[]): string {
  const { name, type } = field;
  const key = name.trim();
  const bare = bareName(field);
  if (bare === "type" || bare === "__proto__" || bare === "") refuse("name-invalid", chart.callAt, { name });
  if (all.filter((item) => bareName(item) === bare).length > 1) refuse("name-taken", chart.callAt, { key });
  if (!isType(type)) refuse("type-needed", chart.callAt, { name, value: type });
  return `${keyText(bare, style.quote)}${bare === key ? "" : "?"}: ${type.trim()}`;
}
