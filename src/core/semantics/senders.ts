import type { Asks, Chart, Guard, Implementation } from "#core/chart/chart.ts";
import type { Expr, Item } from "#core/expr/expr.ts";
import { fieldOf, fieldsOf } from "#core/expr/fields.ts";
import { forEvent } from "#core/expr/forEvent.ts";
import { innerOf } from "#core/expr/parts.ts";
import { type FormulaWords, printFormula } from "#core/expr/print.ts";
import type { Const } from "#core/semantics/codeReading.ts";
import { HelperForms, listOfIds } from "#core/semantics/helperForms.ts";
import { ModuleCode } from "#core/semantics/moduleCode.ts";
import { resolveNames, type Names } from "#core/semantics/resolveNames.ts";

/**
 * Who may send an event, by what its guards test of `event.by` and by nothing else: a guard that is called `byTurnPlayer` says nothing of
 * itself. A test is read as a set of senders; `and` meets two sets, `or` joins them.
 */

/** A role, the seat or seats that the context names, one seat by its id, or whom an expression of the machine gives. */
export type Sender =
  | { readonly kind: "asks"; readonly asks: Asks }
  | { readonly kind: "seat"; readonly seat: string }
  | { readonly kind: "formula"; readonly expr: Expr; readonly isList: boolean };

/** The senders that a condition leaves: all but the turn player, or the listed ones. */
type Senders = "not-turn-player" | readonly Sender[];

/** What a condition says of its sender. `isWhole`: it says nothing else. Without `senders` it leaves the sender open. */
interface SenderTest {
  readonly senders?: Senders;
  readonly isWhole: boolean;
}

/** A guard that is more than this many names deep refers to itself. */
const MAX_NAME_HOPS = 8;
const OPEN: SenderTest = { isWhole: false };

export const role = (asks: Asks): Sender => ({ kind: "asks", asks });

/** Who stands as `by` in an event: chance and the table are roles, everything else is the id of a seat. */
export const seat = (id: string): Sender =>
  id === "chance" || id === "table" ? role(id) : { kind: "seat", seat: id };

/** Equal for the same sender, apart for others. */
export function senderKey(sender: Sender): string {
  if (sender.kind === "seat") return `seat ${sender.seat}`;
  if (sender.kind === "formula") return `formula ${printFormula(sender.expr)}`;
  return typeof sender.asks === "string" ? sender.asks : `context ${sender.asks.context}`;
}

export class GuardSenders {
  readonly #guards: ReadonlyMap<string, Implementation>;
  readonly #code: ModuleCode;
  readonly #forms: HelperForms;

  /** @param words in which the senders are printed that an expression gives */
  constructor({ setup }: Pick<Chart, "setup">, consts: readonly Const[], words?: FormulaWords) {
    this.#guards = new Map((setup?.guards ?? []).map((impl) => [impl.name, impl]));
    this.#code = new ModuleCode(consts, words);
    this.#forms = new HelperForms(this.#code);
  }

