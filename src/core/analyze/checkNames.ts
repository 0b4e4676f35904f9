import type { Chart, Implementation } from "#core/chart/chart.ts";
import { places } from "#core/chart/places.ts";
import { resolveTarget } from "#core/chart/targets.ts";
import { suggester } from "#core/analyze/suggest.ts";
import { near } from "#core/diagnostic/near.ts";
import type { Diagnostic, Severity } from "#core/diagnostic/diagnostic.ts";
import { delayMeant, eventMeant, matches } from "#core/analyze/eventNames.ts";
import { fewOf } from "#core/analyze/gameSubject.ts";
import { entriesOf } from "#core/syntax/property.ts";
import { itemsOf, type Syntax } from "#core/analyze/literal.ts";
import { isNode, nameOf, stringOf, unwrap, walk, type Node } from "#core/syntax/node.ts";
import { parseAlone } from "#core/syntax/parse.ts";
import { about, actionsOf, guardParts, isPartlyOpaque, mayHoldMore } from "#core/analyze/subject.ts";
import { definitionsOf, symbolTable } from "#core/symbol/symbolSites.ts";
import type { Span } from "#core/text/textEdit.ts";

/**
 * Names of guards, actions, actors, delays and events that nobody defined, and definitions that nobody uses.
 * @param text that the chart was read from
 */
export function checkNames(
  chart: Chart,
  text: string,
  syntax: Syntax | undefined,
  isGame = false,
): Diagnostic[] {
  // A module of its own may leave names to its users; a game may not.
  const setup = chart.setup ?? (isGame ? { ...NO_SETUP, at: chart.callAt } : undefined);
  return [
    ...(setup ? checkSetup(chart, setup, syntax) : toProvide(chart)),
    ...checkDelays(chart),
    ...checkEvents(chart, text),
    ...checkStateIn(chart, syntax),
  ];
}

/** A machine without implementations expects them from whoever uses it: said once, with the names. */
function toProvide(chart: Chart): Diagnostic[] {
  const names = new Set<string>();
  for (const place of places(chart).values()) {
    for (const part of [...actionsOf(place), ...place.node.transitions.flatMap((t) => guardParts(t.guard))])
      if (part.kind === "named" && part.name !== undefined) names.add(part.name);
    for (const { src } of place.node.invoke) if (src !== undefined) names.add(src);
    for (const { slot, event } of place.node.transitions)
      if (slot === "after" && event !== undefined && Number.isNaN(Number(event)) && !delayMeant(event))
        names.add(event);
  }
  if (names.size === 0) return [];
  const facts = { count: names.size, names: fewOf([...names]) };
  const at = { from: chart.callAt.from, to: chart.configAt?.from ?? chart.callAt.to };
  return [{ code: "names-to-provide", severity: "info", file: "machine", at, facts }];
}

/** A delay that is neither a number nor defined: XState does not wait at all. */
function checkDelays(chart: Chart): Diagnostic[] {
  const named = new Set(chart.setup?.delays.map(({ name }) => name));
  return [...places(chart).values()].flatMap((place) =>
    place.node.transitions.flatMap(({ slot, event, keyAt }) => {
      const meant =
        slot === "after" && event !== undefined && !named.has(event) ? delayMeant(event) : undefined;
      return meant && event !== undefined
        ? [about(place, "delay-not-number", "error", keyAt, { delay: event, near: meant })]
        : [];
    }),
  );
}

const NO_SETUP = { open: [], guards: [], actions: [], actors: [], delays: [] };
const KINDS = ["guard", "action", "actor", "delay"] as const;
type Kind = (typeof KINDS)[number];

