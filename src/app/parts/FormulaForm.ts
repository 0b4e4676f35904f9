import { createContext } from "react";
import type { Sentences } from "#core/expr/sentences.ts";

/** The sentences in which formulas below are shown that have one; without a provider all are shown as formulas. */
export const FormulaForm = createContext<Sentences | undefined>(undefined);
