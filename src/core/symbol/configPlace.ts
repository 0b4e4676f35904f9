import type { StatePath } from "#core/chart/chart.ts";
import type { CaretPlace, Step } from "#core/symbol/caretPlace.ts";

/** What is wanted where the caret stands, as far as XState's own shape of a machine tells. */
export type Wanted =
  | "target"
  | "historyTarget"
  | "initial"
  | "event"
  | "guard"
  | "action"
  | "actor"
  | "delay"
  | "tag"
  | "clause"
  | "asks"
  | "contextField"
  | "stateIn"
  | "stateType"
  | "historyType"
  | "eventType"
  | "rootKey"
  | "stateKey"
  | "transitionKey"
  | "invokeKey"
  | "metaKey"
  | "setupKey";

export interface ConfigPlace {
  readonly wanted: Wanted;
  /** Keys of the states around the caret, when they are written around it. */
  readonly path?: StatePath;
}

type Token = string | typeof ITEM;
const ITEM = 0;

/** What belongs at a place; undefined where XState has no say. @param text the text before the word, for `event.type === "` */
export function configPlace(place: CaretPlace, text: string): ConfigPlace | undefined {
  const code = codeWants(place, text);
  if (code) return { wanted: code };
  const { steps } = place;
  const root = steps.findLastIndex(
    (step) => step.kind === "call" && /(^|\.)(createMachine|setup|extend|provide)$/.test(step.callee),
  );
  // Inside a function of the config other rules hold than in the config itself.
  const inner = steps.slice(root + 1);
  if (inner.some((step) => step.kind === "block" || (step.kind === "call" && step.callee !== "")))
    return undefined;
  const tokens = inner.flatMap((step): Token[] =>
    step.kind === "object" ? (step.key === undefined ? [] : [step.key]) : step.kind === "array" ? [ITEM] : [],
  );
  const call = steps[root];
  const callee = call?.kind === "call" ? call.callee : "";
  if (/(^|\.)createMachine$/.test(callee) && call?.kind === "call" && call.index === 0)
    return inState(tokens, place, true);
  if (callee !== "") return inSetup(tokens, place);
  return inFragment(tokens, place);
}

/** Walks from the machine down to the innermost state, and asks what belongs there. */
function inState(tokens: readonly Token[], place: CaretPlace, anchored: boolean): ConfigPlace | undefined {
  const path: string[] = [];
  let at = 0;
  for (; tokens[at] === "states" && typeof tokens[at + 1] === "string"; at += 2)
    path.push(tokens[at + 1] as string);
  const wanted = wantedIn(tokens.slice(at), place, path.length === 0 && anchored);
  return wanted && { wanted, ...(anchored ? { path } : {}) };
}

/** A part of a config in a const: where it stands in the machine is not written here. */
function inFragment(tokens: readonly Token[], place: CaretPlace): ConfigPlace | undefined {
  const states = tokens.lastIndexOf("states");
  const below = states < 0 ? tokens : tokens.slice(states + 2);
  // Any object might be one; only what is plainly a state or a transition is taken for it.
  const known = below.some(
    (token) =>
      typeof token === "string" &&
      /^(on|after|always|invoke|meta|guard|target|actions|entry|exit)$/.test(token),
  );
  if (!known && states < 0) return undefined;
  const wanted = wantedIn(below, place, false);
  return wanted && { wanted };
}

function wantedIn(tokens: readonly Token[], place: CaretPlace, isRoot: boolean): Wanted | undefined {
  const [slot, ...rest] = tokens;
  switch (slot) {
    case undefined:
      return place.atKey ? (isRoot ? "rootKey" : "stateKey") : undefined;
    case "initial":
      return rest.length === 0 || rest[0] === "target" ? (place.atKey ? undefined : "initial") : undefined;
    case "type":
      return place.atKey ? undefined : "stateType";
    case "history":
      return place.atKey ? undefined : "historyType";
    case "target":
      return place.atKey ? undefined : "historyTarget";
    case "entry":
    case "exit":
      return behavior("action", rest, place);
    case "tags":
      return place.atKey ? undefined : "tag";
    case "meta":
      return inMeta(rest, place);
    case "invoke":
      return inInvoke(rest[0] === ITEM ? rest.slice(1) : rest, place);
    case "on":
      return rest.length === 0 ? (place.atKey ? "event" : undefined) : inTransition(rest.slice(1), place);
    case "after":
      return rest.length === 0 ? (place.atKey ? "delay" : undefined) : inTransition(rest.slice(1), place);
    case "always":
    case "onDone":
    case "route":
      return inTransition(rest, place);
    default:
      return undefined;
  }
}

