import { near } from "#core/diagnostic/near.ts";
import type { DiagnosticCode } from "#core/diagnostic/codes.ts";
import type { Diagnostic, Severity } from "#core/diagnostic/diagnostic.ts";
import type { Span } from "#core/text/textEdit.ts";
import { formerInvokeKeys, formerKeys, otherKeys, WHEN_IN_STATE } from "#core/analyze/misplacedKeys.ts";
import { KEY_RULES, TRANSITION_VALUE, type KeyRule } from "#core/syntax/configKeys.ts";
import { STATE_TYPES } from "#core/syntax/stateTypes.ts";
import { eventMeant } from "#core/analyze/eventNames.ts";
import { actorFaults, functionFaults } from "#core/analyze/functionFaults.ts";
import { entriesOf, type Entry } from "#core/syntax/property.ts";
import { itemsOf, membersOf, type Syntax } from "#core/analyze/literal.ts";
import { spanOf, stringOf, type Node } from "#core/syntax/node.ts";

/** What has keys that XState knows. */
type KeyOwner = "action" | "invoke" | "setup" | "state" | "transition";

const INTEGER = /^(0|[1-9][0-9]*)$/;
const PLAIN_KEY = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * What XState takes without a word or with an obscure one: misspelt keys, values of a wrong type, state keys that it reorders or
 * cannot reach. Looks at the literals of one config; parts that only running would tell are passed over.
 */
