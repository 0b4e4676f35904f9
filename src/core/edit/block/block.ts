import type { Chart, StatePath } from "#core/chart/chart.ts";
import { typeText, type Field } from "#core/chart/payload.ts";
import type { Json } from "#core/text/json.ts";

/** A text in each language of the product. */
export type BlockWords = Readonly<Record<"en" | "ja" | "zh-Hant", string>>;

/** An open end of a block that a person binds to a field of the chart's context. */
export interface FieldParameter {
  readonly name: string;
  readonly kind: "field";
  readonly label: BlockWords;
  /** Its type, in TypeScript's words. */
  readonly type: string;
  /** Its start value as code, for a chart that has no such field. */
  readonly start: string;
  /** Other names under which games have it. */
  readonly also: readonly string[];
  /** Somebody else has to change it, so that a new one alone does nothing. */
  readonly fed?: true;
}

/** A number of the rules that a person chooses: a constant of the module. */
export interface NumberParameter {
  readonly name: string;
  readonly kind: "number";
  readonly label: BlockWords;
  readonly value: number;
  readonly min: number;
}

/** States in a row whose names, and with them their number, a person chooses. */
export interface StatesParameter {
  readonly name: string;
  readonly kind: "states";
  readonly label: BlockWords;
  /** Those of the block's own game, in their order. Each leads to the next one, and the last to the one that is written behind it. */
  readonly value: readonly string[];
  /** The state in which they are. */
  readonly in: StatePath;
}

export type BlockParameter = FieldParameter | NumberParameter | StatesParameter;

/** Which part of a block's game is inserted, and what is open at its ends. */
export interface BlockManifest {
  readonly id: string;
  readonly title: BlockWords;
  /** What it does, in a sentence. */
  readonly about: BlockWords;
  /** The state that is inserted; without it the transitions of `host` are added to a state of the chart. */
  readonly state?: StatePath;
  /** The state of its own game that stands for whatever follows it. */
  readonly exit?: StatePath;
  readonly host?: StatePath;
  readonly parameters: readonly BlockParameter[];
}

/**
 * A part that many games have, as a small game of its own: it is checked and its scenarios are played like those of any game. What is
 * inserted is plain code of the chart from then on; nothing refers to the block.
 */
export interface Block {
  readonly manifest: BlockManifest;
  /** Text of its machine module. */
  readonly machine: string;
  /** Labels by language, then by key. */
  readonly labels: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly moves: Readonly<Record<string, Json>>;
}

const hasType = (field: Field, type: string): boolean =>
  field.type.kind === "unknown" || typeText(field.type) === type;

/** The fields of a chart that a parameter can be bound to. */
export const fieldsFor = (chart: Chart, { type }: FieldParameter): readonly string[] =>
  (chart.context ?? []).filter((field) => hasType(field, type)).map(({ name }) => name);

/** The field that a parameter is bound to unless somebody says otherwise; undefined where the chart has none. */
export function boundField(chart: Chart, parameter: FieldParameter): string | undefined {
  const fitting = fieldsFor(chart, parameter);
  return [parameter.name, ...parameter.also].find((name) => fitting.includes(name));
}
