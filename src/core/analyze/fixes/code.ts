import type { Fix, FixStep } from "#core/diagnostic/fix.ts";
import {
  byCommand,
  bySteps,
  fact,
  nearOf,
  short,
  spanOf,
  type FixSite,
} from "#core/analyze/fixes/fixSite.ts";
import { absolute, places } from "#core/chart/places.ts";
import type { Span } from "#core/text/textEdit.ts";
import { freeNames, importedName } from "#core/syntax/freeNames.ts";
import { itemsOf } from "#core/analyze/literal.ts";
import { isNode, type Node } from "#core/syntax/node.ts";
import { XSTATE_EXPORTS } from "#core/analyze/xstateNames.ts";

/** Code in place of what is reported. */
const write = (
  site: FixSite,
  code: string,
  obvious: boolean,
  at = site.at,
  more: readonly FixStep[] = [],
) => [bySteps(site, "write", { code: short(code) }, [{ kind: "code", at, code }, ...more], obvious)];

export function bringImport(site: FixSite): Fix[] {
  const name = fact(site, "name");
  return [bySteps(site, "import", { name }, [...withoutType(site, name), { kind: "import", name }], true)];
}

/** A name that is imported as a type only goes from there, so that it can come as a value. */
function withoutType({ syntax, text }: FixSite, name: string): FixStep[] {
  return itemsOf(syntax?.program["body"]).flatMap((statement): FixStep[] => {
    if (statement.type !== "ImportDeclaration") return [];
    const all = itemsOf(statement["specifiers"]);
    const named = all.filter((node) => isNode(node["local"]) && node["local"]["name"] === name);
    const [only] = named;
    if (!only) return [];
    if (all.length > 1) return [{ kind: "remove", at: spanOf(only) }];
    const line = /^[ \t]*\r?\n/.exec(text.slice(statement.end))?.[0].length ?? 0;
    return [{ kind: "code", at: { from: statement.start, to: statement.end + line }, code: "" }];
  });
}

/** Names of XState 4 that are called as before under their new name. */
const SAME_CALL = new Set(["Machine"]);

/** The import and every use of a name that `xstate` exports otherwise. */
export function importRenamed(site: FixSite): Fix[] {
  const { syntax } = site;
  const specifier = syntax?.exactly(site.at).find((node) => node.type === "ImportSpecifier");
  const local = specifier?.["local"];
  if (!syntax || !specifier || !isNode(local)) return [];
  const old = importedName(specifier);
  const uses = freeNames(syntax.program, {
    brings: (source, name) => source !== "xstate" || XSTATE_EXPORTS.has(name),
  })
    .filter((node) => node["name"] === local["name"])
    .map((node) => ({ from: node.start, to: node.start + String(node["name"]).length }));
  return nearOf(site).map((to) => {
    const renamed = local["name"] !== old;
    const brought: FixStep = syntax.fromXState.has(to)
      ? { kind: "remove", at: spanOf(specifier) }
      : { kind: "code", at: spanOf(specifier), code: renamed ? `${to} as ${String(local["name"])}` : to };
    const name = renamed && brought.kind === "code" ? String(local["name"]) : to;
    const steps = [brought, ...uses.map((at): FixStep => ({ kind: "code", at, code: name }))];
    return bySteps(
      site,
      "replace",
      { from: old, to },
      steps,
      SAME_CALL.has(old) && nearOf(site).length === 1,
    );
  });
}

/** What can be done about a name that is nothing: a formula becomes a function, a field is declared, or it is another name. */
export const nameUnknown = (site: FixSite): Fix[] => [
  ...formulaWritten(site),
  ...nameReplaced(site),
  ...fieldDeclared(site),
];

/** A guard that was written as a formula is the function that the formula stands for, where it speaks of fields that there are. */
function formulaWritten(site: FixSite): Fix[] {
  const formula = bareFormula(site);
  if (!formula || !site.chart?.context?.some(({ name }) => name === fact(site, "name"))) return [];
  return byCommand(site, "as-function", { code: short(formula.text) }, formula.command);
}

/** A function that is given the context takes the name from it. */
function fieldDeclared(site: FixSite): Fix[] {
  const name = fact(site, "name");
  const known = site.chart?.context;
  const isName = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name);
  if (!known || !isName || known.some((field) => field.name === name)) return [];
  let node = site.syntax?.exactly(site.at).at(-1);
  while (node && !takesContext(itemsOf(node["params"])[0])) node = site.syntax?.parentOf(node);
  const args = { name, value: "0", uses: true };
  return node ? byCommand(site, "add-context-field", { name }, { id: "context.add", args }) : [];
}

const takesContext = (pattern: Node | undefined): boolean =>
  itemsOf(pattern?.["properties"]).some(
    (specifier) =>
      specifier["shorthand"] === true && isNode(specifier["key"]) && specifier["key"]["name"] === "context",
  );

