import { codeField, listed, named, textField, wordsField } from "#app/gestures/fields.ts";
import { metaValue } from "#app/gestures/metaText.ts";
import { offer, type Offer, type Subject } from "#app/studio/offer.ts";

/** What is said about the selected state or transition: description, clauses, tags, id, meta data. */
export function aboutOffers({ place, transition }: Subject): Offer[] {
  const about = transition ? "transition" : "state";
  const subject = transition ? { transition: transition.ref } : { state: place.path };
  const { description, meta } = transition?.transition ?? place.node;
  const group = "about";
  const ofState = [
    offer("state.setTags", {
      group,
      fields: () => [textField("tags", "ask.tags", { value: place.node.tags.join(", "), optional: true })],
      args: ({ tags = "" }) => ({ state: place.path, tags: listed(tags) }),
    }),
    offer("state.setId", {
      group,
      fields: () => [textField("id", "ask.id", { value: place.node.id ?? "", optional: true })],
      args: ({ id = "" }) => ({ state: place.path, id: id.trim() }),
    }),
  ];
  return [
    offer(`${about}.describe`, {
      group,
      fields: () => [
        wordsField("text", "inspector.description", { value: description?.value ?? "", optional: true }),
      ],
      args: ({ text = "" }) => ({ ...subject, text }),
    }),
    offer(`${about}.setClauses`, {
      group,
      fields: () => [textField("clauses", "ask.clauses", { value: meta.clauses.join(", "), optional: true })],
      args: ({ clauses = "" }) => ({ ...subject, clauses: listed(clauses) }),
    }),
    ...(transition ? [] : ofState),
    offer(`${about}.setMeta`, {
      group,
      fields: () => [
        textField("key", "ask.meta-key", {
          options: named((meta.entries ?? []).map(([name]) => ({ name }))),
        }),
        codeField("value", "ask.meta-value", { optional: true }),
      ],
      args: ({ key = "", value: typed = "" }) => {
        const value = metaValue(typed);
        return value === undefined ? undefined : { ...subject, key: key.trim(), value };
      },
    }),
  ];
}
