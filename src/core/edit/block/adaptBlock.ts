import type { Chart, StatePath } from "#core/chart/chart.ts";
import { placeOf, places, stateSpan, type TransitionRef } from "#core/chart/places.ts";
import { typeText, type EventType } from "#core/chart/payload.ts";
import { isUnder, samePath } from "#core/chart/targetText.ts";
import {
  boundField,
  fieldsFor,
  type Block,
  type FieldParameter,
  type NumberParameter,
} from "#core/edit/block/block.ts";
import type { ReadAgain } from "#core/edit/command.ts";
import { splitClips, type Clip } from "#core/edit/clip/clip.ts";
import { namesInScope } from "#core/edit/clip/clipNames.ts";
import { copyState } from "#core/edit/clip/copyState.ts";
import { Draft } from "#core/edit/draft.ts";
import { isFieldName } from "#core/edit/gestures/addContextField.ts";
import { freshName } from "#core/edit/gestures/freshName.ts";
import { contextObject } from "#core/edit/pen/contextObject.ts";
import { refuse, RefusedError } from "#core/edit/refuse.ts";
import type { SymbolKind } from "#core/symbol/symbol.ts";
import { symbolTable } from "#core/symbol/symbolSites.ts";
import { unwrap, type Expression } from "#core/syntax/ast.ts";
import { expressionOf } from "#core/syntax/expressionOf.ts";
import { child, nameOf, nodesOf, spanOf, walk } from "#core/syntax/node.ts";
import { keyName, propertyOf, valueOf } from "#core/syntax/property.ts";
import { resolve } from "#core/syntax/resolve.ts";
import { freshTree } from "#core/syntax/tree.ts";
import { applyEdits, sortEdits, type TextEdit } from "#core/text/textEdit.ts";

/** A field that the block brings along. */
export interface BroughtField {
  readonly name: string;
  readonly type: string | undefined;
  readonly start: string;
  /** The parameter for which the chart has no field. */
  readonly parameter?: FieldParameter;
}

/** A block in the names of a chart. */
export interface AdaptedBlock {
  /** The state or the host of its transitions, as `state.copy` gives it. */
  readonly clip: string;
  /** The transitions that lead on, with sources counted from the inserted state. */
  readonly exits: readonly TransitionRef[];
  /** Whom the state asks that stands for what follows, in the block's own game. */
  readonly exitAsks: string | undefined;
  /** What the chart does not have yet. */
  readonly fields: readonly BroughtField[];
  readonly events: readonly EventType[];
  readonly constants: readonly { readonly name: string; readonly value: string }[];
  /** Names of the block's game to those in the chart, by `kind:name`, for all that is inserted. */
  readonly names: ReadonlyMap<string, string>;
  /** Of these the ones that the chart had before. */
  readonly shared: ReadonlySet<string>;
}

/** The module of a block as it is adapted, step by step. */
interface Module {
  readonly text: string;
  readonly chart: Chart;
}

/** What a person said about the open ends, by parameter. */
export type Bindings = ReadonlyMap<string, string>;

/**
 * Gives a block the names of a chart: parameters get the chart's fields and numbers, and what is called as something else of the chart gets
 * a name of its own. An event with the same payload, and a guard or an action with the same code, is the chart's own.
 */
export function adaptBlock(block: Block, target: Draft, bindings: Bindings, read: ReadAgain): AdaptedBlock {
  const { manifest } = block;
  const top = manifest.state ?? manifest.host ?? [];
  const original = moduleOf(block.machine, read);
  const used = usedNames(original, top);
  const names = new Map<string, string>();
  const shared = new Set<string>();
  const name = (kind: SymbolKind, from: string, to: string, isShared: boolean) => {
    names.set(`${kind}:${from}`, to);
    if (isShared) shared.add(`${kind}:${from}`);
  };
  const parameters = new Map(manifest.parameters.map((parameter) => [parameter.name, parameter]));
  const unknown = [...bindings.keys()].find((key) => !parameters.has(key));
  if (unknown !== undefined)
    refuse("block-parameter-unknown", undefined, { name: unknown, block: manifest.id });

  const fields = contextFields(target);
  const taken = new Set(fields);
  for (const from of used("context")) {
    const parameter = parameters.get(from);
    const bound = parameter?.kind === "field" ? bindField(target, parameter, bindings.get(from)) : undefined;
    const to = bound ?? (taken.has(from) ? freshName(from, (item) => taken.has(item)) : from);
    taken.add(to);
    name("context", from, to, fields.has(to));
  }
  const events = eventTypes(target.chart);
  for (const from of used("event")) {
    const known = events.get(from);
    const isShared =
      known !== undefined && manifest.host === undefined && samePayload(known, eventOf(original, from));
    name("event", from, known && !isShared ? freshName(from, (item) => events.has(item)) : from, isShared);
  }
  const constants = manifest.parameters.flatMap((parameter) =>
    parameter.kind === "number" ? [bindNumber(target, parameter, bindings.get(parameter.name))] : [],
  );

  const renamed = renameAll(original, names, constants, read);
  // Only now is their code what it will be in the chart.
  const { needs } = headOf(renamed, top);
  for (const kind of ["guard", "action"] as const) {
    const known = new Map(target.chart.setup?.[`${kind}s`].map((item) => [item.name, item.text]));
    for (const [from, code] of Object.entries(needs[`${kind}s`])) {
      const isShared = known.has(from) && flat(known.get(from) ?? "") === flat(code ?? "");
      const isTaken = (item: string) => known.has(item) || Object.hasOwn(needs[`${kind}s`], item);
      name(kind, from, known.has(from) && !isShared ? freshName(from, isTaken) : from, isShared);
    }
  }
  const implementations = new Map([...names].filter(([key]) => /^(?:guard|action):/.test(key)));
  const adapted = renameAll(renamed, implementations, [], read);
  return {
    clip: clipOf(adapted, top),
    exits: manifest.exit ? exitsOf(adapted.chart, top, manifest.exit) : [],
    exitAsks: exitAsks(adapted.chart, manifest.exit),
    fields: used("context").flatMap((from) =>
      shared.has(`context:${from}`)
        ? []
        : [broughtField(adapted, names.get(`context:${from}`) ?? from, parameters.get(from))],
    ),
    events: used("event").flatMap((from) =>
      shared.has(`event:${from}`) ? [] : (eventOf(adapted, names.get(`event:${from}`) ?? from) ?? []),
    ),
    constants: constants.flatMap(({ to, value }) => (value === undefined ? [] : [{ name: to, value }])),
    names,
    shared,
  };
}