function inTransition(tokens: readonly Token[], place: CaretPlace): Wanted | undefined {
  const [key, ...rest] = tokens[0] === ITEM ? tokens.slice(1) : tokens;
  switch (key) {
    case undefined:
      return place.atKey ? "transitionKey" : "target";
    case "target":
      return place.atKey ? undefined : "target";
    case "guard":
      return behavior("guard", rest, place);
    case "actions":
      return behavior("action", rest, place);
    case "meta":
      return inMeta(rest, place);
    default:
      return undefined;
  }
}

/** A name standing alone, in a list, or as the `type` of an object. */
function behavior(kind: "guard" | "action", tokens: readonly Token[], place: CaretPlace): Wanted | undefined {
  if (place.atKey) return undefined;
  return tokens.every((token) => token === ITEM || token === "type") ? kind : undefined;
}

function inMeta([key, ...rest]: readonly Token[], place: CaretPlace): Wanted | undefined {
  if (key === undefined) return place.atKey ? "metaKey" : undefined;
  if (place.atKey) return undefined;
  if (key === "clauses") return "clause";
  if (key !== "asks") return undefined;
  return rest[0] === "context" ? "contextField" : rest.length === 0 ? "asks" : undefined;
}

function inInvoke([key, ...rest]: readonly Token[], place: CaretPlace): Wanted | undefined {
  if (key === undefined) return place.atKey ? "invokeKey" : undefined;
  if (key === "src") return place.atKey ? undefined : "actor";
  return key === "onDone" || key === "onError" || key === "onSnapshot"
    ? inTransition(rest, place)
    : undefined;
}

function inSetup(tokens: readonly Token[], place: CaretPlace): ConfigPlace | undefined {
  return tokens.length === 0 && place.atKey ? { wanted: "setupKey" } : undefined;
}

/** Names in code: what is compared with an event's type, and the arguments of XState's own functions. */
function codeWants({ steps, string, atKey }: CaretPlace, text: string): Wanted | undefined {
  if (atKey) return undefined;
  if (/\bcontext\??\.$/.test(text)) return "contextField";
  if (string && /\bevent\.type\s*[!=]==?\s*["'`]$/.test(text)) return "eventType";
  const at = steps.findLastIndex((step) => step.kind === "call" && step.callee !== "");
  const call = steps[at];
  const inner = steps.slice(at + 1);
  if (call?.kind !== "call" || inner.some((step) => step.kind === "block")) return undefined;
  const callee = call.callee.slice(call.callee.lastIndexOf(".") + 1);
  const plain = inner.every((step) => step.kind === "array" || step.kind === "call");
  const isType =
    inner.some((step) => isKeyed(step, "type")) &&
    inner.every((step) => step.kind !== "object" || isKeyed(step, "type"));
  if (/^(and|or|not|check)$/.test(callee)) return call.index === 0 && (plain || isType) ? "guard" : undefined;
  if (callee === "enqueue") return call.index === 0 && (plain || isType) ? "action" : undefined;
  if (callee === "stateIn" || callee === "matches") return call.index === 0 && plain ? "stateIn" : undefined;
  if (callee === "assertEvent") return call.index === 1 && plain ? "eventType" : undefined;
  if (callee === "raise") {
    if (call.index === 0 && isType) return "eventType";
    return call.index === 1 && inner.some((step) => isKeyed(step, "delay")) ? "delay" : undefined;
  }
  if (callee === "spawnChild" || callee === "spawn") return call.index === 0 && plain ? "actor" : undefined;
  return callee === "hasTag" && plain ? "tag" : undefined;
}

const isKeyed = (step: Step, key: string): boolean => step.kind === "object" && step.key === key;
