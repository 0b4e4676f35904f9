import { fieldsSchema } from "#core/chart/payload.ts";
import type { PlaySpec } from "#core/run/play/playSpec.ts";
import type { Ruleset } from "#core/ruleset/ruleset.ts";
import type { Json, JsonObject } from "#core/text/json.ts";

/**
 * What another program has to know to play: JSON Schemas of the input and of each event (null where the module's types could not
 * be read), the seats, and the readings, words and clauses of the rules in every language that they are there in.
 */
export function describe(
  machine: string,
  spec: PlaySpec,
  seats: readonly string[] | null,
  ruleset?: Ruleset,
): JsonObject {
  return {
    machine,
    input: spec.input ? fieldsSchema(spec.input) : null,
    events: spec.events
      ? Object.fromEntries(
          spec.events.map(({ type, fields }) => [
            type,
            fieldsSchema([
              { name: "type", type: { kind: "literal", value: type }, optional: false },
              ...fields.filter((field) => field.name !== "type"),
            ]),
          ]),
        )
      : null,
    seats,
    players: ruleset ? { ...ruleset.info.players } : null,
    title: ruleset ? { ...ruleset.info.title } : null,
    readings: (ruleset?.readings ?? []).map(({ id, input, clauses, question, options, chosen }) => ({
      id,
      ...(input === undefined ? {} : { input }),
      clauses: [...clauses],
      question: { ...question },
      options: options.map((option) => ({ id: option.id, label: { ...option.text } })),
      default: chosen,
    })),
    labels: (ruleset?.labels ?? {}) as Json,
    clauses: (ruleset?.clauses ?? []).map(({ id, kind, place }) => ({
      id,
      kind,
      ...(place ? { place: { ...place } } : {}),
      text: Object.fromEntries(
        Object.entries(ruleset?.text ?? {}).flatMap(([locale, texts]) =>
          Object.hasOwn(texts, id) ? [[locale, texts[id] as string]] : [],
        ),
      ),
    })),
  };
}
