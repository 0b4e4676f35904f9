import type { Chart, StateType } from "#core/chart/chart.ts";
import { typeText, type Field } from "#core/chart/payload.ts";
import { pathOf, placeOf } from "#core/chart/places.ts";
import { formulaOf } from "#core/expr/formula.ts";
import type { MachineSymbol } from "#core/symbol/symbol.ts";

/** What is known of a symbol beyond its name. */
export interface SymbolFacts extends MachineSymbol {
  /** Of a state: its type, what is written about it, the rules it carries out. */
  readonly type?: StateType;
  readonly description?: string;
  readonly clauses?: readonly string[];
  readonly structural?: string;
  /** Of an event: what it carries beside its type. */
  readonly fields?: readonly Field[];
  /** Of a guard or action: what it does, where it can be read; else the code that is given to it. */
  readonly formula?: string;
  readonly code?: string;
  /** Of a field of the context: its type in TypeScript's words. */
  readonly typeText?: string;
  readonly doc?: string;
}

/** Gathers what a chart says of one of its names; the bare name when it says nothing. */
export function symbolFacts(chart: Chart, symbol: MachineSymbol): SymbolFacts {
  const { kind, name } = symbol;
  switch (kind) {
    case "state": {
      const node = placeOf(chart, pathOf(name))?.node;
      if (!node) return { kind, name };
      const { clauses, structural } = node.meta;
      return {
        kind,
        name,
        type: node.type,
        ...(node.description ? { description: node.description.value } : {}),
        ...(clauses.length > 0 ? { clauses } : {}),
        ...(structural === undefined ? {} : { structural }),
      };
    }
    case "event": {
      const fields = chart.events?.find(({ type }) => type === name)?.fields;
      return { kind, name, ...(fields ? { fields } : {}) };
    }
    case "guard":
    case "action": {
      const code = chart.setup?.[`${kind}s`].find((impl) => impl.name === name)?.text;
      const formula = code === undefined ? undefined : formulaOf(code);
      return { kind, name, ...(formula ? { formula } : code === undefined ? {} : { code }) };
    }
    case "actor":
    case "delay": {
      const code = chart.setup?.[`${kind}s`].find((impl) => impl.name === name)?.text;
      return { kind, name, ...(code === undefined ? {} : { code }) };
    }
    case "context": {
      const field = chart.context?.find((item) => item.name === name);
      if (!field) return { kind, name };
      return { kind, name, typeText: typeText(field.type), ...(field.doc ? { doc: field.doc } : {}) };
    }
    default:
      return { kind, name };
  }
}
