import { plainFormula } from "#core/expr/formulaParts.ts";
import { fill, isWrapped, type Parts, splits, splitTop, topText } from "#core/expr/formulaText.ts";

/**
 * Sentences for the commonest shapes of printed formulas: `DP := DP + 1` reads "DP goes up by 1". Only a formula that the inverse of the templates
 * gives back has a sentence, so that two formulas that do different things never read the same; any other stays a formula.
 */
export const SENTENCE_FORMS = [
  // what is assigned: {x} a field, {v} a value, {m} a list
  "becomes",
  "grows",
  "shrinks",
  "cleared",
  "emptied",
  "added",
  // {m}: fields that begin with the same {v}
  "begins",
  "beginsEmpty",
  // {i} an item, {m} a list, {c} a condition, {b} sentences
  "each",
  "eachWhere",
  "some",
  "all",
  "never",
  "notAll",
  // comparisons
  "is",
  "isNot",
  "isNone",
  "isSome",
  "more",
  "less",
  "atLeast",
  "atMost",
  "among",
  "notAmong",
  "empty",
  "notEmpty",
  "fails",
  // terms: how many {m} has, {x} or {v} where there is none, some of {m}
  "count",
  "otherwise",
  "those",
] as const;
export type SentenceForm = (typeof SENTENCE_FORMS)[number];

/** Templates of one language by form, and what stands between sentences that hold together. */
export type SentenceTemplates = Readonly<Record<SentenceForm | "and" | "or", string>>;

/** The words of formulas in the same language. */
export interface SentenceSigns {
  readonly none: string;
  readonly else: string;
  /** `for each {over}: {value}` and `if {test} then {yes}, otherwise {no}`. */
  readonly each: string;
  readonly if: string;
}

const COMPARED: readonly (readonly [SentenceForm, string])[] = [
  ["isNot", "≠"],
  ["is", "="],
  ["more", ">"],
  ["less", "<"],
  ["atLeast", "≥"],
  ["atMost", "≤"],
  ["among", "∈"],
  ["notAmong", "∉"],
];

/** Formulas that are cached; beyond, the cache is emptied. */
const MAX_CACHED_SENTENCES = 10_000;
/** A longer formula makes no sentence that anybody reads, and looking for its inverse would take long. */
const MAX_SENTENCE_LENGTH = 600;

export class Sentences {
  readonly #templates: SentenceTemplates;
  readonly #signs: SentenceSigns;
  readonly #ifPieces: readonly string[];
  readonly #cache = new Map<string, string | undefined>();

  constructor(templates: SentenceTemplates, signs: SentenceSigns) {
    this.#templates = templates;
    this.#signs = signs;
    this.#ifPieces = signs.if.split(/\{\w+\}/).filter((piece) => piece.trim() !== "");
  }

  /** The parts of a formula that all must hold, itself where there is only one. */
  conjuncts(formula: string): readonly string[] {
    return this.#isPlainLogic(formula) && splitTop(formula, ` ${this.#signs.else} `).length === 1
      ? splitTop(formula, " ∨ ").length === 1
        ? splitTop(formula, " ∧ ")
        : [formula]
      : [formula];
  }