export function checkConfigShape(syntax: Syntax, config: Span, text: string): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  let path: readonly string[] = [];

  const tell = (
    code: DiagnosticCode,
    at: Span,
    facts: Diagnostic["facts"],
    severity: Severity = "error",
  ): void => {
    diagnostics.push({ code, severity, file: "machine", at, path, facts });
  };
  const short = (node: Node) => {
    const code = text.slice(node.start, node.end).replaceAll(/\s+/g, " ");
    return code.length > 40 ? `${code.slice(0, 37)}...` : code;
  };

  /** Whether the value is of a kind that the rule allows; tells when not. */
  const fits = (key: string, value: Node, allowed: KeyRule): boolean => {
    if (allowed.kinds.includes(syntax.kind(value))) return true;
    const code = key === "target" ? "target-type" : "wrong-type";
    tell(code, spanOf(value), { key, got: short(value), expected: allowed.expected });
    return false;
  };
  /** Checks the keys of an object literal and gives its properties whose value is of a fitting kind. */
  const known = (object: Node, rules: Readonly<Record<string, KeyRule>>, where: KeyOwner): Entry[] =>
    membersOf(syntax, object).filter(({ name: key, key: written, value }) => {
      if (Object.hasOwn(rules, key)) return fits(key, value, rules[key]!);
      const formers = where === "invoke" ? formerInvokeKeys : formerKeys;
      const former = Object.hasOwn(formers, key) ? formers[key]! : undefined;
      const renamed = former !== undefined && Object.hasOwn(rules, former) ? [former] : undefined;
      // At the root an object of actions belongs into setup.
      const runs = where === "state" && /^actions?$/.test(key) && syntax.kind(value) !== "object";
      const meant = runs ? WHEN_IN_STATE : otherKeys.has(key) ? [] : near(key, Object.keys(rules));
      tell(`unknown-${where}-key`, spanOf(written), { key, near: renamed ?? meant });
      return false;
    });
  /** The items of a list, or the one value; each with what a same-file const stands for. */
  const items = (value: Node): Node[] => {
    const node = syntax.resolve(value);
    return node.type === "ArrayExpression" ? itemsOf(node["elements"]) : [value];
  };

  const behaviors = (value: Node, key: string) => {
    for (const item of items(value)) {
      const node = syntax.resolve(item);
      diagnostics.push(...functionFaults(syntax, node, key === "guard" ? "guard" : "action", path));
      if (node.type === "ObjectExpression") {
        known(node, KEY_RULES.action, "action");
        needs(node, "type");
      } else if (item !== value)
        fits(key, item, {
          ...KEY_RULES.transition["guard"]!,
          expected: "string | { type, params } | function",
        });
    }
  };
  const needs = (object: Node, key: string) => {
    const written = entriesOf(object).some(
      (entry) => entry.name === key || near(entry.name, [key]).length > 0,
    );
    if (written || hasSpread(object)) return;
    tell("missing-key", { from: object.start, to: object.start + 1 }, { key });
  };

  const candidates = (value: Node, key: string) => {
    for (const item of items(value)) {
      const node = syntax.resolve(item);
      if (node.type === "ObjectExpression") transition(node);
      else if (stringOf(node) === "") tell("target-empty", spanOf(item), { key });
      else if (item !== value || syntax.kind(item) === "function")
        fits(key, item, { ...TRANSITION_VALUE, kinds: ["string", "object", "undefined", "code"] });
    }
  };
  const transition = (object: Node) => {
    for (const { name: key, value } of known(object, KEY_RULES.transition, "transition")) {
      if (key === "target" && stringOf(syntax.resolve(value)) === "")
        tell("target-empty", spanOf(value), { key });
      else if (key === "target") targets(value);
      else if (key === "guard" || key === "actions") behaviors(value, key);
    }
  };
  const targets = (value: Node) => {
    if (syntax.kind(value) !== "array") return;
    for (const item of items(value)) fits("target", item, { expected: "string", kinds: ["string", "code"] });
  };
  const invokes = (value: Node) => {
    for (const item of items(value)) {
      const node = syntax.resolve(item);
      if (node.type !== "ObjectExpression") {
        if (item !== value) fits("invoke", item, { expected: "object", kinds: ["object", "code"] });
        continue;
      }
      for (const prop of known(node, KEY_RULES.invoke, "invoke"))
        if (prop.name.startsWith("on")) candidates(prop.value, prop.name);
      needs(node, "src");
    }
  };
  const map = (value: Node, slot: "on" | "after") => {
    const node = syntax.resolve(value);
    if (node.type !== "ObjectExpression") return;
    for (const { name: key, key: written, value: held } of membersOf(syntax, node)) {
      const keyAt = spanOf(written);
      if (slot === "on") event(key, keyAt, held);
      else afterStrings(key, held);
      if (key === "__proto__") tell("key-proto", keyAt, { key });
      else if (fits(key, held, TRANSITION_VALUE)) candidates(held, key);
    }
  };
  /** XState 5.33 forgets the target of a text in a list, but only under `after`. */
  const afterStrings = (delay: string, value: Node) => {
    if (syntax.kind(value) !== "array") return;
    for (const item of items(value)) {
      const target = stringOf(syntax.resolve(item));
      if (target) tell("after-list-string", spanOf(item), { target, delay });
    }
  };
  const event = (key: string, at: Span, value: Node) => {
    if (key === "") return tell("event-empty", at, {});
    const meant = eventMeant(key);
    if (meant) tell(meant.code, at, { event: key, near: meant.near });
    const list = syntax.resolve(value);
    if (list.type === "ArrayExpression" && (list["elements"] as readonly unknown[]).length === 0)
      tell("event-empty-list", spanOf(value), { event: key }, "warning");
  };
  const word = (key: string, value: Node, allowed: readonly string[]) => {
    const string = stringOf(syntax.resolve(value));
    if (string !== undefined && !allowed.includes(string))
      tell("wrong-value", spanOf(value), {
        key,
        got: string,
        expected: allowed,
        near: near(string, allowed),
      });
  };

  const stateKey = ({ name: key, key: written }: Entry) => {
    const keyAt = spanOf(written);
    if (key === "") tell("key-empty", keyAt, {});
    else if (key === "__proto__") tell("key-proto", keyAt, { key });
    else if (INTEGER.test(key)) tell("key-integer", keyAt, { key });
    else if (/[.#\\]/.test(key)) tell("key-unreachable", keyAt, { key });
    else if (!PLAIN_KEY.test(key)) tell("key-grammar", keyAt, { key }, "warning");
  };
  const states = (value: Node) => {
    const node = syntax.resolve(value);
    if (node.type !== "ObjectExpression") return;
    const outer = path;
    for (const property of membersOf(syntax, node)) {
      path = [...outer, property.name];
      stateKey(property);
      if (fits(property.name, property.value, { expected: "object", kinds: ["object", "code", "undefined"] }))
        state(syntax.resolve(property.value), KEY_RULES.state);
    }
    path = outer;
  };
  const state = (object: Node, rules: Readonly<Record<string, KeyRule>>) => {
    // A config deeper than this is reported by the check of the chart.
    if (object.type !== "ObjectExpression" || path.length > 200) return;
    for (const { name: key, value } of known(object, rules, "state")) {
      if (key === "states") states(value);
      else if (key === "on" || key === "after") map(value, key);
      else if (key === "always" || key === "onDone") candidates(value, key);
      else if (key === "entry" || key === "exit") behaviors(value, key);
      else if (key === "invoke") invokes(value);
      else if (key === "type") word(key, value, STATE_TYPES);
      else if (key === "history") word(key, value, ["shallow", "deep"]);
      else if (key === "initial" && syntax.kind(value) === "object")
        known(syntax.resolve(value), KEY_RULES.initial, "transition");
      else if (key === "tags" && syntax.kind(value) === "array")
        for (const item of items(value)) fits(key, item, { expected: "string", kinds: ["string", "code"] });
    }
  };

  const root = syntax.objectAt(config.from);
  if (root) state(root, KEY_RULES.machine);
  return diagnostics;
}

/** The argument of `setup`, of `extend` or the second one of `createMachine`: XState ignores what it does not know there. */
export function checkSetupShape(syntax: Syntax, setup: Span): Diagnostic[] {
  const object = syntax.objectAt(setup.from);
  if (!object) return [];
  return entriesOf(object).flatMap(({ name: key, key: written, value }): Diagnostic[] => {
    const node = syntax.resolve(value);
    if (key === "actors" && node.type === "ObjectExpression") return actorFaults(syntax, node);
    if ((key === "guards" || key === "actions") && node.type === "ObjectExpression")
      return entriesOf(node).flatMap((entry) =>
        functionFaults(syntax, syntax.resolve(entry.value), key === "guards" ? "guard" : "action", []),
      );
    if (Object.hasOwn(KEY_RULES.setup, key)) return [];
    const former = formerKeys[key];
    const meant =
      former !== undefined && former in KEY_RULES.setup ? [former] : near(key, Object.keys(KEY_RULES.setup));
    return [
      {
        code: "unknown-setup-key",
        severity: "error",
        file: "machine",
        at: spanOf(written),
        facts: { key, near: meant },
      },
    ];
  });
}

const hasSpread = (object: Node): boolean =>
  (object["properties"] as readonly Node[]).some((part) => part.type === "SpreadElement");