function exitAsks(chart: Chart, exit: StatePath | undefined): string | undefined {
  const asks = exit && placeOf(chart, exit)?.node.meta.asks;
  return typeof asks === "string" ? asks : undefined;
}

const flat = (code: string): string => code.replaceAll(/[\s,]+/g, "");

/** Reads the module of a block. Where the chart is in JavaScript it is read, and inserted, without its types. */
function moduleOf(given: string, read: ReadAgain): Module {
  const [typed] = read(given);
  const text = typed ? given : withoutTypes(given);
  const chart = typed ?? read(text)[0];
  if (!chart) throw new Error(`A block has no machine:\n${text}`);
  return { text, chart };
}

/** A module without the types that blocks have: declarations, and `as` behind a value. */
function withoutTypes(text: string): string {
  const edits: TextEdit[] = [];
  const tree = freshTree(text);
  if (tree)
    walk(tree.program, (node) => {
      if (/^TS(?:InterfaceDeclaration|TypeAliasDeclaration)$/.test(node.type))
        edits.push({ ...spanOf(node), insert: "" });
      const value = node.type === "TSAsExpression" ? child(node, "expression") : undefined;
      if (value) edits.push({ from: value.end, to: node.end, insert: "" });
      return !node.type.startsWith("TS") || node.type === "TSAsExpression";
    });
  return applyEdits(text, sortEdits(edits));
}

function clipOf({ text, chart }: Module, state: StatePath): string {
  const copy = copyState.edits(text, chart, { state });
  if ("refused" in copy) throw new RefusedError(copy.refused);
  return copy.clip ?? "";
}

function headOf(module: Module, state: StatePath): NonNullable<Clip["head"]> {
  const [clip] = splitClips(clipOf(module, state));
  if (!clip?.head) throw new Error(`The state ${state.join(".")} of a block cannot be copied`);
  return clip.head;
}

/** The names of a kind that a state says, with those of the guards and actions it uses, each once. */
function usedNames(module: Module, path: StatePath): (kind: SymbolKind) => readonly string[] {
  const { text, chart } = module;
  const { needs } = headOf(module, path);
  const top = [...places(chart).values()].find((place) => samePath(place.path, path));
  const spans = [
    ...(top ? [stateSpan(top)] : []),
    ...(["guards", "actions"] as const).flatMap((table) =>
      (chart.setup?.[table] ?? [])
        .filter(({ name }) => Object.hasOwn(needs[table], name))
        .map(({ valueAt }) => valueAt),
    ),
  ];
  const sites = symbolTable(text, chart).sites.filter(({ at }) =>
    spans.some(({ from, to }) => from <= at.from && at.to <= to),
  );
  return (kind) => [...new Set(sites.filter((site) => site.kind === kind).map(({ name }) => name))];
}

/** The fields of the context that a chart declares or begins with. */
function contextFields(draft: Draft): Set<string> {
  const object = contextObject(draft);
  const initialFields = nodesOf(object?.["properties"]).flatMap((item) => keyName(item) ?? []);
  return new Set([...(draft.chart.context ?? []).map(({ name }) => name), ...initialFields]);
}

/** The field for a parameter: the one that was named, or the chart's own; undefined where a new one is needed. */
function bindField(target: Draft, parameter: FieldParameter, named: string | undefined): string | undefined {
  const { name, type } = parameter;
  if (named === undefined || named.trim() === "") return boundField(target.chart, parameter);
  const field = named.trim();
  if (!isFieldName(field)) refuse("name-invalid", target.chart.callAt, { name: field });
  const known = target.chart.context?.find((item) => item.name === field);
  if (known && !fieldsFor(target.chart, parameter).includes(field))
    refuse("block-field-type", undefined, { name, field, type, declared: typeText(known.type) });
  return field;
}

