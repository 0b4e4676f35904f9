import { type EventType, type Field, type PayloadType, typeText } from "#core/chart/payload.ts";
import type { PackageParts } from "#core/export/package/packageSource.ts";
import { labelOf } from "#core/ruleset/labels.ts";
import type { Ruleset } from "#core/ruleset/ruleset.ts";
import type { Scenario } from "#core/run/scenario/scenario.ts";

/** Senders that are no players. */
const NO_PLAYERS = new Set(["chance", "table"]);

/**
 * The seats of a game by name, as far as they are known: those that have labels, else those that scenarios start with. Where they are
 * numbered (`P1`, `P2`), there are as many as the game has players.
 */
export function seatNames(
  ruleset: Ruleset,
  scenarios: Readonly<Record<string, Scenario>>,
): readonly string[] {
  const labelled = Object.values(ruleset.labels)
    .flatMap((labels) => Object.keys(labels))
    .flatMap((key) => (key.startsWith("seat:") ? [key.slice("seat:".length)] : []));
  const players = new Set(labelled.filter((name) => !NO_PLAYERS.has(name)));
  if (players.size === 0)
    for (const { input } of Object.values(scenarios)) {
      const seats = input?.["seats"];
      if (Array.isArray(seats)) for (const seat of seats) if (typeof seat === "string") players.add(seat);
    }
  const known = [...players];
  const stem = known[0]?.slice(0, -1) ?? "";
  const isNumbered = known.length > 0 && known.every((seat, i) => seat === `${stem}${i + 1}`);
  const most = Number.isInteger(ruleset.info.players.max) ? ruleset.info.players.max : 0;
  return isNumbered
    ? Array.from({ length: Math.min(Math.max(known.length, most), MAX_SEATS) }, (_, i) => `${stem}${i + 1}`)
    : known;
}

/** More seats than this are not listed as a type. */
const MAX_SEATS = 100;

/** `index.d.ts`: the types of a package, from what the module says of its events, context and input. */
export function packageTypes(parts: PackageParts, seats: readonly string[]): string {
  const { chart, saves, locales } = parts;
  const union = (names: readonly string[]) => names.map((name) => JSON.stringify(name)).join(" | ");
  return `import type {
  AnyActorRef,
  EventObject,
  MetaObject,
  ParameterizedObject,
  ProvidedActor,
  Snapshot,
  StateMachine,
  StateValue,
} from "xstate";

/** The seats of the game. Another table with other names has \`GameEvent<"north" | "south">\` and \`machineOf<"north" | "south">()\`. */
export type Seat = ${seats.length > 0 ? union(seats) : "string"};

/** Every event of the game, with what it carries. */
export type GameEvent<S extends string = Seat> =${eventsText(parts)};

/** What the machine remembers. */
${declared("Context", chart.context, "any")}
/** What the machine starts with. */
${declared("Input", chart.input, "unknown")}
/** The machine, as \`createActor\` of XState takes it. */
export type GameMachine<S extends string = Seat> = StateMachine<
  Context,
  GameEvent<S>,
  Record<string, AnyActorRef | undefined>,
  ProvidedActor,
  ParameterizedObject,
  ParameterizedObject,
  string,
  StateValue,
  string,
  Input,
  unknown,
  EventObject,
  MetaObject,
  any
>;
export declare const machine: GameMachine;
/** The same machine, for a table whose seats have other names. */
export declare function machineOf<S extends string>(): GameMachine<S>;

/** Values that the rules compute from the context, by name. */
export declare const derived: Readonly<Record<string, (context: never) => unknown>>;

/** The languages that \`loadKit\` has. */
export type Language = ${union(locales)};
export declare const languages: readonly Language[];
/** The kit of the game without words: what a server needs. \`kitOf\` of \`turnwright/kit\` gives it its type. */
export declare const kit: GameKit;
/** The kit with the words of one language, which are loaded now. Rejects with a RangeError for a language that is not there. */
export declare function loadKit(language: Language): Promise<GameKit>;
/** What \`turnwright/play\`, \`turnwright/kit\`, \`turnwright/react\` and \`turnwright/table\` take, as JSON. */
export interface GameKit {
  readonly kit: 1;
  readonly machine: string;
  readonly spec: Readonly<Record<string, any>>;
  readonly view?: Readonly<Record<string, any>>;
  readonly clauses: Readonly<Record<string, readonly string[]>>;
  readonly labels: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly text: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly words: Readonly<Record<string, any>>;
}
${saves === undefined ? "" : SAVE_TYPES}`;
}

