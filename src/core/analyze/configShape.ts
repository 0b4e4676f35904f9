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
  return new ConfigShape(syntax, text).check(config);
}

class ConfigShape {
  readonly #syntax: Syntax;
  readonly #text: string;
  readonly #diagnostics: Diagnostic[] = [];
  /** Of the state that is looked at. */
  #path: readonly string[] = [];

  constructor(syntax: Syntax, text: string) {
    this.#syntax = syntax;
    this.#text = text;
  }

  check(config: Span): Diagnostic[] {
    const root = this.#syntax.objectAt(config.from);
    if (root) this.#state(root, KEY_RULES.machine);
    return this.#diagnostics;
  }

  #tell(code: DiagnosticCode, at: Span, facts: Diagnostic["facts"], severity: Severity = "error"): void {
    this.#diagnostics.push({ code, severity, file: "machine", at, path: this.#path, facts });
  }
  #short(node: Node): string {
    const code = this.#text.slice(node.start, node.end).replaceAll(/\s+/g, " ");
    return code.length > 40 ? `${code.slice(0, 37)}...` : code;
  }

  /** Whether the value is of a kind that the rule allows; tells when not. */
  #fits(key: string, value: Node, allowed: KeyRule): boolean {
    if (allowed.kinds.includes(this.#syntax.kind(value))) return true;
    const code = key === "target" ? "target-type" : "wrong-type";
    this.#tell(code, spanOf(value), { key, got: this.#short(value), expected: allowed.expected });
    return false;
  }
  /** Checks the keys of an object literal and gives its properties whose value is of a fitting kind. */
  #known(object: Node, rules: Readonly<Record<string, KeyRule>>, where: KeyOwner): Entry[] {
    return membersOf(this.#syntax, object).filter(({ name: key, key: written, value }) => {
      if (Object.hasOwn(rules, key)) return this.#fits(key, value, rules[key]!);
      const formers = where === "invoke" ? formerInvokeKeys : formerKeys;
      const former = Object.hasOwn(formers, key) ? formers[key]! : undefined;
      const renamed = former !== undefined && Object.hasOwn(rules, former) ? [former] : undefined;
      // At the root an object of actions belongs into setup.
      const runs = where === "state" && /^actions?$/.test(key) && this.#syntax.kind(value) !== "object";
      const meant = runs ? WHEN_IN_STATE : otherKeys.has(key) ? [] : near(key, Object.keys(rules));
      this.#tell(`unknown-${where}-key`, spanOf(written), { key, near: renamed ?? meant });
      return false;
    });
  }
  /** The items of a list, or the one value; each with what a same-file const stands for. */
  #items(value: Node): Node[] {
    const node = this.#syntax.resolve(value);
    return node.type === "ArrayExpression" ? itemsOf(node["elements"]) : [value];
  }

  #behaviors(value: Node, key: string): void {
    for (const item of this.#items(value)) {
      const node = this.#syntax.resolve(item);
      this.#diagnostics.push(
        ...functionFaults(this.#syntax, node, key === "guard" ? "guard" : "action", this.#path),
      );
      if (node.type === "ObjectExpression") {
        this.#known(node, KEY_RULES.action, "action");
        this.#needs(node, "type");
      } else if (item !== value)
        this.#fits(key, item, {
          ...KEY_RULES.transition["guard"]!,
          expected: "string | { type, params } | function",
        });
    }
  }
  #needs(object: Node, key: string): void {
    const written = entriesOf(object).some(
      (entry) => entry.name === key || near(entry.name, [key]).length > 0,
    );
    if (written || hasSpread(object)) return;
    this.#tell("missing-key", { from: object.start, to: object.start + 1 }, { key });
  }

  #candidates(value: Node, key: string): void {
    for (const item of this.#items(value)) {
      const node = this.#syntax.resolve(item);
      if (node.type === "ObjectExpression") this.#transition(node);
      else if (stringOf(node) === "") this.#tell("target-empty", spanOf(item), { key });
      else if (item !== value || this.#syntax.kind(item) === "function")
        this.#fits(key, item, { ...TRANSITION_VALUE, kinds: ["string", "object", "undefined", "code"] });
    }
  }
  #transition(object: Node): void {
    for (const { name: key, value } of this.#known(object, KEY_RULES.transition, "transition")) {
      if (key === "target" && stringOf(this.#syntax.resolve(value)) === "")
        this.#tell("target-empty", spanOf(value), { key });
      else if (key === "target") this.#targets(value);
      else if (key === "guard" || key === "actions") this.#behaviors(value, key);
    }
  }
  #targets(value: Node): void {
    if (this.#syntax.kind(value) !== "array") return;
    for (const item of this.#items(value))
      this.#fits("target", item, { expected: "string", kinds: ["string", "code"] });
  }
  #invokes(value: Node): void {
    for (const item of this.#items(value)) {
      const node = this.#syntax.resolve(item);
      if (node.type !== "ObjectExpression") {
        if (item !== value) this.#fits("invoke", item, { expected: "object", kinds: ["object", "code"] });
        continue;
      }
      for (const prop of this.#known(node, KEY_RULES.invoke, "invoke"))
        if (prop.name.startsWith("on")) this.#candidates(prop.value, prop.name);
      this.#needs(node, "src");
    }
  }
  #map(value: Node, slot: "on" | "after"): void {
    const node = this.#syntax.resolve(value);
    if (node.type !== "ObjectExpression") return;
    for (const { name: key, key: written, value: held } of membersOf(this.#syntax, node)) {
      const keyAt = spanOf(written);
      if (slot === "on") this.#event(key, keyAt, held);
      else this.#afterStrings(key, held);
      if (key === "__proto__") this.#tell("key-proto", keyAt, { key });
      else if (this.#fits(key, held, TRANSITION_VALUE)) this.#candidates(held, key);
    }
  }
  /** XState 5.33 forgets the target of a text in a list, but only under `after`. */
  #afterStrings(delay: string, value: Node): void {
    if (this.#syntax.kind(value) !== "array") return;
    for (const item of this.#items(value)) {
      const target = stringOf(this.#syntax.resolve(item));
      if (target) this.#tell("after-list-string", spanOf(item), { target, delay });
    }
  }
  #event(key: string, at: Span, value: Node): void {
    if (key === "") return this.#tell("event-empty", at, {});
    const meant = eventMeant(key);
    if (meant) this.#tell(meant.code, at, { event: key, near: meant.near });
    const list = this.#syntax.resolve(value);
    if (list.type === "ArrayExpression" && (list["elements"] as readonly unknown[]).length === 0)
      this.#tell("event-empty-list", spanOf(value), { event: key }, "warning");
  }
  #word(key: string, value: Node, allowed: readonly string[]): void {
    const string = stringOf(this.#syntax.resolve(value));
    if (string !== undefined && !allowed.includes(string))
      this.#tell("wrong-value", spanOf(value), {
        key,
        got: string,
        expected: allowed,
        near: near(string, allowed),
      });
  }

  #stateKey({ name: key, key: written }: Entry): void {
    const keyAt = spanOf(written);
    if (key === "") this.#tell("key-empty", keyAt, {});
    else if (key === "__proto__") this.#tell("key-proto", keyAt, { key });
    else if (INTEGER.test(key)) this.#tell("key-integer", keyAt, { key });
    else if (/[.#\\]/.test(key)) this.#tell("key-unreachable", keyAt, { key });
    else if (!PLAIN_KEY.test(key)) this.#tell("key-grammar", keyAt, { key }, "warning");
  }
  #states(value: Node): void {
    const node = this.#syntax.resolve(value);
    if (node.type !== "ObjectExpression") return;
    const outer = this.#path;
    for (const property of membersOf(this.#syntax, node)) {
      this.#path = [...outer, property.name];
      this.#stateKey(property);
      if (
        this.#fits(property.name, property.value, {
          expected: "object",
          kinds: ["object", "code", "undefined"],
        })
      )
        this.#state(this.#syntax.resolve(property.value), KEY_RULES.state);
    }
    this.#path = outer;
  }
  #state(object: Node, rules: Readonly<Record<string, KeyRule>>): void {
    // A config deeper than this is reported by the check of the chart.
    if (object.type !== "ObjectExpression" || this.#path.length > 200) return;
    for (const { name: key, value } of this.#known(object, rules, "state")) {
      if (key === "states") this.#states(value);
      else if (key === "on" || key === "after") this.#map(value, key);
      else if (key === "always" || key === "onDone") this.#candidates(value, key);
      else if (key === "entry" || key === "exit") this.#behaviors(value, key);
      else if (key === "invoke") this.#invokes(value);
      else if (key === "type") this.#word(key, value, STATE_TYPES);
      else if (key === "history") this.#word(key, value, ["shallow", "deep"]);
      else if (key === "initial" && this.#syntax.kind(value) === "object")
        this.#known(this.#syntax.resolve(value), KEY_RULES.initial, "transition");
      else if (key === "tags" && this.#syntax.kind(value) === "array")
        for (const item of this.#items(value))
          this.#fits(key, item, { expected: "string", kinds: ["string", "code"] });
    }
  }
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
