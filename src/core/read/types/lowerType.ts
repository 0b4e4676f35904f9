import type { Field, PayloadType } from "#core/chart/payload.ts";
import { type Expression, type Interface, type TypeAlias, type TypeNode } from "#core/syntax/ast.ts";
import { spanOf } from "#core/syntax/node.ts";
import { docOf } from "#core/read/config/docComments.ts";
import {
  defined,
  fieldsOf,
  indexed,
  intersect,
  literalNames,
  mayBeUndefined,
  UNDEFINED,
  unionOf,
} from "#core/read/types/payloadAlgebra.ts";
import { standardType } from "#core/read/types/standardTypes.ts";
import { typeOfEnum, typeOfValue } from "#core/read/types/typeOfValue.ts";
import { definition, lookup, type SourceModule, type TypeTable } from "#core/syntax/scope.ts";
import { addAll } from "#core/text/addAll.ts";

/** What types of a module are read against. */
export interface TypeReader {
  /** The file they are written in. */
  readonly module: SourceModule;
  /** Types that may be named in it. */
  readonly types: TypeTable;
  /** Nodes that may still be visited: types that expand without end stop here. */
  readonly budget: { left: number };
}

/** Type parameters in force and the names being expanded. */
interface Env {
  readonly params: ReadonlyMap<string, PayloadType>;
  readonly open: readonly string[];
}
const NO_ENV: Env = { params: new Map(), open: [] };
/** Nesting of types that is followed: a bound on recursion. */
const MAX_TYPE_NESTING = 40;

/** The payload type of a TypeScript type; what cannot be expressed is `unknown` with its text. */
export const lowerType = (reader: TypeReader, node: TypeNode): PayloadType =>
  defined(lower(reader, node, NO_ENV, 0));

type Signature = Extract<TypeNode, { type: "TSTypeLiteral" }>["members"][number];

function lower(reader: TypeReader, node: TypeNode, env: Env, depth: number): PayloadType {
  const unknown = (): PayloadType => ({ kind: "unknown", text: textOf(reader, node) });
  const go = (inner: TypeNode): PayloadType => lower(reader, inner, env, depth + 1);
  if (depth > MAX_TYPE_NESTING || reader.budget.left-- <= 0) return unknown();
  switch (node.type) {
    case "TSStringKeyword":
      return { kind: "string" };
    case "TSNumberKeyword":
      return { kind: "number" };
    case "TSBooleanKeyword":
      return { kind: "boolean" };
    case "TSNullKeyword":
      return { kind: "null" };
    case "TSUndefinedKeyword":
    case "TSVoidKeyword":
      return UNDEFINED;
    case "TSNeverKeyword":
      return { kind: "union", of: [] };
    case "TSParenthesizedType":
      return go(node.typeAnnotation);
    case "TSLiteralType":
      return literal(node.literal as Expression) ?? unknown();
    case "TSUnionType":
      return unionOf(node.types.map(go));
    case "TSIntersectionType":
      return intersect(node.types.map((type) => defined(go(type)))) ?? unknown();
    case "TSArrayType":
      return { kind: "array", of: defined(go(node.elementType)) };
    case "TSTupleType":
      return tuple(node.elementTypes as readonly TupleItem[], go) ?? unknown();
    case "TSTypeLiteral":
      return members(reader, node.members, env, depth) ?? unknown();
    case "TSTypeOperator":
      if (node.operator === "readonly") return go(node.typeAnnotation);
      return node.operator === "keyof" ? (keysOf(go(node.typeAnnotation)) ?? unknown()) : unknown();
    case "TSIndexedAccessType":
      return indexed(defined(go(node.objectType)), go(node.indexType)) ?? unknown();
    case "TSTypeQuery":
      return node.exprName.type === "TSImportType"
        ? unknown()
        : (typeOfValue({ node: entityExpression(node.exprName), scope: reader.module.top, shared: false }) ??
            unknown());
    case "TSMappedType":
      return mapped(reader, node, env, depth) ?? unknown();
    case "TSTypeReference":
      return reference(reader, node, env, depth) ?? unknown();
    default:
      return unknown();
  }
}

