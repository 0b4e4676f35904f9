import type { Action } from "#core/chart/chart.ts";
import { behaviorOf, behaviorText } from "#app/gestures/behaviorText.ts";
import { actionField, actionOptions, choiceField } from "#app/gestures/fields.ts";
import type { Field, Offer, Subject, Values } from "#app/studio/offer.ts";

type When = "entry" | "exit" | "actions";

/** Adding, changing, taking away and ordering the actions of the selected state or transition. */
export function actionOffers({ chart, place, transition }: Subject): Offer[] {
  const about = transition ? "transition" : "state";
  const subject = transition ? { transition: transition.ref } : { state: place.path };
  const lists: readonly (readonly [When, readonly Action[]])[] = transition
    ? [["actions", transition.transition.actions]]
    : [
        ["entry", place.node.entry],
        ["exit", place.node.exit],
      ];
  const known = chart.setup?.actions;
  const offer = (verb: string, rest: Pick<Offer, "fields" | "args">): Offer => ({
    command: `${about}.${verb}`,
    words: `${about}.${verb}`,
    group: "behavior",
    ...rest,
  });
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
  const on = ({ on: when }: Values) => (transition ? {} : { on: when });
  const filled = lists.filter(([, actions]) => actions.length > 0);
  const listOf = (given: Values) =>
    filled.find(([when]) => when === given["on"])?.[1] ?? filled[0]?.[1] ?? [];
  const whichField = (given: Values) =>
    choiceField("index", "ask.which", actionOptions(listOf(given)), { leads: true });
  const chosen = (given: Values) => listOf(given)[Number(given["index"] ?? 0)];
  const action = (given: Values) => behaviorOf(given["action"] ?? "", known);
  const index = (given: Values) => Number(given["index"]);

  const add = offer("addAction", {
    fields: () => [...whenField(lists), actionField("", known)],
    args: (given) => ({ ...subject, ...on(given), action: action(given) }),
  });
  if (filled.length === 0) return [add];
  const more = [
    add,
    offer("setAction", {
      fields: (given) => {
        const old = chosen(given);
        return [...whenField(filled), whichField(given), actionField(old ? behaviorText(old) : "", known)];
      },
      args: (given) => ({ ...subject, ...on(given), index: index(given), action: action(given) }),
    }),
    offer("removeAction", {
      fields: (given) => [...whenField(filled), whichField(given)],
      args: (given) => ({ ...subject, ...on(given), index: index(given) }),
    }),
  ];
  const ordered = filled.filter(([, actions]) => actions.length > 1);
  if (ordered.length === 0) return more;
  const placeOptions = (given: Values) => {
    const list = ordered.find(([when]) => when === given["on"])?.[1] ?? ordered[0]?.[1] ?? [];
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
    offer("reorderAction", {
      fields: (given) => {
        const { which, to } = placeOptions(given);
        return [...whenField(ordered), which, to];
      },
      args: (given) => ({ ...subject, ...on(given), index: index(given), to: Number(given["to"]) }),
    }),
  ];
}
