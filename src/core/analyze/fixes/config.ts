import { KEY_RULES } from "#core/syntax/configKeys.ts";
import {
  bySteps,
  fact,
  freshName,
  propertySpan,
  propertyAt,
  short,
  spanOf,
  type FixSite,
} from "#core/analyze/fixes/fixSite.ts";
import { FORMER_SWITCHES } from "#core/analyze/misplacedKeys.ts";
import { replaceWord } from "#core/analyze/fixes/words.ts";
import { entriesOf } from "#core/syntax/property.ts";
import { isNode, stringOf, type Node } from "#core/syntax/node.ts";
import type { Fix } from "#core/diagnostic/fix.ts";

/** A key that means nothing: another spelling, or one of XState 4 that is said otherwise now. */
export function unknownKey(site: FixSite): Fix[] {
  const member = propertyAt(site);
  const key = fact(site, "key");
  if (!member) return [];
  const { property, object } = member;
  const value = property["value"];
  const has = (name: string) => entriesOf(object).some((entry) => entry.name === name);
  const write = (code: string, more: readonly { kind: "import"; name: string }[] = []) => [
    bySteps(
      site,
      "write",
      { code: short(code) },
      [{ kind: "code", at: spanOf(property), code }, ...more],
      true,
    ),
  ];
  if (FORMER_SWITCHES.has(key)) return [removal(site, property, true)];
  if (!isNode(value)) return [];
  const text = site.text.slice(value.start, value.end);
  const isTrue = value.type === "BooleanLiteral" && value["value"] === true;
  if (site.diagnostic.code === "unknown-transition-key") {
    if (key === "internal" && value.type === "BooleanLiteral")
      return isTrue || has("reenter") ? [removal(site, property, true)] : write("reenter: true");
    if (key === "in" && stringOf(value) !== undefined && !has("guard"))
      return write(`guard: stateIn(${text})`, site.syntax?.fromXState.has("stateIn") ? [] : [STATE_IN]);
  }
  if (key === "parallel") return isTrue && !has("type") ? write(`type: "parallel"`) : [];
  // What these held is written in another shape now.
  if (key === "in" || key === "internal" || key === "activities") return [];
  return replaceWord(site);
}

const STATE_IN = { kind: "import", name: "stateIn" } as const;

/** Takes a property out. */
export const removal = (site: FixSite, property: Node, obvious = false): Fix =>
  bySteps(
    site,
    "remove",
    { what: short(site.text.slice(property.start, property.end)) },
    [{ kind: "remove", at: spanOf(property) }],
    obvious,
  );

/** Removes the property that is reported, or whose value is. */
export function removeProperty(site: FixSite, obvious: boolean): Fix[] {
  const property = propertyAt(site);
  return property ? [removal(site, property.property, obvious)] : [];
}

/** Removes the reported property of the state. */
export function removeProperties(site: FixSite, names: readonly string[], obvious = false): Fix[] {
  const spans = names.flatMap((name) => propertySpan(site.place, name) ?? []);
  if (spans.length === 0) return [];
  const list = names.filter((name) => propertySpan(site.place, name)).join(", ");
  return [
    bySteps(
      site,
      "remove",
      { what: list },
      spans.map((at) => ({ kind: "remove" as const, at })),
      obvious,
    ),
  ];
}

/** A value of the wrong kind, where what was meant can be said in one way. */
export function wrongType(site: FixSite): Fix[] {
  const [value] = site.syntax?.exactly(site.at) ?? [];
  if (!value) return [];
  const write = (code: string) => [
    bySteps(site, "write", { code }, [{ kind: "code", at: site.at, code }], true),
  ];
  const text = stringOf(value);
  const key = fact(site, "key");
  if (key === "reenter" && (text === "true" || text === "false")) return write(text);
  if (key === "invoke" && text !== undefined)
    return write(`{ src: ${site.text.slice(value.start, value.end)} }`);
  if (value.type !== "NullLiteral") return [];
  const property = propertyAt(site);
  const holder = property && site.syntax?.parentOf(property.object);
  const around =
    holder && isNode(holder["key"]) ? (holder["key"]["name"] ?? holder["key"]["value"]) : undefined;
  // `GO: null` forbids an event, as `undefined` does; a state that is null has nothing in it.
  if (around === "on") return write("undefined");
  if (around === "states") return write("{}");
  return property && Object.hasOwn(KEY_RULES.state, key) ? [removal(site, property.property, true)] : [];
}

/** `target: null` says no target, as leaving it out does. */
export function targetType(site: FixSite): Fix[] {
  const [value] = site.syntax?.exactly(site.at) ?? [];
  return value?.type === "NullLiteral" ? removeProperty(site, true) : [];
}

/** `"": ...` under `on` is what XState 4 called `always`. */
export function eventEmpty(site: FixSite): Fix[] {
  const property = propertyAt(site);
  const on = property && site.syntax?.parentOf(property.object);
  const state = on && site.syntax?.parentOf(on);
  const value = property?.property["value"];
  if (!property || !on || !state || !isNode(value) || state.type !== "ObjectExpression") return [];
  if (entriesOf(state).some((entry) => entry.name === "always")) return [];
  const code = site.text.slice(value.start, value.end);
  return [
    bySteps(
      site,
      "use-always",
      {},
      [
        { kind: "remove", at: spanOf(property.property) },
        { kind: "add", object: state.start, of: "state", name: "always", code },
      ],
      true,
    ),
  ];
}

/** A text in a list under `after`, written so that XState takes it. */
export function afterListString(site: FixSite): Fix[] {
  const code = `{ target: ${site.text.slice(site.at.from, site.at.to)} }`;
  return [bySteps(site, "write", { code: short(code) }, [{ kind: "code", at: site.at, code }], true)];
}

/** A list without transitions does not forbid an event; `undefined` does. */
export function eventEmptyList(site: FixSite): Fix[] {
  const code = "undefined";
  return [bySteps(site, "write", { code }, [{ kind: "code", at: site.at, code }])];
}

/** A target without text: left out, or of a whole transition an object without one. */
export function targetEmpty(site: FixSite): Fix[] {
  if (fact(site, "key") === "target") return removeProperty(site, false);
  return [bySteps(site, "write", { code: "{}" }, [{ kind: "code", at: site.at, code: "{}" }])];
}

/** A state key that is there twice, or that no target can name: the text of it alone is changed. */
export function anotherKey(site: FixSite, wanted: string): Fix[] {
  const property = propertyAt(site);
  if (!property) return [];
  const taken = new Set(entriesOf(property.object).map((entry) => entry.name));
  const to = freshName(wanted, taken);
  return [bySteps(site, "rename-state", { to }, [{ kind: "word", at: site.at, to }])];
}
