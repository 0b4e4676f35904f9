import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "@babel/parser";
import { visitRegExpAST, type AST } from "@eslint-community/regexpp";
import { DFA, isDisjointWith, JS, NFA } from "refa";
import { analyse } from "scslre";
import { expect, test } from "vitest";

interface Found {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/**
 * Expressions that take quadratic time on a long text, each with what keeps the texts short that they are given. Exponential ones have
 * no place here.
 */
const BOUNDED = [
  {
    file: "core/import/xstate4/Rewriting.ts",
    start: "^\\s*[,;]?",
    bound: "a slice of MAX_GAP characters",
  },
  {
    file: "core/import/xstate4/Rewriting.ts",
    start: "\\/\\/[^\\n]*|",
    bound: "the text has been parsed: every comment in it ends",
  },
  {
    file: "adapters/monaco/jsonLanguage.ts",
    start: '"(?:',
    bound: "Monaco anchors the expressions of a tokenizer, and gives them one line",
  },
  {
    file: "core/read/partial/rereadState.ts",
    start: "[\\p{ID_Continue}$]*[\\s",
    bound: "a slice of NEAR (200) characters",
  },
  {
    file: "core/syntax/changedLater.ts",
    start: "([\\p{ID_Start}$_]",
    bound: "a slice of MAX_MEMBERS (160) characters",
  },
];

type Syntax = Readonly<Record<string, unknown>> & { readonly type: string };
const isSyntax = (value: unknown): value is Syntax =>
  typeof value === "object" && value !== null && typeof (value as Syntax).type === "string";

function* nodesIn(value: unknown): Generator<Syntax> {
  if (Array.isArray(value)) for (const one of value) yield* nodesIn(one);
  else if (isSyntax(value)) {
    yield value;
    for (const [field, part] of Object.entries(value))
      if (field !== "loc" && field !== "extra") yield* nodesIn(part);
  }
}

/** What an expression is as a string, names of consts replaced by what they stand for; one that is not known is taken for a word. */
function stringOf(value: unknown, consts: ReadonlyMap<string, unknown>): string {
  if (!isSyntax(value)) return "";
  if (value.type === "StringLiteral") return String(value["value"]);
  if (value.type === "Identifier" && consts.has(String(value["name"])))
    return stringOf(consts.get(String(value["name"])), consts);
  const raw = value.type === "TaggedTemplateExpression";
  const template = raw ? value["quasi"] : value;
  if (!isSyntax(template) || template.type !== "TemplateLiteral") return "word";
  const holes = template["expressions"] as readonly unknown[];
  return (template["quasis"] as readonly { value: { raw: string; cooked: string } }[])
    .map(({ value: part }, i) => (raw ? part.raw : part.cooked) + stringOf(holes[i], consts))
    .join("");
}

/** The regular expressions of a module: literals, and those that are made of strings. */
function regexpsIn(file: string, text: string): Found[] {
  const { program } = parse(text, {
    sourceType: "module",
    plugins: ["typescript", ...(file.endsWith("x") ? (["jsx"] as const) : [])],
  });
  const nodes = [...nodesIn(program)];
  const consts = new Map(
    nodes.flatMap(({ type, id, init }) =>
      type === "VariableDeclarator" && isSyntax(id) && isSyntax(init) ? [[String(id["name"]), init]] : [],
    ),
  );
  return nodes.flatMap((node): Found[] => {
    const place = `${file}:${(node["loc"] as { start: { line: number } }).start.line}`;
    if (node.type === "RegExpLiteral")
      return [{ place, source: String(node["pattern"]), flags: String(node["flags"]) }];
    const callee = node["callee"];
    if (node.type !== "NewExpression" || !isSyntax(callee) || callee["name"] !== "RegExp") return [];
    const [source, flags] = node["arguments"] as readonly unknown[];
    return [{ place, source: stringOf(source, consts), flags: stringOf(flags, consts) }];
  });
}

const SRC = join(import.meta.dirname, "../../../src");
const FOUND = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file))
  .sort()
  .flatMap((file) => regexpsIn(file.replaceAll("\\", "/"), readFileSync(join(SRC, file), "utf8")));

/**
 * Repeats whose text can be split in two ways, as `(?:a*\n)*` and `(?:\/\*.*?\*\/)*` do it. When what follows does not fit, all ways are tried:
 * each further piece doubles the work.
 */
function ambiguousRepeats({ source, flags }: Found): string[] {
  const parser = JS.Parser.fromLiteral({ source, flags });
  const repeats: AST.Quantifier[] = [];
  visitRegExpAST(parser.ast.pattern, { onQuantifierEnter: (repeat) => void repeats.push(repeat) });
  return repeats
    .filter(({ max, element }) => max === Infinity && !element.type.startsWith("Character"))
    .filter(({ element }) => {
      const { expression, maxCharacter } = parser.parseElement(element, {
        assertions: "disable",
        backreferences: "disable",
      });
      const piece = NFA.fromRegex(expression, { maxCharacter }).copy();
      piece.withoutEmptyWord();
      const pieces = piece.copy();
      pieces.quantify(1, Infinity);
      pieces.prepend(piece);
      return !isDisjointWith(piece, pieces);
    })
    .map(({ raw }) => raw);
}

