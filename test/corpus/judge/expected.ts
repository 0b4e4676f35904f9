import {
  find,
  followPaths,
  isUnder,
  pathsOf,
  type Model,
  type Path,
  type State,
} from "#test/corpus/judge/model.ts";
import type { Try } from "#test/corpus/judge/tries.ts";

/** The machine after an edit, worked out on the model alone. */
export function expectedAfter(before: Model, { edit, args }: Try): Model {
  const model = structuredClone(before);
  const path = (args["state"] ?? args["source"]) as Path;
  switch (edit) {
    case "state.rename": {
      const to = String(args["to"]);
      const node = at(model, path);
      const parent = at(model, path.slice(0, -1));
      if (parent.initial === node.key) parent.initial = to;
      node.key = to;
      followPaths(model, (one) =>
        isUnder(one, path) ? [...path.slice(0, -1), to, ...one.slice(path.length)] : one,
      );
      return model;
    }
    case "transition.add": {
      const node = at(model, path);
      const name = String(args["event"]);
      let event = node.events.find((one) => one.slot === "on" && one.event === name);
      if (!event) node.events.push((event = { slot: "on", event: name, candidates: [] }));
      event.candidates.push({ goals: [{ text: "", path: args["target"] as Path }], fields: {} });
      return model;
    }
    case "state.delete": {
      const parent = at(model, path.slice(0, -1));
      withoutIncoming(model, path);
      parent.children = parent.children.filter(({ key }) => key !== path.at(-1));
      keepInitial(parent, path.at(-1) ?? "");
      followPaths(model, (one) => (isUnder(one, path) ? null : one));
      return model;
    }
    case "state.move": {
      const goalPath = args["parent"] as Path;
      const node = at(model, path);
      const parent = at(model, path.slice(0, -1));
      const goal = at(model, goalPath);
      parent.children = parent.children.filter((one) => one !== node);
      keepInitial(parent, node.key);
      if (goal.children.length === 0 && goal.kind !== "parallel") {
        goal.kind = "compound";
        goal.initial = node.key;
      }
      goal.children.push(node);
      followPaths(model, (one) => (isUnder(one, path) ? [...goalPath, ...one.slice(path.length - 1)] : one));
      return model;
    }
    case "transition.guard": {
      const ref = args["transition"] as { source: Path; slot: string; event?: string; index: number };
      const event = at(model, ref.source).events.find(
        (one) => one.slot === ref.slot && one.event === (ref.event ?? ""),
      );
      const candidate = event?.candidates[ref.index];
      if (!candidate) throw new Error("No such transition in the model");
      delete candidate.fields["guard"];
      const code = guardCode(args["guard"]);
      if (code === undefined) return model;
      candidate.fields["guard"] = code;
      delete candidate.fields["(nothing)"];
      return model;
    }
    case "state.describe":
      at(model, path).fields["description"] = JSON.stringify(args["text"]);
      return model;
  }
}

function at(model: Model, path: Path): State {
  const state = find(model.root, path);
  if (!state) throw new Error(`No state ${path.join(".")} in the model`);
  return state;
}

function guardCode(guard: unknown): string | undefined {
  if (guard === null) return undefined;
  const { name, params, text } = guard as { name?: string; params?: object; text?: string };
  if (text !== undefined) return text;
  if (params === undefined) return JSON.stringify(name);
  const inner = Object.entries(params).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `{type: ${JSON.stringify(name)}, params: {${inner.join(", ")}}}`;
}

/** A deleted or moved initial child gives its place to the first that stays; without children a state is atomic. */
function keepInitial(parent: State, gone: string): void {
  if (parent.children.length === 0) {
    parent.kind = "atomic";
    parent.initial = undefined;
    for (const name of Object.keys(parent.fields))
      if (name.startsWith("initial.")) delete parent.fields[name];
  } else if (parent.kind !== "parallel" && parent.initial === gone)
    parent.initial = parent.children.find(({ kind }) => kind !== "history")?.key;
}

/** Transitions from outside that lead to the state or into it go with it. */
function withoutIncoming(model: Model, gone: Path): void {
  for (const path of pathsOf(model.root)) {
    const node = at(model, path);
    if (isUnder(path, gone)) continue;
    for (const event of node.events)
      event.candidates = event.candidates.filter(
        (one) => !one.goals.some((goal) => goal.path && isUnder(goal.path, gone)),
      );
    node.events = node.events.filter((event) => event.candidates.length > 0);
    if (node.history.some((goal) => goal.path && isUnder(goal.path, gone))) node.history = [];
  }
}
