import type { AnyStateMachine, AnyStateNode } from "xstate";
import type { Action, Chart, Guard, StateNode, Transition } from "#core/chart/chart.ts";

/**
 * What a machine says, once as it was read and once as XState made it, in the same words: two texts that must be equal. Code is
 * only counted, as only running it would tell more.
 */
export const readSays = (chart: Chart): string[] => {
  const lines: string[] = [];
  const visit = (node: StateNode, path: readonly string[]) => {
    const own = (slot: Transition["slot"]) => node.transitions.filter((one) => one.slot === slot);
    const by = (key: string, all: readonly Transition[]) =>
      all.map((one) =>
        way(
          path,
          key,
          one.targets.map((t) => t.resolved?.join(".") ?? "?"),
          guardSays(one.guard),
          one.actions.map(actionSays),
          one.reenter,
          one.description?.value,
        ),
      );
    lines.push(
      `${path.join(".")} is ${node.type} ${node.history ?? ""} ${node.tags.join()} ${node.description?.value ?? ""}`,
      `${path.join(".")} entry ${node.entry.map(actionSays).join()} exit ${node.exit.map(actionSays).join()}`,
      `${path.join(".")} invokes ${node.invoke.map((one) => one.src ?? "code").join()}`,
      `${path.join(".")} output ${node.output !== undefined} clauses ${node.meta.clauses.join()}`,
      ...(node.type === "compound"
        ? [
            `${path.join(".")} starts in ${node.initial?.value ?? ""} doing ${(node.initial?.actions ?? []).map(actionSays).join()}`,
          ]
        : []),
      ...own("on").flatMap((one) => by(one.event ?? "", [one])),
      ...own("after").flatMap((one) => by(`after ${one.event}`, [one])),
      ...by("always", own("always")),
      ...by("done", own("onDone")),
      ...(["onDone", "onError", "onSnapshot"] as const).flatMap((slot) =>
        own(`invoke.${slot}`).flatMap((one) => by(`${slot} ${one.event}`, [one])),
      ),
    );
    for (const child of node.children) visit(child, [...path, child.key]);
  };
  visit(chart.root, []);
  return lines.toSorted();
};

export const xstateSays = ({ root }: AnyStateMachine): string[] => {
  const lines: string[] = [];
  const visit = (node: AnyStateNode) => {
    const at = node.path.join(".");
    const words = new Map<string, string>([[`xstate.done.state.${node.id}`, "done"]]);
    for (const [i, { id }] of node.invoke.entries()) {
      words.set(`xstate.done.actor.${id}`, `onDone ${i}`);
      words.set(`xstate.error.actor.${id}`, `onError ${i}`);
      words.set(`xstate.snapshot.${id}`, `onSnapshot ${i}`);
    }
    const named = (type: string) =>
      words.get(type) ??
      (type.startsWith("xstate.after.")
        ? `after ${type.slice("xstate.after.".length).replace(`.${node.id}`, "")}`
        : type);
    const history = node.type === "history" ? (node.history === "deep" ? "deep" : "shallow") : "";
    lines.push(
      `${at} is ${node.type} ${history} ${node.tags.join()} ${node.description ?? ""}`,
      `${at} entry ${node.entry.filter(isOwn).map(realAction).join()} exit ${node.exit.filter(isOwn).map(realAction).join()}`,
      // XState gives a name to what is invoked as code.
      `${at} invokes ${node.invoke.map(({ src }) => (typeof src === "string" && !src.startsWith("xstate.invoke.") ? src : "code")).join()}`,
      `${at} output ${node.output !== undefined} clauses ${((node.meta as { clauses?: string[] })?.clauses ?? []).join()}`,
      ...(node.type === "compound"
        ? [
            `${at} starts in ${node.initial.target?.[0]?.key ?? ""} doing ${node.initial.actions.map(realAction).join()}`,
          ]
        : []),
      ...[...node.transitions, ["always", node.always ?? []] as const]
        .filter(([type]) => type !== "xstate.route")
        .flatMap(([type, all]) =>
          all.map((one) =>
            way(
              node.path,
              named(type),
              (one.target ?? []).map((t) => t.path.join(".")),
              realGuard(one.guard),
              one.actions.map(realAction),
              one.reenter,
              (one as { description?: string }).description,
            ),
          ),
        ),
    );
    for (const child of Object.values(node.states)) visit(child as AnyStateNode);
  };
  visit(root);
  return lines.toSorted();
};

/** XState writes the timers of `after` as actions on entry and exit. */
const isOwn = (action: unknown): boolean => {
  const type = (action as { type?: string }).type ?? "";
  const delayed = action as { event?: { type?: string }; sendId?: unknown };
  if (type === "xstate.raise") return !(delayed.event?.type ?? "").startsWith("xstate.after.");
  return !(type === "xstate.cancel" && String(delayed.sendId).startsWith("xstate.after."));
};

const way = (
  from: readonly string[],
  event: string,
  to: readonly string[],
  guard: string,
  actions: readonly string[],
  reenter: boolean,
  description: string | undefined,
) =>
  `${from.join(".")} on ${event} to ${to.join("+")} if ${guard} do ${actions.join()}${reenter ? " anew" : ""} (${description ?? ""})`;

/** The names that XState gives to what its creators make. */
const MADE: Readonly<Record<string, string>> = {
  sendParent: "sendTo",
  forwardTo: "sendTo",
  stop: "stopChild",
};

const actionSays = ({ kind, name = "" }: Action): string =>
  kind === "named" ? name : kind === "builtin" ? `xstate.${MADE[name] ?? name}` : "code";

const realAction = (action: unknown): string => {
  if (typeof action === "string") return action;
  const { type } = action as { type?: string };
  return typeof action === "function" ? (type ?? "code") : (type ?? "?");
};

const guardSays = (guard: Guard | undefined): string => {
  if (!guard) return "-";
  if (guard.kind === "named") return guard.name ?? "";
  return guard.of ? `${guard.kind}(${guard.of.map(guardSays).join()})` : guard.kind;
};

const realGuard = (guard: unknown): string => {
  if (guard === undefined) return "-";
  if (typeof guard === "string") return guard;
  if (typeof guard === "object") return (guard as { type: string }).type;
  const { name, check, guards } = guard as { name: string; check?: unknown; guards?: unknown[] };
  if (!check) return "code";
  return guards
    ? `${name.replace(/\$\d+$/, "")}(${guards.map(realGuard).join()})`
    : name.replace(/\$\d+$/, "");
};
