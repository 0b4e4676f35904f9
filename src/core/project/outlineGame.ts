import { again, aroundAll, onward, type WholeWay } from "#core/outline/defaultWays.ts";
import type { Outline } from "#core/outline/outline.ts";
import { outlineMachine } from "#core/outline/outlineMachine.ts";
import { outlineWords } from "#core/outline/outlineWords.ts";
import { filesOfGame } from "#core/project/newGame.ts";

/** The languages in which the words of an outline may be. */
export type OutlineLanguage = "en" | "ja" | "zh-Hant";

/**
 * The files of a new game from an outline: a machine that plays at once, and its rules in the one language of the outline. Each line is a
 * clause and a label.
 * @param title what the game is called; by its id when left out
 */
export function outlineGameFiles(
  id: string,
  outline: Outline,
  { language, title }: { readonly language: OutlineLanguage; readonly title?: string },
): { name: string; text: string }[] {
  const all = aroundAll(outline);
  const words = outlineWords[language];
  const clauseIds = new Map(all.map(({ state }, i) => [state.path.join("."), `C-${i + 1}`]));
  const clauseOf = (path: readonly string[]) =>
    path.length === 0 ? `C-${all.length + 1}` : (clauseIds.get(path.join(".")) ?? "C-1");
  const machine = outlineMachine(outline, id, clauseOf);

  const labels: Record<string, string> = {};
  const events = new Map<string, string>();
  const addEvents = (ways: readonly WholeWay[]) => {
    for (const { trigger } of ways)
      if (typeof trigger !== "string" && "on" in trigger && !events.has(trigger.on))
        events.set(trigger.on, trigger.name);
  };
  addEvents(outline.ways);
  // What a line says of its events counts before what the order of the lines makes of them.
  for (const { state } of all) addEvents(state.ways);
  for (const around of all) {
    const { state } = around;
    labels[`state:${state.path.join(".")}`] = state.name;
    if (state.repeats) addEvents([again(state)]);
    for (const way of state.ways.length > 0 ? [] : onward(around)) {
      const { trigger } = way;
      const isEnd = state.repeats && typeof trigger !== "string" && "on" in trigger;
      const name = words.end.replace("{{name}}", () => state.name);
      addEvents([isEnd ? { ...way, trigger: { on: trigger.on, name } } : way]);
    }
  }
  for (const [type, name] of events) labels[`event:${type}`] = name;
  for (const [key, name] of Object.entries(words.labels)) if (isUsed(machine, key)) labels[key] = name;

  const text: Record<string, string> = Object.fromEntries(
    all.map(({ state }) => [
      clauseOf(state.path),
      state.text === undefined ? state.name : `${state.name}${words.colon}${state.text}`,
    ]),
  );
  const clauses = all.map(({ state }, i) => ({
    id: clauseOf(state.path),
    place: { section: String(i + 1) },
    kind: "structure",
  }));
  if (outline.ways.length > 0) {
    const id = clauseOf([]);
    clauses.push({ id, place: { section: String(all.length + 1) }, kind: "structure" });
    text[id] = `${words.anyTime}${words.colon}${outline.ways
      .map(({ trigger }) =>
        typeof trigger === "string" ? trigger : "on" in trigger ? trigger.name : `${trigger.afterMs} ms`,
      )
      .join(words.comma)}`;
  }
  return filesOfGame(id, {
    machine,
    ...(title === undefined ? {} : { titled: { title, language } }),
    locales: [language],
    clauses,
    moves: Object.fromEntries([...events.keys()].map((type) => [type, [{ weight: 1 }]])),
    words: { [language]: { labels, text } },
  });
}

/** Whether the machine has what a label is for. All have the same fields, but for `done`; guards and actions are as they are needed. */
function isUsed(machine: string, key: string): boolean {
  const [kind, name = ""] = key.split(":");
  if (kind === "guard" || kind === "action") return machine.includes(`\n    ${name}: `);
  return name !== "done" || machine.includes("\n    noteDone: ");
}

/** In which language an outline is written: kana is Japanese, Chinese characters without any are Chinese. */
export function languageOfOutline(text: string): "en" | "ja" | "zh-Hant" {
  if (/[\u3041-\u30ff\uff66-\uff9f]/.test(text)) return "ja";
  return /\p{Script=Han}/u.test(text) ? "zh-Hant" : "en";
}