const textOf = (reader: TypeReader, node: TypeNode): string => {
  const { from, to } = spanOf(node);
  return reader.module.text.slice(from, to).replace(/\s+/g, " ");
};

function literal(node: Expression): PayloadType | undefined {
  if (node.type === "StringLiteral" || node.type === "NumericLiteral" || node.type === "BooleanLiteral")
    return { kind: "literal", value: node.value };
  if (node.type === "UnaryExpression" && node.operator === "-" && node.argument.type === "NumericLiteral")
    return { kind: "literal", value: -node.argument.value };
  if (node.type === "TemplateLiteral") {
    const only = node.quasis.length === 1 ? node.quasis[0]?.value.cooked : undefined;
    return typeof only === "string" ? { kind: "literal", value: only } : { kind: "string" };
  }
  return undefined;
}

type TupleItem = TypeNode | { type: "TSNamedTupleMember"; elementType: TypeNode; optional?: boolean };

/** Items that may be missing or repeat make an array of the union of all. */
function tuple(items: readonly TupleItem[], go: (node: TypeNode) => PayloadType): PayloadType | undefined {
  const of: PayloadType[] = [];
  let open = false;
  for (const item of items) {
    const inner = item.type === "TSNamedTupleMember" ? item.elementType : item;
    if (inner.type === "TSRestType") {
      const rest = go(inner.typeAnnotation);
      if (rest.kind !== "array" && rest.kind !== "tuple") return undefined;
      if (rest.kind === "tuple") addAll(of, rest.of);
      else {
        of.push(rest.of);
        open = true;
      }
    } else if (inner.type === "TSOptionalType" || (item.type === "TSNamedTupleMember" && item.optional)) {
      of.push(defined(go(inner.type === "TSOptionalType" ? inner.typeAnnotation : inner)));
      open = true;
    } else of.push(defined(go(inner)));
  }
  return open ? { kind: "array", of: unionOf(of) } : { kind: "tuple", of };
}

function members(
  reader: TypeReader,
  all: readonly Signature[],
  env: Env,
  depth: number,
): PayloadType | undefined {
  const fields: Field[] = [];
  for (const member of all) {
    const annotation = "typeAnnotation" in member ? member.typeAnnotation?.typeAnnotation : undefined;
    if (member.type === "TSIndexSignature") {
      // Beside named fields an open index says nothing that a form could show.
      if (all.length > 1 || !annotation) return undefined;
      return { kind: "record", of: defined(lower(reader, annotation, env, depth + 1)) };
    }
    if (member.type !== "TSPropertySignature") return undefined;
    const key = member.key as Expression;
    const name =
      key.type === "Identifier" && !member.computed
        ? key.name
        : key.type === "StringLiteral"
          ? key.value
          : key.type === "NumericLiteral"
            ? String(key.value)
            : undefined;
    if (name === undefined) return undefined;
    const type = annotation
      ? lower(reader, annotation, env, depth + 1)
      : ({ kind: "unknown", text: "any" } as const);
    const doc = docOf(reader.module.text, reader.module.comments, member);
    fields.push({
      name,
      type: defined(type),
      optional: member.optional === true || mayBeUndefined(type),
      ...(doc === undefined || doc === "" ? {} : { doc }),
    });
  }
  return { kind: "object", fields };
}

function keysOf(type: PayloadType): PayloadType | undefined {
  if (type.kind === "record") return { kind: "string" };
  const fields = fieldsOf(type);
  return fields && unionOf(fields.map((field) => ({ kind: "literal", value: field.name })));
}