interface BoundNumber {
  readonly from: string;
  readonly to: string;
  /** What a new constant says; undefined where the module has it. */
  readonly value?: string;
}

/** A number gets a constant of its own; the name of one that the module has stands for that. */
function bindNumber(
  target: Draft,
  { name, value, min }: NumberParameter,
  given: string | undefined,
): BoundNumber {
  const scope = namesInScope(target);
  const text = given?.trim() ?? "";
  const fits = (number: number) => Number.isFinite(number) && number >= min;
  const known = text === "" ? name : text;
  if (scope.has(known) && fits(numberNamed(target, known))) return { from: name, to: known };
  const number = text === "" ? value : Number(text);
  if (!fits(number)) refuse("block-number", undefined, { name, value: text, min: String(min) });
  const to = scope.has(name) ? freshName(name, (item) => scope.has(item)) : name;
  return { from: name, to, value: String(number) };
}

/** The number that a constant comes to without running; NaN for any other name. */
function numberNamed({ tree, chart }: Draft, name: string): number {
  const node = expressionOf(name);
  if (node?.type !== "Identifier") return Number.NaN;
  const scope = tree.scopeAt(chart.configAt?.from ?? 0);
  const { node: found } = resolve({ node: node as unknown as Expression, scope, shared: false });
  const isNegative = found.type === "UnaryExpression" && found.operator === "-";
  const literal = isNegative ? unwrap(found.argument) : found;
  if (literal.type !== "NumericLiteral") return Number.NaN;
  return isNegative ? -literal.value : literal.value;
}

/** The events of a chart by name; of one that is not declared no payload is known. */
function eventTypes(chart: Chart): ReadonlyMap<string, EventType | undefined> {
  const transitionEvents = [...places(chart).values()].flatMap(({ node }) =>
    node.transitions.flatMap(({ slot, event }) =>
      slot === "on" && event !== undefined ? [[event, undefined] as const] : [],
    ),
  );
  return new Map<string, EventType | undefined>([
    ...transitionEvents.map(([event]) => [event, { type: event, fields: [] }] as const),
    ...(chart.events ?? []).map((event) => [event.type, event] as const),
  ]);
}

const eventOf = ({ chart }: Module, type: string): EventType | undefined =>
  chart.events?.find((event) => event.type === type);

/** Who sends it is every event's: its type is the chart's. */
const payload = (event: EventType | undefined): string =>
  JSON.stringify(
    (event?.fields ?? [])
      .filter(({ name }) => name !== "by")
      .map(({ name, type, optional }) => [name, typeText(type), optional])
      .toSorted(([a], [b]) => String(a).localeCompare(String(b))),
  );
const samePayload = (a: EventType, b: EventType | undefined): boolean => payload(a) === payload(b);

/** The module with other names for its symbols and constants. */
function renameAll(
  { text, chart }: Module,
  names: ReadonlyMap<string, string>,
  constants: readonly BoundNumber[],
  read: ReadAgain,
): Module {
  const { tree } = new Draft(text, chart);
  const edits: TextEdit[] = symbolTable(text, chart).sites.flatMap(({ kind, name, at }) => {
    const to = names.get(`${kind}:${name}`);
    return to === undefined || to === name ? [] : [{ ...at, insert: to }];
  });
  walk(tree.program, (node) => {
    const constant =
      node.type === "Identifier" ? constants.find(({ from }) => from === nameOf(node)) : undefined;
    if (constant && constant.to !== constant.from) edits.push({ ...spanOf(node), insert: constant.to });
  });
  const once = new Map(edits.map((edit) => [edit.from, edit]));
  return moduleOf(applyEdits(text, sortEdits([...once.values()])), read);
}

/** The transitions in a state that lead to another one, with sources counted from the state. */
function exitsOf(chart: Chart, top: StatePath, exit: StatePath): TransitionRef[] {
  return [...places(chart).values()].flatMap(({ path, node }) =>
    isUnder(path, top)
      ? node.transitions
          .filter(({ targets }) => targets.some(({ resolved }) => samePath(resolved, exit)))
          .map(({ slot, event, index }) => ({
            source: path.slice(top.length),
            slot,
            index,
            ...(event === undefined ? {} : { event }),
          }))
      : [],
  );
}

function broughtField(
  { text, chart }: Module,
  name: string,
  parameter: Block["manifest"]["parameters"][number] | undefined,
): BroughtField {
  const draft = new Draft(text, chart);
  const object = contextObject(draft);
  const value = object && valueOf(propertyOf(object, name));
  const field = chart.context?.find((item) => item.name === name);
  const type = field && typeText(field.type);
  if (parameter?.kind === "field") return { name, type, start: parameter.start, parameter };
  if (!value) throw new Error(`The field ${name} of a block has no start value`);
  return { name, type, start: draft.slice(value) };
}
