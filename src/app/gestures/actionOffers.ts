import type { Action } from "#core/chart/chart.ts";
import { behaviorOf, behaviorText } from "#app/gestures/behaviorText.ts";
import { actionField, actionOptions, choiceField } from "#app/gestures/fields.ts";
import { offer, type Field, type Offer, type Subject, type Values } from "#app/studio/offer.ts";

type When = "entry" | "exit" | "actions";

/** Adding, changing, taking away and ordering the actions of the selected state or transition. */
export function actionOffers({ chart, place, transition }: Subject): Offer[] {
  const about = transition ? "transition" : "state";
  const subject = (values: Values) =>
    transition
      ? { transition: transition.ref }
      : { state: place.path, on: values["on"] === "exit" ? ("exit" as const) : ("entry" as const) };
  const lists: readonly (readonly [When, readonly Action[]])[] = transition
    ? [["actions", transition.transition.actions]]
    : [
        ["entry", place.node.entry],
        ["exit", place.node.exit],
      ];
  const known = chart.setup?.actions;
  const group = "behavior";
  const whenField = (among: typeof lists): Field[] =>
    transition
      ? []
      : [
          choiceField(
            "on",
            "ask.when",
            among.map(([when]) => ({ value: when, say: `inspector.${when}` })),
            { leads: true },
          ),
        ];
  const filled = lists.filter(([, actions]) => actions.length > 0);
  const listOf = (values: Values) =>
    filled.find(([when]) => when === values["on"])?.[1] ?? filled[0]?.[1] ?? [];
  const whichField = (values: Values) =>
    choiceField("index", "ask.which", actionOptions(listOf(values)), { leads: true });
  const chosen = (values: Values) => listOf(values)[Number(values["index"] ?? 0)];
  const action = (values: Values) => behaviorOf(values["action"] ?? "", known);
  const index = (values: Values) => Number(values["index"]);

  const add = offer(`${about}.addAction`, {
    group,
    fields: () => [...whenField(lists), actionField("", known)],
    args: (values) => ({ ...subject(values), action: action(values) }),
  });
  if (filled.length === 0) return [add];
  const more = [
    add,
    offer(`${about}.setAction`, {
      group,
      fields: (values) => {
        const old = chosen(values);
        return [...whenField(filled), whichField(values), actionField(old ? behaviorText(old) : "", known)];
      },
      args: (values) => ({ ...subject(values), index: index(values), action: action(values) }),
    }),
    offer(`${about}.removeAction`, {
      group,
      fields: (values) => [...whenField(filled), whichField(values)],
      args: (values) => ({ ...subject(values), index: index(values) }),
    }),
  ];
  const ordered = filled.filter(([, actions]) => actions.length > 1);
  if (ordered.length === 0) return more;
  const placeOptions = (values: Values) => {
    const list = ordered.find(([when]) => when === values["on"])?.[1] ?? ordered[0]?.[1] ?? [];
    return {
      which: choiceField("index", "ask.which", actionOptions(list)),
      to: choiceField(
        "to",
        "ask.place",
        list.map((_, i) => ({ value: String(i), text: String(i + 1) })),
      ),
    };
  };
  return [
    ...more,
    offer(`${about}.reorderAction`, {
      group,
      fields: (values) => {
        const { which, to } = placeOptions(values);
        return [...whenField(ordered), which, to];
      },
      args: (values) => ({ ...subject(values), index: index(values), to: Number(values["to"]) }),
    }),
  ];
}