  /** An expression that gives senders, for a reader. Of a list of ids the list is named: who is in it says who sends. */
  formula = (expr: Expr): string => printFormula(listOfIds(expr), this.#code.style());

  /** Whom a guard lets send the event; undefined where it leaves that open. Empty where no sender passes it. */
  of(guard: Guard, event: string): readonly Sender[] | undefined {
    const { senders } = this.#guard(guard, event);
    return senders === "not-turn-player" ? [role("opponent"), role("chance"), role("table")] : senders;
  }

  /** What a guard tests beside its sender: itself, some of its parts, or nothing, once these senders are known. */
  beside(guard: Guard, event: string, senders: readonly Sender[]): Guard | undefined {
    const says = this.#guard(guard, event);
    if (says.isWhole && says.senders && senders.every((one) => isSurelyIn(one, says.senders ?? [])))
      return undefined;
    if (guard.kind !== "and" || !guard.of) return guard;
    const rest = guard.of.flatMap((part) => this.beside(part, event, senders) ?? []);
    return rest.length === 1 ? rest[0] : { ...guard, of: rest };
  }

  /** The seats of a list, as `moves.json` has it: an expression over the context, or the seats themselves; undefined for other code. */
  inList(list: string | readonly string[]): readonly Sender[] | undefined {
    if (typeof list !== "string") return distinct(list.map(seat));
    const expr = this.#code.parse(list);
    return expr && this.#oneOf(expr);
  }

  #guard(guard: Guard, event: string, depth = 0): SenderTest {
    const parts = () => (guard.of ?? []).map((part) => this.#guard(part, event, depth));
    if (guard.kind === "and") return parts().reduce(both, { isWhole: true });
    if (guard.kind === "or") return either(parts());
    if (guard.kind === "not") return negated(parts()[0] ?? OPEN);
    if (guard.kind === "stateIn") return OPEN;
    if (guard.kind === "code") return this.#text(guard.text, { isLocal: true, event, depth });
    return this.#named(guard.name ?? "", fieldsOf(guard.params && this.#code.parse(guard.params.text)), {
      isLocal: true,
      event,
      depth,
    });
  }

  #named(name: string, params: ReadonlyMap<string, Expr> | undefined, place: Place): SenderTest {
    const impl = this.#guards.get(name);
    if (!impl || place.depth > MAX_NAME_HOPS) return OPEN;
    const inside = { ...place, isLocal: !impl.elsewhere, depth: place.depth + 1 };
    return this.#text(impl.text, params ? { ...inside, params } : inside);
  }

  #text(text: string, place: Place): SenderTest {
    const expr = this.#code.parse(text);
    return expr ? this.#guardExpr(expr, place) : OPEN;
  }

  /** The value of `guard`, or of an entry in `guards`. */
  #guardExpr(expr: Expr, place: Place): SenderTest {
    if (expr.kind === "arrow") {
      const names = new Map<string, Expr>();
      return this.#condition(forEvent(expr.body, place.event, true), { ...place, names });
    }
    if (expr.kind === "literal" && typeof expr.value === "string")
      return this.#named(expr.value, undefined, place);
    if (expr.kind === "name") {
      const text =
        place.isLocal && place.depth <= MAX_NAME_HOPS ? this.#code.texts.get(expr.name) : undefined;
      return text === undefined ? OPEN : this.#text(text, { ...place, depth: place.depth + 1 });
    }
    if (expr.kind === "object") {
      const type = fieldOf(expr, "type");
      return type?.kind === "literal"
        ? this.#named(String(type.value), fieldsOf(fieldOf(expr, "params")), place)
        : OPEN;
    }
    if (expr.kind !== "call") return OPEN;
    const [first] = expr.args;
    if (!first || first.kind === "spread") return OPEN;
    if (expr.name === "not") return negated(this.#guardExpr(first, place));
    if ((expr.name !== "and" && expr.name !== "or") || first.kind !== "array") return OPEN;
    const parts = first.items.map((item) => (item.kind === "spread" ? OPEN : this.#guardExpr(item, place)));
    return expr.name === "and" ? parts.reduce(both, { isWhole: true }) : either(parts);
  }

  /** A condition over `context` and `event`. */
  #condition(expr: Expr, place: Place): SenderTest {
    const inner = (part: Expr) => this.#condition(part, place);
    if (expr.kind === "unary" && expr.op === "!") return negated(inner(expr.of));
    if (expr.kind === "binary" && expr.op === "&&") return both(inner(expr.left), inner(expr.right));
    if (expr.kind === "binary" && expr.op === "||") return either([inner(expr.left), inner(expr.right)]);
    if (expr.kind === "call") return this.#helper(expr.name, expr.args, place);
    if (expr.kind === "binary" && EQUALITY.has(expr.op)) {
      const [left, right] = [this.#resolved(expr.left, place), this.#resolved(expr.right, place)];
      const other = isSender(left) ? right : isSender(right) ? left : undefined;
      const test = other && whole(this.#equalTo(other));
      return test ? (expr.op.startsWith("!") ? negated(test) : test) : OPEN;
    }
    if (expr.kind === "method" && expr.method === "includes") {
      const [item] = expr.args;
      const isAsked = item && item.kind !== "spread" && isSender(this.#resolved(item, place));
      return isAsked ? whole(this.#oneOf(this.#resolved(expr.of, place))) : OPEN;
    }
    return OPEN;
  }

  /** A helper of the module that is given the event, its sender or the context. */
  #helper(name: string, args: readonly Item[], place: Place): SenderTest {
    const text = place.isLocal && place.depth <= MAX_NAME_HOPS ? this.#code.texts.get(name) : undefined;
    const helper = text === undefined ? undefined : this.#code.parse(text);
    if (helper?.kind !== "arrow") return OPEN;
    const names = new Map<string, Expr>();
    for (const [i, pattern] of helper.params.entries()) {
      const value = args[i];
      if (pattern.kind !== "bind" || !value || value.kind === "spread") return OPEN;
      names.set(pattern.name, this.#resolved(value, place));
    }
    return this.#condition(helper.body, { isLocal: true, event: place.event, names, depth: place.depth + 1 });
  }

  #resolved(expr: Expr, { names = new Map(), params, isLocal }: Place): Expr {
    return resolveNames(expr, {
      names,
      params,
      constants: isLocal ? this.#code.style().constants : undefined,
    });
  }

  #equalTo(expr: Expr): readonly Sender[] | undefined {
    if (expr.kind === "literal") return typeof expr.value === "string" ? [seat(expr.value)] : undefined;
    const path = contextPath(expr);
    if (path === "turnPlayer") return [role("turnPlayer")];
    if (path !== undefined) return [role({ context: path })];
    return readsEvent(expr) ? undefined : [{ kind: "formula", expr: this.#forms.named(expr), isList: false }];
  }

  #oneOf(list: Expr): readonly Sender[] | undefined {
    if (list.kind === "array") {
      const each = list.items.map((item) => (item.kind === "spread" ? undefined : this.#equalTo(item)));
      return each.every((one) => one !== undefined) ? distinct(each.flat()) : undefined;
    }
    const path = contextPath(list);
    if (path === "seats") return [role("anyone")];
    if (path !== undefined) return [role({ context: path })];
    return readsEvent(list) ? undefined : [{ kind: "formula", expr: this.#forms.named(list), isList: true }];
  }
}

interface Place extends Names {
  readonly isLocal: boolean;
  readonly event: string;
  readonly depth: number;
}

const EQUALITY: ReadonlySet<string> = new Set(["===", "==", "!==", "!="]);

const whole = (senders: readonly Sender[] | undefined): SenderTest =>
  senders ? { senders, isWhole: true } : OPEN;

const isSender = (expr: Expr): boolean =>
  expr.kind === "member" && expr.name === "by" && expr.of.kind === "name" && expr.of.name === "event";

/** `priority.holder` of `context.priority.holder`. */
function contextPath(expr: Expr): string | undefined {
  if (expr.kind !== "member") return undefined;
  if (expr.of.kind === "name") return expr.of.name === "context" ? expr.name : undefined;
  const outer = contextPath(expr.of);
  return outer === undefined ? undefined : `${outer}.${expr.name}`;
}

/** A seat that depends on what the event brings is no role. */
const readsEvent = (expr: Expr): boolean =>
  (expr.kind === "name" && expr.name === "event") || innerOf(expr).some(readsEvent);

/** Each sender once, in the order of the list. */
export const distinct = (all: readonly Sender[]): Sender[] => [
  ...new Map(all.map((one) => [senderKey(one), one])).values(),
];

/** Both conditions hold. Where it depends on the context whether the senders are the same, the test says more than they do. */
function both(a: SenderTest, b: SenderTest): SenderTest {
  const isWhole = a.isWhole && b.isWhole;
  if (!a.senders || !b.senders) {
    const senders = a.senders ?? b.senders;
    return senders ? { senders, isWhole } : { isWhole };
  }
  const senders = met(a.senders, b.senders);
  const isExact = Array.isArray(senders)
    ? senders.every((one) => isSurelyIn(one, a.senders ?? []) && isSurelyIn(one, b.senders ?? []))
    : true;
  return { senders, isWhole: isWhole && isExact };
}

function either(all: readonly SenderTest[]): SenderTest {
  const isWhole = all.every((one) => one.isWhole);
  const lists = all.map(({ senders }) => senders);
  if (lists.every((one) => Array.isArray(one)))
    return { senders: distinct((lists as Sender[][]).flat()), isWhole };
  return OPEN;
}

/** Only the turn player has an opposite that is a set of senders. */
function negated({ senders, isWhole }: SenderTest): SenderTest {
  if (!isWhole) return OPEN;
  if (senders === "not-turn-player") return { senders: [role("turnPlayer")], isWhole };
  const [only, ...more] = senders ?? [];
  return only && more.length === 0 && senderKey(only) === "turnPlayer"
    ? { senders: "not-turn-player", isWhole }
    : OPEN;
}

/** The senders that are in both lists. */
export const inBoth = (a: readonly Sender[], b: readonly Sender[]): readonly Sender[] =>
  met(a, b) as Sender[];

/** Those in both. What a field names may be any of the players, so it is met by them all. */
function met(a: Senders, b: Senders): Senders {
  if (a === "not-turn-player") return b === "not-turn-player" ? b : met(b, a);
  if (b === "not-turn-player")
    return a.flatMap((one) => {
      const key = senderKey(one);
      return key === "turnPlayer" ? [] : key === "anyone" ? [role("opponent")] : [one];
    });
  return distinct(a.flatMap((one) => b.flatMap((other) => meeting(one, other) ?? [])));
}

const PLAYERS: ReadonlySet<string> = new Set(["turnPlayer", "opponent", "anyone", "everyone"]);

/** The narrower of two senders, or undefined where nobody is both. */
function meeting(a: Sender, b: Sender): Sender | undefined {
  const [keyA, keyB] = [senderKey(a), senderKey(b)];
  if (keyA === keyB) return a;
  const isFixed = (one: Sender, key: string) => one.kind === "seat" || key === "chance" || key === "table";
  if (isFixed(a, keyA) && isFixed(b, keyB)) return undefined;
  const [fixed, other] = isFixed(a, keyA) ? [keyA, keyB] : [keyB, keyA];
  if ((fixed === "chance" || fixed === "table") && PLAYERS.has(other)) return undefined;
  if (isFixed(a, keyA)) return a;
  if (isFixed(b, keyB)) return b;
  if (keyA === "anyone") return b;
  if (keyB === "anyone") return a;
  const isOpposed = PLAYERS.has(keyA) && PLAYERS.has(keyB);
  if (isOpposed) return undefined;
  return PLAYERS.has(keyB) ? b : a;
}

/** Whether a sender passes a test for certain, so that nothing is left of the test. */
function isSurelyIn(sender: Sender, senders: Senders): boolean {
  const key = senderKey(sender);
  if (senders === "not-turn-player") return key === "opponent" || key === "chance" || key === "table";
  return senders.some((one) => {
    const other = senderKey(one);
    return other === key || (other === "anyone" && PLAYERS.has(key));
  });
}