  /** The sentence of a formula, with the same marks; undefined for one that has none. */
  of(formula: string): string | undefined {
    if (formula.length > MAX_SENTENCE_LENGTH) return undefined;
    if (!this.#cache.has(formula)) {
      if (this.#cache.size >= MAX_CACHED_SENTENCES) this.#cache.clear();
      const sentence = this.#say(formula);
      const isSafe = sentence !== undefined && this.formula(plainFormula(sentence)) === plainFormula(formula);
      this.#cache.set(formula, isSafe ? sentence : undefined);
    }
    return this.#cache.get(formula);
  }

  /** What a formula is that is no condition, such as some items of a list, in words; itself where there are none. */
  term(formula: string): string {
    const text = formula.length > MAX_SENTENCE_LENGTH ? formula : this.#term(formula);
    return this.#formulaOfTerm(plainFormula(text)) === plainFormula(formula) ? text : formula;
  }

  /** Fields that begin with the same value, in one sentence; undefined where it could be read otherwise. */
  begins(value: string, fields: readonly string[]): string | undefined {
    const isEmpty = value === "[]";
    const template = this.#templates[isEmpty ? "beginsEmpty" : "begins"];
    const sentence = fill(template, { v: value, m: fields.join(", ") });
    const [only, ...others] = splits(template, plainFormula(sentence));
    const isSafe =
      others.length === 0 &&
      only !== undefined &&
      (isEmpty || only["v"] === plainFormula(value)) &&
      only["m"] === fields.map(plainFormula).join(", ") &&
      fields.every((field) => splitTop(plainFormula(field), ", ").length === 1);
    return isSafe ? sentence : undefined;
  }

  /** The formula of a sentence without marks; undefined for what is no sentence, or could be one of several. */
  formula(sentence: string): string | undefined {
    if (isWrapped(sentence, "()")) {
      const inner = this.formula(sentence.slice(1, -1));
      return inner !== undefined && this.#say(`(${inner})`) === sentence ? `(${inner})` : undefined;
    }
    const choices = splitTop(sentence, this.#templates.or);
    if (choices.length > 1) {
      const formula = choices.map((choice) => this.formula(choice) ?? choice).join(" ∨ ");
      if (this.#say(formula) === sentence) return formula;
    }
    /** The formulas by how much of the sentence is the template's: "x is not v" says more than "x is" something. */
    const byLength = new Map<number, Set<string>>();
    for (const form of SENTENCE_FORMS) {
      const template = this.#templates[form];
      const length = fill(template, EMPTY).length;
      for (const parts of splits(template, sentence)) {
        const formula = this.#formulaOf(form, parts);
        if (formula !== undefined && this.#say(formula) === sentence)
          byLength.set(length, (byLength.get(length) ?? new Set()).add(formula));
      }
    }
    const [formula, ...others] = byLength.get(Math.max(...byLength.keys())) ?? [];
    return others.length === 0 ? formula : undefined;
  }

  /** A number of things, or what stands where there is none, in words. */
  #term(term: string): string {
    const list = /^\|([^|]*)\|$/u.exec(term)?.[1];
    if (list !== undefined) return this.#fill("count", { m: this.#term(list) });
    if (isWrapped(term, "{}")) {
      const [over = "", c, ...rest] = splitTop(term.slice(1, -1), ": ");
      const [i = "", m, ...more] = splitTop(over, " ∈ ");
      return c === undefined || m === undefined || rest.length + more.length > 0
        ? term
        : this.#fill("those", { i, m, c: this.#sayAll(c, " ∧ ") });
    }
    if (!this.#isPlainLogic(term)) return term;
    const [x = "", v, ...others] = splitTop(term, ` ${this.#signs.else} `);
    return v === undefined || others.length > 0 ? term : this.#fill("otherwise", { x, v });
  }

  #formulaOfTerm(text: string): string {
    const { count, otherwise, those } = this.#templates;
    const terms = [
      ...splits(count, text).map(({ m = "" }) => `|${this.#formulaOfTerm(m)}|`),
      ...splits(otherwise, text).map(({ x = "", v = "" }) => `${x} ${this.#signs.else} ${v}`),
      ...splits(those, text).map(({ i, m, c = "" }) => `{${i} ∈ ${m}: ${this.#body(c, " ∧ ")}}`),
    ];
    return terms.find((term) => this.#term(term) === text) ?? text;
  }

  /** The formula of sentences that hold together. */
  #body(text: string, between: string): string {
    return splitTop(text, this.#templates.and)
      .map((part) => this.formula(part) ?? part)
      .join(between);
  }

  #formulaOf(
    form: SentenceForm,
    { x = "", v = "", m = "", i = "", c = "", b = "" }: Parts,
  ): string | undefined {
    const { none, each } = this.#signs;
    const [sign] = COMPARED.flatMap(([of, compared]) => (of === form ? [compared] : []));
    const [left, right, list] = [x, v, m].map((term) => this.#formulaOfTerm(term));
    if (sign !== undefined) return `${left} ${sign} ${right}`;
    switch (form) {
      case "becomes":
        return `${x} := ${right}`;
      case "grows":
        return `${x} := ${x} + ${right}`;
      case "shrinks":
        return `${x} := ${x} − ${right}`;
      case "cleared":
        return `${x} := ${none}`;
      case "emptied":
        return `${x} := []`;
      case "added":
        return `${m} := […${m}, ${v}]`;
      case "each":
        return fill(each, { over: `${i} ∈ ${m}`, value: this.#body(b, ", ") });
      case "eachWhere":
        return fill(each, { over: `{${i} ∈ ${m}: ${this.#body(c, " ∧ ")}}`, value: this.#body(b, ", ") });
      case "some":
        return `∃ ${i} ∈ ${m}: ${this.#body(b, " ∧ ")}`;
      case "all":
        return `∀ ${i} ∈ ${m}: ${this.#body(b, " ∧ ")}`;
      case "never":
        return `¬(∃ ${i} ∈ ${m}: ${this.#body(b, " ∧ ")})`;
      case "notAll":
        return `¬(∀ ${i} ∈ ${m}: ${this.#body(b, " ∧ ")})`;
      case "isNone":
        return `${left} = ${none}`;
      case "isSome":
        return `${left} ≠ ${none}`;
      case "empty":
        return `|${list}| = 0`;
      case "notEmpty":
        return `|${list}| > 0`;
      case "fails":
        return `¬${x}`;
      default:
        return undefined;
    }
  }

  /** Whether signs at the top of a formula join all of it: nothing reaches over them to the end of the formula. */
  #isPlainLogic(formula: string): boolean {
    const top = topText(formula);
    return (
      !/[∃∀↦?:]/u.test(top.replaceAll(/[“”]/g, "")) &&
      !this.#ifPieces.some((piece) => top.includes(piece.trim()))
    );
  }

  /** The sentence of a formula, not yet held against its inverse. */
  #say(formula: string): string | undefined {
    return this.#change(formula) ?? this.#condition(formula);
  }

  #sayAll(formula: string, between: string): string {
    const parts = between === ", " ? splitTop(formula, between) : this.conjuncts(formula);
    return parts.map((part) => this.#say(part) ?? part).join(this.#templates.and);
  }

  #change(formula: string): string | undefined {
    const { each, none } = this.#signs;
    const [before = ""] = each.split("{over}");
    if (before !== "" && formula.startsWith(before)) return this.#each(formula.slice(before.length));
    const [x = "", ...rest] = splitTop(formula, " := ");
    const v = rest.join(" := ");
    if (rest.length !== 1 || /[∃∀↦]/u.test(topText(x)) || x.includes(", ")) return undefined;
    if (v === none) return this.#fill("cleared", { x });
    if (v === "[]") return this.#fill("emptied", { x });
    const start = `[…${x}, `;
    if (v.startsWith(start) && v.endsWith("]")) {
      const item = v.slice(start.length, -1);
      if (splitTop(item, ", ").length === 1 && !item.startsWith("…"))
        return this.#fill("added", { m: x, v: item });
    }
    for (const [form, sign] of [
      ["grows", " + "],
      ["shrinks", " − "],
    ] as const) {
      const [left, right, ...others] = splitTop(v, sign);
      if (left === x && right !== undefined && others.length === 0 && /^[^+−·/]*$/u.test(topText(right)))
        return this.#fill(form, { x, v: this.#term(right) });
    }
    return this.#fill("becomes", { x, v: this.#term(v) });
  }

  #each(text: string): string | undefined {
    const [over = "", ...rest] = splitTop(text, ": ");
    if (rest.length !== 1) return undefined;
    const b = this.#sayAll(rest[0] ?? "", ", ");
    if (!over.startsWith("{")) {
      const [i = "", m, ...others] = splitTop(over, " ∈ ");
      return m === undefined || others.length > 0 ? undefined : this.#fill("each", { i, m, b });
    }
    if (!over.endsWith("}")) return undefined;
    const [head = "", ...condition] = splitTop(over.slice(1, -1), ": ");
    const [i = "", m, ...others] = splitTop(head, " ∈ ");
    if (m === undefined || others.length > 0 || condition.length !== 1) return undefined;
    return this.#fill("eachWhere", { i, m, c: this.#sayAll(condition[0] ?? "", " ∧ "), b });
  }

  #condition(formula: string): string | undefined {
    if (/^[∃∀] /u.test(formula))
      return this.#quantified(formula.startsWith("∃") ? "some" : "all", formula.slice(2));
    if (/^¬\([∃∀] /u.test(formula) && isWrapped(formula.slice(1), "()"))
      return this.#quantified(formula.startsWith("¬(∃") ? "never" : "notAll", formula.slice(4, -1));
    if (isWrapped(formula, "()")) {
      const inner = this.#condition(formula.slice(1, -1));
      return inner === undefined ? undefined : `(${inner})`;
    }
    if (!this.#isPlainLogic(formula) || splitTop(formula, ` ${this.#signs.else} `).length > 1)
      return undefined;
    const choices = splitTop(formula, " ∨ ");
    if (choices.length > 1) {
      const said = choices.map((choice) => this.#say(choice));
      return said.every((part) => part === undefined)
        ? undefined
        : choices.map((choice, at) => said[at] ?? choice).join(this.#templates.or);
    }
    if (splitTop(formula, " ∧ ").length > 1) return undefined;
    for (const [form, sign] of COMPARED) {
      const [x = "", v, ...others] = splitTop(formula, ` ${sign} `);
      if (v !== undefined && others.length === 0) return this.#compared(form, x, v);
    }
    return formula.startsWith("¬") ? this.#fill("fails", { x: formula.slice(1) }) : undefined;
  }

  #quantified(form: SentenceForm, text: string): string | undefined {
    const [head = "", body, ...rest] = splitTop(text, ": ");
    const [i = "", m, ...others] = splitTop(head, " ∈ ");
    if (m === undefined || body === undefined || others.length + rest.length > 0) return undefined;
    return this.#fill(form, { i, m, b: this.#sayAll(body, " ∧ ") });
  }

  #compared(form: SentenceForm, x: string, v: string): string | undefined {
    if (v === this.#signs.none && form === "is") return this.#fill("isNone", { x: this.#term(x) });
    if (v === this.#signs.none && form === "isNot") return this.#fill("isSome", { x: this.#term(x) });
    const list = /^\|([^|]*)\|$/u.exec(x)?.[1];
    if (list !== undefined && v === "0" && form === "is") return this.#fill("empty", { m: this.#term(list) });
    if (list !== undefined && v === "0" && form === "more")
      return this.#fill("notEmpty", { m: this.#term(list) });
    return this.#fill(form, { x: this.#term(x), v: this.#term(v) });
  }

  #fill = (form: SentenceForm, parts: Parts): string => fill(this.#templates[form], parts);
}

const EMPTY: Parts = { x: "", v: "", m: "", i: "", c: "", b: "" };
