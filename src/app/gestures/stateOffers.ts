import { STATE_TYPES } from "#core/syntax/stateTypes.ts";
import type { Chart, StatePath } from "#core/chart/chart.ts";
import { pathId, placeOf, places, type PlacedState } from "#core/chart/places.ts";
import { aboutOffers } from "#app/gestures/aboutOffers.ts";
import { actionOffers } from "#app/gestures/actionOffers.ts";
import { choiceField, chosenOf, severalField, parentOf, textField } from "#app/gestures/fields.ts";
import { invokeOffers } from "#app/gestures/invokeOffers.ts";
import { neighbourOf } from "#app/studio/neighbourOf.ts";
import { addTransition } from "#app/gestures/addTransition.ts";
import { offer, type Field, type Offer, type Subject, type Values } from "#app/studio/offer.ts";
import type { Selection } from "#app/studio/route.ts";

/** What can be done with the selected state; the root is the machine. */
export function stateOffers(subject: Subject): Offer[] {
  const { path, node } = subject.place;
  const holds = node.type !== "final" && node.type !== "history";
  return [
    ...(holds ? [addState(path), addTransition(subject), insertBlock(path)] : []),
    ...(path.length > 0 ? placed(subject) : []),
    ...(holds ? [pasteOffer(path)] : []),
    ...(node.type === "history" ? [] : actionOffers(subject)),
    ...invokeOffers(subject),
    ...aboutOffers(subject),
    ...(path.length > 0 ? [deleteState(path)] : []),
  ];
}

const addState = (parent: StatePath): Offer =>
  offer("state.add", {
    group: "make",
    args: () => ({ parent }),
    select: newStateIn(parent),
  });

/** The offer to insert a block at a state. It has no fields: its dialog lets a person choose the block and the place, and makes the arguments. */
const insertBlock = (path: StatePath): Offer =>
  offer("block.insert", {
    group: "make",
    dialog: "block",
    fields: () => [],
    args: () => ({ block: "", state: path }),
  });

/** What can be done with several states at once. */
export function manyOffers(subject: Subject): Offer[] {
  const { chart, place, also } = subject;
  const all = [place.path, ...also];
  const facts = { count: all.length };
  const each = all.map((state) => ({ state }));
  const keys = (place.parent?.node.children ?? []).map(({ key }) => key);
  const together = also.every((path) => pathId(path.slice(0, -1)) === pathId(place.path.slice(0, -1)));
  const goals = [...places(chart).values()].filter(
    ({ path, node: { type } }) =>
      type !== "final" && type !== "history" && all.every((state) => !isUnder(path, state)),
  );
  return [
    ...(together ? [gather(subject, keys)] : []),
    offer("state.move", {
      words: "state.move-many",
      facts,
      group: "arrange",
      fields: () => [parentField(chart, goals)],
      args: ({ parent = "" }) => ({ parent: parentOf(parent) }),
      each,
      select: () => null,
    }),
    copyOffer("copy", place.path, also),
    copyOffer("cut", place.path, also),
    offer("state.delete", {
      words: "state.delete-many",
      facts,
      group: "delete",
      keys: "Del",
      args: () => ({}),
      each,
      select: (before) => neighbourOf(before, all),
    }),
  ];
}

const parentField = (chart: Chart, goals: readonly PlacedState[]): Field =>
  choiceField(
    "parent",
    "ask.into",
    goals.map(({ path }) => ({ value: `to:${pathId(path)}`, text: pathId(path) || chart.root.key })),
  );

/** What needs a state with others around it. */
function placed(subject: Subject): Offer[] {
  const { chart, place } = subject;
  const { path, node, parent } = place;
  const above = path.slice(0, -1);
  const siblings = parent?.node.children ?? [];
  const others = siblings.filter(({ key }) => key !== node.key);
  const canStart =
    parent?.node.type !== "parallel" && node.type !== "history" && parent?.node.initial?.value !== node.key;
  const goals = [...places(chart).values()].filter(
    ({ path: goal, node: { type } }) =>
      type !== "final" && type !== "history" && pathId(goal) !== pathId(above) && !isUnder(goal, path),
  );
  return [
    offer("state.rename", {
      group: "arrange",
      keys: "F2",
      inPlace: "rename",
      fields: () => [textField("to", "inspector.key", { value: node.key })],
      args: ({ to = "" }) => ({ state: path, to: to.trim() }),
    }),
    ...(canStart
      ? [
          offer("state.setInitial", {
            group: "arrange",
            args: () => ({ state: path }),
          }),
        ]
      : []),
    offer("state.wrap", {
      group: "arrange",
      args: () => ({ state: path }),
      select: newStateIn(above),
    }),
    ...(others.length > 0
      ? [
          gather(
            subject,
            siblings.map(({ key }) => key),
          ),
          reorder(
            path,
            others.map(({ key }) => key),
          ),
        ]
      : []),
    ...(goals.length > 0
      ? [
          offer("state.move", {
            group: "arrange",
            fields: () => [parentField(chart, goals)],
            args: ({ parent: goal = "" }) => ({ state: path, parent: parentOf(goal) }),
          }),
        ]
      : []),
    offer("state.setType", {
      group: "type",
      fields: (values) => typeFields(values, node.type, node.history),
      args: ({ type: typeValue, history: depth }) => {
        const type = STATE_TYPES.find((stateType) => stateType === typeValue);
        const history = HISTORY_DEPTHS.find((known) => known === depth);
        return type && { state: path, type, ...(type === "history" && history ? { history } : {}) };
      },
    }),
    offer("state.duplicate", {
      group: "clipboard",
      keys: "Ctrl D",
      args: () => ({ state: path }),
      select: newStateIn(above),
    }),
    ...(node.origin === "shared" && !node.elsewhere
      ? [
          offer("state.own", {
            group: "arrange",
            args: () => ({ state: path }),
          }),
        ]
      : []),
    copyOffer("copy", path),
    copyOffer("cut", path),
  ];
}

