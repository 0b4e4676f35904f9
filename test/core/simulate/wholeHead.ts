/** Kinds of actors that a made machine invokes or spawns, by their names in its setup. */
export const SOURCES = ["voice", "promise", "observable", "counter", "game"] as const;

/**
 * What all made machines share, as the beginning of their module: actors that do nothing by themselves and answer what they are told to,
 * guards, actions and delays with names. The context has `fuel`, the automatic steps that are left, so that no machine goes on for ever.
 */
export const WHOLE_HEAD = `
import {
  and, assign, cancel, emit, enqueueActions, forwardTo, fromCallback, fromObservable, fromPromise, fromTransition, log, not, or, raise,
  sendParent, sendTo, setup, spawnChild, stateIn, stopChild,
} from "xstate";

const logics = {
  // It says what it is told to say, and gets no event for that: it would be heard of.
  voice: fromCallback(({ self, sendBack }) => void Object.assign(self, { speak: sendBack })),
  promise: fromPromise(() => new Promise(() => undefined)),
  observable: fromObservable(() => ({ subscribe: () => ({ unsubscribe: () => undefined }) })),
  counter: fromTransition((was, event) => (event.type === "SET" ? (event.n ?? was) : was), 0),
  game: setup({}).createMachine({
    context: ({ input }) => ({ n: input?.n ?? 0 }),
    initial: "on",
    output: ({ context }) => context.n,
    states: {
      on: {
        tags: "playing",
        on: {
          FINISH: { target: "over", actions: assign({ n: ({ event }) => event.n }) },
          SAY: { actions: sendParent(({ event }) => ({ type: event.n % 2 === 0 ? "A" : "d.x" })) },
        },
      },
      over: { type: "final" },
    },
  }),
};

const burn = ({ context }) => ({ fuel: context.fuel - 1 });

/** Does something later: burns fuel, so that timers do not set each other without end. */
const later = (schedule) =>
  enqueueActions(({ context, enqueue, self }) => {
    if (context.fuel <= 0) return;
    enqueue.assign(burn);
    schedule(enqueue, context, self);
  });

/** The snapshot of the running machine; none while it starts, where XState's development build throws. */
const snapshotOf = (self) => {
  try {
    return self.getSnapshot();
  } catch {
    return undefined;
  }
};

/** What code sees that looks at the running machine itself: where it stood before the step, and its actors. */
const seenOf = (self) => {
  const snapshot = snapshotOf(self);
  if (!snapshot) return "nothing";
  const children = Object.entries(snapshot.children).map(([id, child]) => {
    const { status, input } = child.getSnapshot();
    return id + " " + status + " " + JSON.stringify(input ?? null);
  });
  return [[...snapshot.tags].sort(), children.sort()].join("; ");
};

const machines = setup({
  actors: logics,
  delays: { soon: 70, later: ({ context }) => 100 + (context.n % 5) * 20 },
  guards: {
    even: ({ context }) => context.n % 2 === 0,
    third: ({ context }) => context.n % 3 === 0,
    below: ({ context }, { max }) => context.n % 7 < max,
    fuelled: ({ context }) => context.fuel > 0,
    evenThird: and(["even", "third"]),
    oddOrThird: or([not("even"), "third"]),
  },
  actions: {
    inc: assign({ n: ({ context }) => context.n + 1 }),
    note: assign({ log: ({ context }, { text }) => [...context.log, text].slice(-6) }),
    burn: assign(burn),
    refuel: assign({ fuel: 12 }),
    mark: (_, params) => undefined,
    tell: () => undefined,
    raisesMore: enqueueActions(({ context, enqueue, check }) => {
      enqueue("tell");
      if (context.fuel <= 0) return;
      enqueue.assign(burn);
      enqueue({ type: "note", params: { text: "more" } });
      enqueue.raise({ type: check("even") ? "A" : "B" });
    }),
    // Sends the machine itself an event.
    toSelf: enqueueActions(({ context, enqueue, self }) => {
      if (context.fuel <= 0) return;
      enqueue.assign(burn);
      enqueue.sendTo(self, { type: "C" });
    }),
    many: enqueueActions(({ context, enqueue }) => {
      enqueue.emit({ type: "told", n: context.n });
      enqueue.cancel("late0");
      enqueue.spawnChild("voice", { id: "kid1" });
      enqueue({ type: "mark", params: { at: "many " + context.n } });
      enqueue.stopChild("kid0");
      if (context.fuel <= 0) return;
      enqueue.assign(burn);
      enqueue.raise({ type: "d.x" }, { id: "late1", delay: 50 + context.n });
    }),
    look: enqueueActions(({ enqueue, self }) => {
      enqueue({ type: "mark", params: { at: seenOf(self) } });
    }),
    // An actor that is known to the whole system, there once at most.
    known: enqueueActions(({ enqueue, system }) => {
      if (system.get("known")) {
        enqueue.sendTo(({ system }) => system.get("known"), { type: "BYE" });
        enqueue({ type: "mark", params: { at: "known" } });
      } else enqueue.spawnChild("voice", { id: "known", systemId: "known" });
    }),
    unknown: stopChild("known"),
  },
});
`;
