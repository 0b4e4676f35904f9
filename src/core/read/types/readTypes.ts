import type { Chart } from "#core/chart/chart.ts";
import type { EventType, PayloadType } from "#core/chart/payload.ts";
import type { Expression, TypeNode } from "#core/syntax/ast.ts";
import type { ModuleMachines, MachineCall } from "#core/read/modules/findMachines.ts";
import { lowerType, type TypeReader } from "#core/read/types/lowerType.ts";
import { fieldsOf, literalNames, membersOf } from "#core/read/types/payloadAlgebra.ts";
import { typesValue } from "#core/read/config/readSetup.ts";
import { effective } from "#core/syntax/entries.ts";
import { parts } from "#core/syntax/resolve.ts";
import { definition, lookup, moduleOf, type Value } from "#core/syntax/scope.ts";

/** Types larger than this are cut off with `unknown`. */
const MAX_TYPE_NODES = 20_000;

/** `types` of a machine: its events, input and context, each only when it can be read as a whole. */
export function readDeclaredTypes(
  config: ModuleMachines,
  machine: MachineCall,
): Pick<Chart, "events" | "input" | "context"> {
  const value = typesValue(machine);
  if (!value) return {};
  const from = moduleOf(value.scope) ?? config.module;
  const types = from === config.module ? config.types : from.types;
  const reader: TypeReader = { module: from, types, budget: { left: MAX_TYPE_NODES } };
  const typeOf = declared(reader, value);
  const events = eventTypes(typeOf("events"));
  const input = typeOf("input");
  const context = typeOf("context");
  const inputFields = input && fieldsOf(input);
  const contextFields = context && fieldsOf(context);
  return {
    ...(events ? { events } : {}),
    ...(inputFields ? { input: inputFields } : {}),
    ...(contextFields ? { context: contextFields } : {}),
  };
}

/** `{} as { events: E }` and `{ events: {} as E }` alike: the type under a name. */
function declared(reader: TypeReader, value: Value): (name: string) => PayloadType | undefined {
  const cast = castOf(value);
  if (!cast) return () => undefined;
  if (cast.type) {
    const whole = fieldsOf(lowerType(reader, cast.type));
    return (name) => whole?.find((field) => field.name === name)?.type;
  }
  const { object } = cast;
  if (object.node.type !== "ObjectExpression") return () => undefined;
  const entries = effective(parts({ ...object, node: object.node }));
  return (name) => {
    const declaredValue = entries.get(name)?.value;
    const type = declaredValue && castOf(declaredValue)?.type;
    return type && lowerType(reader, type);
  };
}

/** The type that a value is cast to, or the value itself when there is no cast. */
function castOf(
  value: Value,
):
  | { readonly type: TypeNode; readonly object?: undefined }
  | { readonly type?: undefined; readonly object: Value }
  | undefined {
  let at = value;
  for (let i = 0; i < 32; i++) {
    const { node } = at;
    if (node.type === "TSAsExpression" || node.type === "TSTypeAssertion") {
      const { typeAnnotation } = node;
      const isConst =
        typeAnnotation.type === "TSTypeReference" &&
        typeAnnotation.typeName.type === "Identifier" &&
        typeAnnotation.typeName.name === "const";
      if (!isConst) return { type: typeAnnotation };
      at = { ...at, node: node.expression };
    } else if (node.type === "TSSatisfiesExpression" || node.type === "TSNonNullExpression")
      at = { ...at, node: node.expression as Expression };
    else if (node.type === "Identifier") {
      const binding = definition(lookup(at.scope, node.name));
      if (binding?.kind !== "const") return undefined;
      at = { node: binding.init, scope: binding.scope, shared: true };
    } else return { object: at };
  }
  return undefined;
}

/** One per event type. Undefined as soon as one member of the union is not an object with a literal `type`. */
function eventTypes(type: PayloadType | undefined): EventType[] | undefined {
  if (!type) return undefined;
  const events: EventType[] = [];
  for (const member of membersOf(type)) {
    const fields = fieldsOf(member);
    const typeField = fields?.find((field) => field.name === "type");
    const names = typeField && literalNames(typeField.type);
    if (!fields || !names) return undefined;
    const rest = fields.filter((field) => field.name !== "type");
    for (const name of names) events.push({ type: name, fields: rest });
  }
  return events;
}
