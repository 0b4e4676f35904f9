import { createMachine } from "xstate";
import type { Candidate, Model, State } from "#test/corpus/judge/model.ts";

type Config = Record<string, unknown>;
type XStateNode = ReturnType<typeof createMachine>["root"];

/** Transitions whose targets XState resolves otherwise than the model says; undefined when XState refuses the machine. */
export function differsFromXState(model: Model): { compared: number; differ: string[] } | undefined {
  let machine: ReturnType<typeof createMachine>;
  try {
    machine = createMachine(stub(model.root) as never);
  } catch {
    return undefined;
  }
  let compared = 0;
  const differ: string[] = [];
  const visit = (state: State, node: XStateNode) => {
    for (const { slot, event, candidates } of state.events) {
      const real = slot === "always" ? node.always : node.transitions.get(descriptor(slot, event, node));
      candidates.forEach((one, i) => {
        if ("(code)" in one.fields) return;
        compared++;
        const wanted = one.goals.map(({ path }) => JSON.stringify(path));
        const got = (real?.[i]?.target ?? []).map(({ path }) => JSON.stringify(path));
        if (wanted.join() !== got.join())
          differ.push(`${node.id} ${slot} ${event} ${i}: ${wanted.join()} but XState ${got.join()}`);
      });
    }
    if (state.kind !== node.type) differ.push(`${node.id}: ${state.kind} but XState ${node.type}`);
    for (const one of state.children) {
      const inner = node.states[one.key];
      if (inner) visit(one, inner);
      else differ.push(`${node.id}: no ${one.key}`);
    }
  };
  visit(model.root, machine.root);
  return { compared, differ };
}

function descriptor(slot: string, event: string, node: XStateNode): string {
  const invoke = node.invoke[Number(event)]?.id;
  const names: Record<string, string> = {
    after: `xstate.after.${event}.${node.id}`,
    onDone: `xstate.done.state.${node.id}`,
    "invoke.onDone": `xstate.done.actor.${invoke}`,
    "invoke.onError": `xstate.error.actor.${invoke}`,
    "invoke.onSnapshot": `xstate.snapshot.${invoke}`,
  };
  return names[slot] ?? event;
}

/** A config with the structure of the model: guards hold, actions are left out. */
function stub(state: State): Config {
  const invokes = Object.keys(state.fields).filter((name) => /^invoke\.\d+$/.test(name));
  const texts = (all: readonly { text: string }[]) =>
    all.length === 1 ? all[0]?.text : all.map((one) => one.text);
  const candidate = (one: Candidate): Config => ({
    ...(one.goals.length === 0 ? {} : { target: texts(one.goals) }),
    ...("guard" in one.fields ? { guard: () => true } : {}),
  });
  const under = (slot: string, event?: string) =>
    state.events
      .filter((one) => one.slot === slot && (event === undefined || one.event === event))
      .map((one) => [one.event, one.candidates.map(candidate)] as const);
  const alone = (slot: string, key: string, event?: string) => {
    const [found] = under(slot, event);
    return found ? { [key]: found[1] } : {};
  };
  return {
    ...(state.id === undefined ? {} : { id: state.id }),
    ...(state.kind === "atomic" || state.kind === "compound" ? {} : { type: state.kind }),
    ...(state.initial === undefined ? {} : { initial: state.initial }),
    ...(state.history.length === 0 ? {} : { target: texts(state.history) }),
    on: Object.fromEntries(under("on")),
    after: Object.fromEntries(under("after")),
    ...alone("always", "always"),
    ...alone("onDone", "onDone"),
    invoke: invokes.map((name, i) => ({
      src: "stub",
      id: `${state.key} ${i}`,
      ...alone("invoke.onDone", "onDone", String(i)),
      ...alone("invoke.onError", "onError", String(i)),
      ...alone("invoke.onSnapshot", "onSnapshot", String(i)),
    })),
    ...(state.children.length === 0
      ? {}
      : { states: Object.fromEntries(state.children.map((one) => [one.key, stub(one)])) }),
  };
}