function checkSetup(
  chart: Chart,
  setup: NonNullable<Chart["setup"]>,
  syntax: Syntax | undefined,
): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const used = {
    guard: new Set<string>(),
    action: new Set<string>(),
    actor: new Set<string>(),
    delay: new Set<string>(),
  };
  const defined = {
    guard: names(setup.guards),
    action: names(setup.actions),
    actor: names(setup.actors),
    delay: names(setup.delays),
  };
  const like = {
    guard: suggester(() => defined.guard),
    action: suggester(() => defined.action),
    actor: suggester(() => defined.actor),
    delay: suggester(() => defined.delay),
  };
  const unknown = (kind: Kind, name: string): Diagnostic["facts"] | undefined => {
    used[kind].add(name);
    return defined[kind].has(name) || name.startsWith("xstate.")
      ? undefined
      : { name, near: like[kind](name) };
  };
  const open = new Set(KINDS.filter((kind) => setup.open.includes(`${kind}s`)));
  // Where setup defines none at all they may be meant for `provide`.
  const severity = (kind: Kind): Severity => (defined[kind].size > 0 ? "error" : "warning");
  for (const place of places(chart).values()) {
    const tell = (kind: Kind, name: string | undefined, at: Span) => {
      const facts = name === undefined ? undefined : unknown(kind, name);
      if (!facts || open.has(kind)) return;
      diagnostics.push(atWord(syntax, about(place, `${kind}-not-found`, severity(kind), at, facts), name));
    };
    for (const action of actionsOf(place))
      if (action.kind === "named") tell("action", action.name, action.at);
    for (const transition of place.node.transitions) {
      for (const guard of guardParts(transition.guard))
        if (guard.kind === "named") tell("guard", guard.name, guard.at);
      const delay = transition.slot === "after" ? transition.event : undefined;
      if (delay !== undefined && Number.isNaN(Number(delay)) && !delayMeant(delay))
        tell("delay", delay, transition.keyAt);
    }
    for (const { src, srcCode, at } of place.node.invoke) tell("actor", src, srcCode?.at ?? at);
  }
  for (const { kind, name, at } of syntax ? namedInCode(syntax, setup.at, chart.configAt) : []) {
    const facts = unknown(kind, name);
    if (facts && !open.has(kind))
      diagnostics.push({ code: `${kind}-not-found`, severity: severity(kind), file: "machine", at, facts });
  }
  if (isUnread(chart)) return diagnostics;
  const mentioned = syntax ? new Set(texts(syntax, setup.at)) : undefined;
  const lists = { guard: setup.guards, action: setup.actions, actor: setup.actors, delay: setup.delays };
  for (const kind of KINDS)
    for (const { name, keyAt } of lists[kind])
      // A name that stands as text in setup may be used by code there, such as enqueue("name").
      if (!used[kind].has(name) && !mentioned?.has(name))
        diagnostics.push({
          code: `${kind}-unused`,
          severity: "info",
          file: "machine",
          at: keyAt,
          facts: { name },
        });
  return diagnostics;
}

/** Whether code that was not read may use names and wait for events. */
const isUnread = (chart: Chart): boolean => [...places(chart).values()].some(isPartlyOpaque);

/** A diagnostic of `{ type: "name", ... }` or `stateIn("name")` lies under the name alone. */
function atWord(syntax: Syntax | undefined, diagnostic: Diagnostic, name: string | undefined): Diagnostic {
  if (
    !syntax ||
    !diagnostic.at ||
    name === undefined ||
    diagnostic.at.to - diagnostic.at.from <= name.length + 2
  )
    return diagnostic;
  const [whole] = syntax.exactly(diagnostic.at);
  const words: Node[] = [];
  if (whole) walk(whole, (node) => void (stringOf(node) === name && words.push(node)));
  const [word, ...more] = words;
  return word && more.length === 0 ? { ...diagnostic, at: { from: word.start, to: word.end } } : diagnostic;
}

const names = (list: readonly Implementation[]): ReadonlySet<string> =>
  new Set(list.map((impl) => impl.name));

interface NamedInCode {
  readonly kind: Kind;
  readonly name: string;
  readonly at: Span;
}

/**
 * Names in code: guards in `and(["a", "b"])` of setup, what `enqueueActions` enqueues and checks, actors of `spawnChild`, delays of
 * `raise` and `sendTo`.
 */
function namedInCode(syntax: Syntax, setup: Span, config: Span | undefined): NamedInCode[] {
  const calls = (span: Span, callees: readonly string[]) =>
    syntax.calls.filter(
      ({ start, end, callee }) => span.from <= start && end <= span.to && callees.includes(calleeOf(callee)),
    );
  const everywhere = [setup, ...(config ? [config] : [])];
  const enqueuing = everywhere
    .flatMap((span) => calls(span, ["enqueueActions"]))
    .map((node): Span => ({ from: node.start, to: node.end }));
  return [
    ...calls(setup, ["and", "or", "not"]).flatMap((call) => textsOf(call, "guard")),
    ...enqueuing.flatMap((span) => calls(span, ["check"])).flatMap((call) => textsOf(call, "guard")),
    ...enqueuing.flatMap((span) => calls(span, ["enqueue"])).flatMap((call) => textsOf(call, "action")),
    ...everywhere
      .flatMap((span) => calls(span, ["spawnChild", "spawn"]))
      .flatMap((call) => textsOf(call, "actor")),
    ...everywhere.flatMap((span) => calls(span, ["raise", "sendTo", "sendParent"])).flatMap(delayOf),
  ];
}

/** The name of `{ delay: "name" }`, the last argument of a call. */
function delayOf(call: Node): NamedInCode[] {
  const options = itemsOf(call["arguments"]).slice(1).at(-1);
  const delay =
    options?.type === "ObjectExpression"
      ? entriesOf(options).find((entry) => entry.name === "delay")
      : undefined;
  const name = delay && stringOf(delay.value);
  return delay && name !== undefined
    ? [{ kind: "delay", name, at: { from: delay.value.start, to: delay.value.end } }]
    : [];
}

