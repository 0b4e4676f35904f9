import { newMachine } from "#core/edit/gestures/newMachine.ts";
import { newGameWords } from "#core/project/newGameWords.ts";

/** What a new game may begin with: a small turn, or a chart that has no states yet. */
export type GameBeginning = "turn" | "empty";

/**
 * The files of a new game, by FORMATS: seats, and `by` on every event. A small turn of three phases plays at once: it has `asks` on every
 * state that waits, one clause that the machine carries out, and words for all of it in three languages. An empty chart has words for what
 * its module knows of.
 * @param titled what it is called, and in which language; by its id when left out
 */
export function newGameFiles(
  id: string,
  titled?: { readonly title: string; readonly language: string },
  beginning: GameBeginning = "turn",
): { name: string; text: string }[] {
  const isEmpty = beginning === "empty";
  return filesOfGame(id, {
    machine: newMachine(beginning, id),
    ...(titled ? { titled } : {}),
    locales: Object.keys(newGameWords),
    clauses: isEmpty ? [] : [{ id: "C-1", place: { section: "1" }, kind: "structure" }],
    moves: isEmpty ? {} : { DRAW: [{ weight: 1 }], END_PHASE: [{ weight: 1 }], END_TURN: [{ weight: 1 }] },
    words: isEmpty ? wordsWithoutStates() : newGameWords,
  });
}

/** The words for what is left where there are no states and events. */
const wordsWithoutStates = (): GameParts["words"] =>
  Object.fromEntries(
    Object.entries(newGameWords).map(([locale, { labels }]) => [
      locale,
      {
        labels: Object.fromEntries(Object.entries(labels).filter(([key]) => !/^(state|event):/.test(key))),
        text: {},
      },
    ]),
  );

/** The parts of a new game. */
export interface GameParts {
  /** Text of its machine module. */
  readonly machine: string;
  readonly titled?: { readonly title: string; readonly language: string };
  /** Its languages, the most important one first: English where it is one of them. */
  readonly locales: readonly string[];
  readonly clauses: readonly object[];
  readonly moves: object;
  /** Labels and texts of clauses, by language. */
  readonly words: Readonly<Record<string, { readonly labels: object; readonly text: object }>>;
}

/** A game as its files. */
export function filesOfGame(
  id: string,
  { machine, titled, locales, clauses, moves, words }: GameParts,
): { name: string; text: string }[] {
  const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
  const head = (schema: string, up = "") => ({
    $schema: `${up}../../schemas/${schema}.schema.json`,
    format: 1,
  });
  const wordFiles = Object.entries(words).flatMap(([locale, { labels, text }]) => [
    { name: `labels/${locale}`, text: json({ ...head("labels", "../"), locale, labels }) },
    { name: `text/${locale}`, text: json({ ...head("text", "../"), locale, text }) },
  ]);
  const title = titled?.title ?? id.replaceAll("-", " ").replace(/^./, (c) => c.toUpperCase());
  return [
    { name: "machine", text: machine },
    {
      name: "ruleset",
      text: json({
        ...head("ruleset"),
        id,
        title: { en: title, ...(titled ? { [titled.language]: title } : {}) },
        machine: `machines/${id}.machine.ts`,
        players: { min: 2, max: 2 },
        locales,
        sourceLocale: locales[0],
        sources: [],
      }),
    },
    { name: "clauses", text: json({ ...head("clauses"), clauses }) },
    { name: "moves", text: json({ ...head("moves"), moves }) },
    ...wordFiles,
  ];
}