/**
 * Repeats that are sought anew within what they ran over before, as `/\*[^]*?\*\/` is at each `/*` of a text without an end of the comment: the
 * beginning fits there once more, what follows fits nowhere.
 */
function restarts({ source, flags }: Found): string[] {
  if (flags.includes("y")) return [];
  const parser = JS.Parser.fromLiteral({ source, flags });
  const options = { assertions: "ignore", backreferences: "disable" } as const;
  const { maxCharacter } = parser.parse(options);
  const any = () => NFA.all({ maxCharacter }).copy();
  /** The texts of one element after the other; a line's start is the end of the line before. */
  const sequence = (elements: readonly AST.Element[]): NFA => {
    const whole = NFA.fromWords([elements.some(isStart) ? [0x0a] : []], { maxCharacter });
    for (const element of elements)
      whole.append(NFA.fromRegex(parser.parseElement(element, options).expression, { maxCharacter }));
    return whole;
  };
  const isStart = (element: AST.Element) => element.type === "Assertion" && element.kind === "start";
  const mayBeEmpty = (nfa: NFA) => nfa.finals.has(nfa.initial);

  const isRestart = (before: AST.Element[], repeat: AST.Quantifier, after: AST.Element[]): boolean => {
    if (before.some(isStart) && !flags.includes("m")) return false;
    const beginning = sequence(before);
    const alwaysFits = mayBeEmpty(sequence(after)) && !after.some(({ type }) => type === "Assertion");
    // What begins with a repeat is scslre's.
    if (mayBeEmpty(beginning) || alwaysFits) return false;
    const [again, fitting, attack] = [any(), any(), beginning.copy()];
    again.append(beginning);
    again.append(any());
    fitting.append(sequence([...before, repeat, ...after]));
    fitting.append(any());
    attack.append(NFA.fromIntersection(sequence([repeat]), again));
    const unfit = DFA.fromFA(fitting);
    unfit.complement();
    return !isDisjointWith(attack, unfit);
  };
  const within = (elements: readonly AST.Element[], before: AST.Element[], after: AST.Element[]): string[] =>
    elements.flatMap((element, i) => {
      const [left, right] = [
        [...before, ...elements.slice(0, i)],
        [...elements.slice(i + 1), ...after],
      ];
      if (element.type === "CapturingGroup" || element.type === "Group")
        return element.alternatives.flatMap((one) => within(one.elements, left, right));
      const isEndless = element.type === "Quantifier" && element.max === Infinity;
      return isEndless && isRestart(left, element, right) ? [element.raw] : [];
    });
  return parser.ast.pattern.alternatives.flatMap((one) => within(one.elements, [], []));
}

const slow = FOUND.flatMap((found) => {
  const { reports } = analyse({ source: found.source, flags: found.flags });
  return [
    ...reports.map(({ exponential }) => ({ ...found, exponential })),
    ...restarts(found).map(() => ({ ...found, exponential: false })),
  ];
});
const said = ({ place, source, flags }: Found) => `${place} /${source}/${flags}`;

test("law: no regular expression of the sources takes exponential time", () => {
  expect(FOUND.length).toBeGreaterThan(400);
  expect(slow.filter(({ exponential }) => exponential).map(said)).toEqual([]);
  expect(FOUND.flatMap((found) => ambiguousRepeats(found).map((raw) => `${said(found)}: ${raw}`))).toEqual(
    [],
  );
});

test("law: none takes quadratic time, unless short texts are all that it is given", () => {
  const isListed = ({ place, source }: Found, { file, start }: (typeof BOUNDED)[number]) =>
    place.startsWith(`${file}:`) && source.startsWith(start);
  const unlisted = slow.filter((found) => !BOUNDED.some((entry) => isListed(found, entry)));
  expect([...new Set(unlisted.map(said))]).toEqual([]);
  // What is no longer needed does not stay in the list.
  expect(BOUNDED.filter((entry) => !slow.some((found) => isListed(found, entry)))).toEqual([]);
});

test("the laws see what they are to see, in literals and in strings", () => {
  const seen = (code: string) => regexpsIn("a.ts", code)[0]!;
  const comments = seen(String.raw`/^(?:[ \t]*\/\*[^\n]*?\*\/)*x/`);
  expect(ambiguousRepeats(comments)).toHaveLength(1);
  const comment = seen(String.raw`/\/\*[^]*?\*\//g`);
  expect([restarts(comment), analyse(comment).reports]).toEqual([["[^]*?"], []]);
  expect(restarts(seen(String.raw`/^export\s*\{([^}]*)\}/m`))).toEqual(["[^}]*"]);
  expect(restarts(seen(String.raw`/^export\s*\{([^{}]*)\}/m`))).toEqual([]);
  const unread = seen('const W = String.raw`\\s`; new RegExp(`${W}+x$`, "u")');
  expect(unread).toMatchObject({ source: "\\s+x$", flags: "u" });
  expect(analyse(unread).reports).toMatchObject([{ type: "Move" }]);
});