/** The name that is called: `raise`, also of `enqueue.raise`. */
function calleeOf(callee: unknown): string {
  if (!isNode(callee)) return "";
  const { object, property } = callee;
  if (isNode(object) && nameOf(object) === "enqueue") return nameOf(property);
  return callee.type === "Identifier" ? nameOf(callee) : "";
}

/** The strings, and `type`s of objects, in the first argument of a call, a list of them too. */
function textsOf(call: Node, kind: Kind): NamedInCode[] {
  return itemsOf(call["arguments"])
    .slice(0, 1)
    .flatMap((arg) => (arg.type === "ArrayExpression" ? itemsOf(arg["elements"]) : [arg]))
    .map((arg) =>
      arg.type === "ObjectExpression"
        ? (entriesOf(arg).find((entry) => entry.name === "type")?.value ?? arg)
        : arg,
    )
    .flatMap((arg) => {
      const name = stringOf(arg);
      return name === undefined ? [] : [{ kind, name, at: { from: arg.start, to: arg.end } }];
    });
}

const texts = (syntax: Syntax, span: Span): string[] =>
  syntax.within(span).flatMap((node) => stringOf(node) ?? []);

/** Events that a state waits for and the types do not know, and the other way round. */
function checkEvents(chart: Chart, text: string): Diagnostic[] {
  const events = chart.events;
  if (!events || events.length === 0) return [];
  const declared = new Set(events.map((event) => event.type));
  const isDeclared = (descriptor: string) =>
    declared.has(descriptor) ||
    (descriptor.includes("*") && [...declared].some((type) => matches(descriptor, type)));
  const like = suggester(() => declared);
  const diagnostics: Diagnostic[] = [];
  const handled = new Set<string>();
  for (const place of places(chart).values())
    for (const { slot, event, keyAt } of place.node.transitions) {
      if (slot !== "on" || event === undefined) continue;
      handled.add(event);
      if (!isDeclared(event) && !event.startsWith("xstate.") && !eventMeant(event))
        diagnostics.push(about(place, "event-not-declared", "error", keyAt, { event, near: like(event) }));
    }
  const unread = isUnread(chart);
  const wild = [...handled].filter((event) => event.includes("*"));
  for (const type of declared)
    // Types may name what XState sends of itself, for the code of onDone and onError.
    if (
      !unread &&
      !type.startsWith("xstate.") &&
      !handled.has(type) &&
      !wild.some((event) => matches(event, type))
    )
      diagnostics.push({
        code: "event-not-handled",
        severity: "warning",
        file: "machine",
        at: declaredAt(chart, text, type) ?? chart.setup?.at ?? chart.callAt,
        facts: { event: type },
      });
  const unique = new Set<string>();
  return diagnostics.filter((diagnostic) => {
    const key = `${diagnostic.code} ${diagnostic.at?.from} ${String(diagnostic.facts["event"])}`;
    return !unique.has(key) && unique.add(key);
  });
}

/** Where the types say an event's name; undefined when another file does. */
const declaredAt = (chart: Chart, text: string, name: string): Span | undefined =>
  definitionsOf(symbolTable(text, chart), { kind: "event", name })[0]?.written;

/**
 * `stateIn` of a state that does not exist: by an id XState 5.33 throws when the guard is asked, by keys the guard is false for
 * ever.
 */
function checkStateIn(chart: Chart, syntax: Syntax | undefined): Diagnostic[] {
  const all = [...places(chart).values()];
  if (all.some(mayHoldMore)) return [];
  const known = [...places(chart).keys()].filter((id) => id !== "");
  return all.flatMap((place) =>
    place.node.transitions
      .flatMap((transition) => guardParts(transition.guard))
      .flatMap((guard) => {
        const expression = guard.kind === "stateIn" ? parseAlone(guard.params?.text ?? "") : undefined;
        const state = expression && lostState(chart, unwrap(expression as Node), []);
        if (state === undefined) return [];
        const code = state.startsWith("#") ? "state-in-id-not-found" : "state-in-not-found";
        const facts = { state, near: near(state, known) };
        return [atWord(syntax, about(place, code, "error", guard.at, facts), state)];
      }),
  );
}

/** What the argument of `stateIn` names that is no state, counted from a path. */
function lostState(chart: Chart, expression: Node, base: readonly string[]): string | undefined {
  const text = stringOf(expression);
  if (text !== undefined) {
    const target = text.startsWith("#") && base.length === 0 ? text : `.${[...base, text].join(".")}`;
    return text === "" || resolveTarget(chart.root, [], target) ? undefined : text;
  }
  if (expression.type !== "ObjectExpression") return undefined;
  for (const { name: key, value } of entriesOf(expression)) {
    if (!resolveTarget(chart.root, [], `.${[...base, key].join(".")}`)) return key;
    const lost = lostState(chart, unwrap(value), [...base, key]);
    if (lost !== undefined) return lost;
  }
  return undefined;
}