const SAVE_TYPES = `
/** How many renames lie before this machine: a save of a lower version is led over. */
export declare const version: number;
/** SHA-256 of the module's text that this was built from. */
export declare const digest: string;
export interface Stamped<S extends object = Snapshot<unknown>> {
  readonly version: number;
  readonly digest: string;
  readonly snapshot: S;
}
/** Whether a save can be gone on with; \`newer\`: it was stamped by a later version. */
export type CanRestore =
  | { readonly ok: true; readonly newer?: true; readonly snapshot: Snapshot<unknown> }
  | {
      readonly ok: false;
      readonly noSnapshot?: true;
      readonly newer?: true;
      readonly missing: {
        readonly states: readonly string[];
        readonly inside: readonly string[];
        readonly context: readonly string[];
      };
    };
/** What to store: a snapshot with the version that it is of. */
export declare function stamped<S extends object>(snapshot: S): Stamped<S>;
/** Whether a stored snapshot can be gone on with, in the names of today; if not, what is missing. */
export declare function canRestore(saved: unknown): CanRestore;
`;

function eventsText({ chart, kit, reader }: PackageParts): string {
  if (!chart.events || chart.events.length === 0) return " { type: string; by?: S; [field: string]: any }";
  return chart.events
    .map((event) => `\n  ${docOf(labelOf(kit, reader, `event:${event.type}`))}| ${eventText(event)}`)
    .join("");
}

function eventText({ type, fields }: EventType): string {
  const bySeat = fields.map((field) =>
    field.name === "by" && field.type.kind === "string" ? { ...field, type: SEAT } : field,
  );
  const name: Field = { name: "type", optional: false, type: { kind: "literal", value: type } };
  return typeText(sayable({ kind: "object", fields: [name, ...bySeat] }));
}

/** The parameter for which the names of seats are filled in. */
const SEAT: PayloadType = { kind: "unknown", text: "S" };

function declared(name: string, fields: readonly Field[] | undefined, unread: string): string {
  if (!fields) return `export type ${name} = ${unread};\n`;
  const lines = fields.map(
    (field) =>
      `  ${docOf(field.doc)}${propertyName(field.name)}${field.optional ? "?" : ""}: ${typeText(sayable(field.type))};\n`,
  );
  return `export interface ${name} {\n${lines.join("")}}\n`;
}

const docOf = (text: string | undefined): string =>
  text === undefined || text === ""
    ? ""
    : `/** ${text.replaceAll("*/", "*\\/").replaceAll(/\s+/g, " ").trim()} */\n  `;

const propertyName = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);

/** A type as another file can declare it: without names that only its module knows, and with names that need quotes in them. */
function sayable(type: PayloadType): PayloadType {
  switch (type.kind) {
    case "unknown":
      return type === SEAT ? type : { kind: "unknown", text: "unknown" };
    case "union":
    case "tuple":
      return { ...type, of: type.of.map(sayable) };
    case "array":
    case "record":
      return { ...type, of: sayable(type.of) };
    case "object":
      return {
        ...type,
        fields: type.fields.map((field) => ({
          ...field,
          name: propertyName(field.name),
          type: sayable(field.type),
        })),
      };
    default:
      return type;
  }
}