/** `{ [K in Keys]: T }`. */
function mapped(
  reader: TypeReader,
  node: Extract<TypeNode, { type: "TSMappedType" }>,
  env: Env,
  depth: number,
): PayloadType | undefined {
  const parameter = node.typeParameter as { name: string; constraint?: TypeNode };
  if (!parameter.constraint || !node.typeAnnotation || node.nameType) return undefined;
  const keys = lower(reader, parameter.constraint, env, depth + 1);
  const body = node.typeAnnotation;
  const at = (key: PayloadType) =>
    lower(reader, body, { ...env, params: new Map(env.params).set(parameter.name, key) }, depth + 1);
  if (keys.kind === "string" || keys.kind === "number") return { kind: "record", of: defined(at(keys)) };
  const names = literalNames(keys);
  if (!names) return undefined;
  const optional = node.optional === true || node.optional === "+";
  return {
    kind: "object",
    fields: names.map((name) => {
      const type = at({ kind: "literal", value: name });
      return {
        name,
        type: defined(type),
        optional: node.optional !== "-" && (optional || mayBeUndefined(type)),
      };
    }),
  };
}

function reference(
  reader: TypeReader,
  node: Extract<TypeNode, { type: "TSTypeReference" }>,
  env: Env,
  depth: number,
): PayloadType | undefined {
  const args = (node.typeParameters?.params ?? []).map((arg) => lower(reader, arg, env, depth + 1));
  if (node.typeName.type === "TSQualifiedName")
    return typeOfValue({ node: entityExpression(node.typeName), scope: reader.module.top, shared: false });
  const { name } = node.typeName;
  const bound = env.params.get(name);
  if (bound) return bound;
  const declared = declarationOf(reader, name);
  if (declared) return expand(declared.reader, declared.declaration, args, env, depth);
  const enumeration = definition(lookup(reader.module.top, name), "type");
  if (enumeration?.kind === "enum") return typeOfEnum(enumeration.declaration);
  return standardType(name, args.map(defined));
}

/** Where a type is declared: in this file or in one it is imported from; its own names are those of that file. */
function declarationOf(
  reader: TypeReader,
  name: string,
): { readonly reader: TypeReader; readonly declaration: TypeAlias | Interface } | undefined {
  const declaration = reader.types.get(name);
  if (declaration) return { reader, declaration };
  const binding = lookup(reader.module.top, name);
  if (binding?.kind !== "import") return undefined;
  const far = reader.module.importedType(binding.from, binding.name);
  return (
    far && {
      reader: { ...reader, module: far.module, types: far.module.types },
      declaration: far.declaration,
    }
  );
}

/** The body of an alias or interface with its parameters bound. A type that leads back to itself is not expanded again. */
function expand(
  reader: TypeReader,
  declaration: TypeAlias | Interface,
  args: readonly PayloadType[],
  env: Env,
  depth: number,
): PayloadType | undefined {
  const full = `${reader.module.path} ${declaration.id.name}`;
  if (env.open.includes(full)) return undefined;
  const open = [...env.open, full];
  const params = new Map<string, PayloadType>();
  for (const [i, parameter] of (declaration.typeParameters?.params ?? []).entries()) {
    const fallback = parameter.default
      ? lower(reader, parameter.default, { params, open }, depth + 1)
      : undefined;
    const arg = args[i] ?? fallback;
    if (!arg) return undefined;
    params.set(parameter.name as unknown as string, arg);
  }
  const inner: Env = { params, open };
  if (declaration.type === "TSTypeAliasDeclaration")
    return lower(reader, declaration.typeAnnotation, inner, depth + 1);
  const type = members(reader, declaration.body.body, inner, depth);
  const bases = (declaration.extends ?? []).map((base) => {
    const expression = base.expression;
    const known = expression.type === "Identifier" ? declarationOf(reader, expression.name) : undefined;
    const given = (base.typeParameters?.params ?? []).map((arg) => lower(reader, arg, inner, depth + 1));
    return known && expression.type === "Identifier"
      ? expand(known.reader, known.declaration, given, inner, depth + 1)
      : undefined;
  });
  return type && bases.every((base) => base !== undefined) ? intersect([...bases, type]) : undefined;
}

/** `A.b` of a type, as the expression of that name. */
function entityExpression(name: unknown): Expression {
  const entity = name as { type: string; left?: unknown; right?: Expression; start?: number; end?: number };
  if (entity.type !== "TSQualifiedName") return name as Expression;
  return {
    type: "MemberExpression",
    computed: false,
    object: entityExpression(entity.left),
    property: entity.right,
    start: entity.start,
    end: entity.end,
  } as unknown as Expression;
}
