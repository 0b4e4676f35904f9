import { newGameFiles } from "#core/project/newGame.ts";
import { focusCanvasNow } from "#app/kit/focusCanvas.ts";
import { dropFlows } from "#app/panels/canvas/storedFlows.ts";
import type { OutlineText } from "#app/roof/outlineFiles.ts";
import type { Studio } from "#app/studio/Studio.ts";
import { codeOf, factsOf, type Question } from "#app/studio/StudioState.ts";
import { writePreference } from "#app/studio/preferences.ts";

/** What a new game begins with. */
export const BEGINNINGS = ["turn", "empty", "text", "file"] as const;
export type Beginning = (typeof BEGINNINGS)[number];

/** A question that a name answers. */
export type NameQuestion = Extract<
  Question,
  { kind: "new-game" | "rename-game" | "duplicate-game" | "delete-game" }
>;

/** Why a game did not get its name. */
interface NameFailure {
  readonly key: string;
  readonly facts?: Readonly<Record<string, string | number>>;
}

/** What a game is to be called, and the text of a new one. */
interface NamedGame {
  readonly id: string;
  readonly title: string;
  readonly outline?: OutlineText;
  readonly beginning: Beginning;
  /** The text of a file from another program. */
  readonly imported?: string;
}

/** Makes, copies or renames a game, and opens it. What is on disk is what is copied or renamed: unsaved work goes there first. */
export async function giveName(
  studio: Studio,
  question: NameQuestion,
  { id, title, outline, imported, beginning }: NamedGame,
): Promise<NameFailure | "outline" | undefined> {
  try {
    if (question.kind === "new-game" && outline) {
      const { filesFromText } = await import("#app/roof/outlineFiles.ts");
      const { files } = filesFromText(id, outline, title);
      // The dialog says what is wrong with the text, and where.
      if (!files) return "outline";
      await studio.store.create(id, files);
      writePreference("outline", "");
    } else if (question.kind === "new-game" && imported !== undefined) {
      const { filesFromImport } = await import("#app/roof/fromFile/readImported.ts");
      await studio.store.create(id, await filesFromImport(id, imported, title));
    } else if (question.kind === "new-game") {
      const words = title === "" ? undefined : { title, language: studio.get().uiLanguage };
      await studio.store.create(id, newGameFiles(id, words, beginning === "empty" ? "empty" : "turn"));
    } else {
      const { project, files } = studio.get();
      if (project?.id === question.game && (files?.dirty.length ?? 0) > 0) {
        await studio.editor.save();
        // Another program wrote it too, or the save was refused: that work would be left out, and with a rename lost.
        if ((studio.get().files?.dirty.length ?? 0) > 0) return { key: "games.not-saved" };
      }
      if (question.kind === "duplicate-game") await studio.store.duplicate(question.game, id);
      else if (id !== question.game) await studio.store.rename(question.game, id);
    }
    studio.window.set({ question: null });
    await studio.refreshGames();
    await studio.openGame(id);
    // The menu that led here gets the keys back; a new chart is what one works on next.
    if (question.kind === "new-game") setTimeout(focusCanvasNow);
    if (question.kind === "rename-game" && id !== question.game) {
      await studio.closeGame(question.game, "forget");
      dropFlows(question.game);
    }
    return undefined;
  } catch (error) {
    return { key: `store.${codeOf(error)}`, facts: factsOf(error) };
  }
}