/** The guard or the action of a transition that holds the place and is no function, with the command that writes it again. */
function bareFormula({ chart, at }: FixSite) {
  if (!chart) return undefined;
  for (const place of places(chart).values())
    for (const { slot, event, index, guard, actions, elsewhere } of place.node.transitions) {
      if (elsewhere) continue;
      const transition = { source: place.path, slot, ...(event === undefined ? {} : { event }), index };
      const holds = (code: { readonly kind: string; readonly text: string; readonly at: Span }) => {
        const { from, to } = absolute(place, code.at);
        return code.kind === "code" && from <= at.from && at.to <= to;
      };
      if (guard && holds(guard)) {
        const command = { id: "transition.guard", args: { transition, guard: { text: guard.text } } };
        return { text: guard.text, command };
      }
      const action = actions.findIndex(holds);
      const text = actions[action]?.text;
      if (text !== undefined) {
        const args = { transition, index: action, action: { text } };
        return { text, command: { id: "transition.setAction", args } };
      }
    }
  return undefined;
}

/** Every use of a name that nothing declares. */
function nameReplaced(site: FixSite): Fix[] {
  const { syntax } = site;
  const old = fact(site, "name");
  if (!syntax) return [];
  const uses = freeNames(syntax.program).filter((node) => node["name"] === old);
  return nearOf(site).map((to) => {
    const steps = uses.map((node): FixStep => ({
      kind: "code",
      at: { from: node.start, to: node.start + old.length },
      code: to,
    }));
    if (XSTATE_EXPORTS.has(to) && !syntax.fromXState.has(to)) steps.push({ kind: "import", name: to });
    return bySteps(site, "replace", { from: old, to }, steps);
  });
}

const functionAt = ({ syntax, at }: FixSite): Node | undefined =>
  syntax?.exactly(at).find((node) => /FunctionExpression$|^ObjectMethod$/.test(node.type));

/** `async` goes where nothing is waited for. */
export function notAsync(site: FixSite): Fix[] {
  const fn = functionAt(site);
  if (!fn || !site.syntax || site.syntax.within(spanOf(fn)).some((node) => /Await/.test(node.type)))
    return [];
  const async = /^async\s+/.exec(site.text.slice(fn.start, fn.end))?.[0];
  if (async === undefined) return [];
  const at = { from: fn.start, to: fn.start + async.length };
  return [bySteps(site, "remove", { what: "async" }, [{ kind: "code", at, code: "" }], true)];
}

/** `() => assign(...)` is what `assign(...)` is alone. */
export function actionItself(site: FixSite): Fix[] {
  const { syntax, text } = site;
  const call = syntax?.exactly(site.at).find((node) => node.type === "CallExpression");
  let around = call && syntax?.parentOf(call);
  if (around?.type === "ExpressionStatement" || around?.type === "ReturnStatement") {
    const block = syntax?.parentOf(around);
    around = block && itemsOf(block["body"]).length === 1 ? syntax?.parentOf(block) : undefined;
  }
  if (!call || around?.type !== "ArrowFunctionExpression" || itemsOf(around["params"]).length > 0) return [];
  return write(site, text.slice(call.start, call.end), true, spanOf(around));
}

export function eventObject(site: FixSite): Fix[] {
  return write(site, `{ type: ${site.text.slice(site.at.from, site.at.to)} }`, true);
}

/** `(ctx, event)` as one argument that is taken apart. */
export function newArguments(site: FixSite): Fix[] {
  const { syntax, text, at } = site;
  const first = syntax?.exactly(at).find((node) => node.type === "Identifier");
  const fn = first && syntax?.parentOf(first);
  const params = itemsOf(fn?.["params"]);
  if (!first || !fn || params.length > 2 || params[0] !== first) return [];
  const names = params.map((param) => (param.type === "Identifier" ? String(param["name"]) : undefined));
  if (names.includes(undefined)) return [];
  const part = (given: string, name: string) => (given === name ? given : `${given}: ${name}`);
  const parts = names.map((name, i) => part(i === 0 ? "context" : "event", name ?? ""));
  const code = `{ ${parts.join(", ")} }`;
  const last = params.at(-1) ?? first;
  const bare = fn.type === "ArrowFunctionExpression" && text.slice(fn.start, first.start).trim() === "";
  // A type that is written there was that of the context; setup gives the right one.
  const typed = params.some((param) => isNode(param["typeAnnotation"]));
  return write(site, bare ? `(${code})` : code, !typed, { from: first.start, to: last.end });
}

/** `and(a, b)` as `and([a, b])`, `not([a])` as `not(a)`. */
export function guardList(site: FixSite): Fix[] {
  const call = site.syntax?.exactly(site.at).find((node) => node.type === "CallExpression");
  const args = itemsOf(call?.["arguments"]);
  const [first, last] = [args[0], args.at(-1)];
  if (!call || !first || !last) return [];
  const name = fact(site, "name");
  const at = { from: first.start, to: last.end };
  if (name !== "not") return write(site, `[${site.text.slice(at.from, at.to)}]`, true, at);
  const items = itemsOf(first["elements"]);
  const [only] = items;
  return only && items.length === 1 && args.length === 1
    ? write(site, site.text.slice(only.start, only.end), true, at)
    : [];
}

/** An async function as an actor. */
export function actorOf(site: FixSite): Fix[] {
  const fn = functionAt(site);
  if (!fn || fn["async"] !== true || fn.type === "ObjectMethod") return [];
  const brought: FixStep[] = site.syntax?.fromXState.has("fromPromise")
    ? []
    : [{ kind: "import", name: "fromPromise" }];
  return write(site, `fromPromise(${site.text.slice(fn.start, fn.end)})`, false, spanOf(fn), brought);
}