const CLIPBOARD_KEYS = { copy: "Ctrl C", cut: "Ctrl X", paste: "Ctrl V" } as const;

/** Copies states, with those beside the first; the clipboard gets them once they can be copied. */
const copyOffer = (how: "copy" | "cut", state: StatePath, also: readonly StatePath[] = []): Offer =>
  offer("state.copy", {
    ...(also.length > 0
      ? { words: `state.${how}-many` as const, facts: { count: also.length + 1 } }
      : { words: `state.${how}` as const }),
    group: "clipboard",
    keys: CLIPBOARD_KEYS[how],
    clipboard: how,
    args: () => ({ state, ...(also.length > 0 ? { also } : {}) }),
  });

const pasteOffer = (parent: StatePath): Offer =>
  offer("state.paste", {
    group: "clipboard",
    keys: CLIPBOARD_KEYS.paste,
    clipboard: "paste",
    args: ({ clip = "" }) => ({ parent, clip }),
    select: newStateIn(parent),
  });

const HISTORY_DEPTHS = ["shallow", "deep"] as const;

const typeFields = (values: Values, type: string, history: string | undefined): Field[] => [
  choiceField(
    "type",
    "inspector.type",
    STATE_TYPES.map((stateType) => ({ value: stateType, say: `type.${stateType}` })),
    {
      value: type,
      leads: true,
    },
  ),
  ...((values["type"] ?? type) === "history"
    ? [
        choiceField(
          "history",
          "ask.history",
          HISTORY_DEPTHS.map((depth) => ({ value: depth, say: `ask.history-${depth}` })),
          { value: history ?? "shallow" },
        ),
      ]
    : []),
];

/** Gathers the chosen siblings; those that are selected stand chosen at first. */
function gather({ place, also }: Subject, keys: readonly string[]): Offer {
  const { path, node } = place;
  const above = path.slice(0, -1);
  const first = [node.key, ...also.flatMap((statePath) => statePath.at(-1) ?? [])].join("\n");
  const options = keys.map((key) => ({ value: key, text: key }));
  return offer("state.extract", {
    group: "arrange",
    fields: (values) => {
      const chosen = new Set(chosenOf(values["states"] ?? first));
      return [
        severalField("states", "ask.states", { value: first, options, leads: true }),
        textField("key", "ask.new-key", { optional: true }),
        ...(place.parent?.node.type === "parallel"
          ? []
          : [
              choiceField(
                "initial",
                "inspector.initial",
                [{ value: "", say: "ask.by-itself" }, ...options.filter(({ value }) => chosen.has(value))],
                { optional: true },
              ),
            ]),
      ];
    },
    args: ({ states = "", key = "", initial = "" }) => ({
      states: chosenOf(states).map((childKey) => [...above, childKey]),
      ...(key.trim() === "" ? {} : { key: key.trim() }),
      ...(initial === "" ? {} : { initial }),
    }),
    select: newStateIn(above),
  });
}

const reorder = (path: StatePath, others: readonly string[]): Offer =>
  offer("state.reorder", {
    group: "arrange",
    fields: () => [
      choiceField(
        "before",
        "ask.before",
        [...others.map((key) => ({ value: `before:${key}`, text: key })), { value: "", say: "ask.last" }],
        { optional: true },
      ),
    ],
    args: ({ before = "" }) => ({
      state: path,
      ...(before === "" ? {} : { before: before.slice("before:".length) }),
    }),
  });

const deleteState = (path: StatePath): Offer =>
  offer("state.delete", {
    group: "delete",
    keys: "Del",
    args: () => ({ state: path }),
    select: (before) => neighbourOf(before, [path]),
  });

/** The state that a parent has now and had not before. */
export function newStateIn(parent: StatePath): (before: Chart, after: Chart) => Selection {
  const keys = (chart: Chart) => (placeOf(chart, parent)?.node.children ?? []).map(({ key }) => key);
  return (before, after) => {
    const known = new Set(keys(before));
    const newKey = keys(after).find((key) => !known.has(key));
    return { kind: "state", id: pathId(newKey === undefined ? parent : [...parent, newKey]) };
  };
}

const isUnder = (path: StatePath, top: StatePath): boolean => top.every((key, i) => path[i] === key);
