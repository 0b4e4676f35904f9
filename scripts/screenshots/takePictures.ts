import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { UiLanguage } from "#app/i18n.ts";
import type { BuiltStudio } from "../studio/buildStudio.ts";
import { withStudio } from "../studio/withStudio.ts";
import { scenes } from "./scenes.ts";

const browserLocale: Record<UiLanguage, string> = { en: "en-GB", ja: "ja-JP", "zh-Hant": "zh-TW" };

/** Each scene is taken in both sizes; only the large ones are kept in the repository. */
const sizes = [
  { width: 1600, height: 960, folder: "docs/pictures", ending: "" },
  { width: 1280, height: 720, folder: "test-results/pictures", ending: "-1280x720" },
];

/**
 * Writes the pictures, each in a fresh profile over a copy of the games.
 * @param only names of scenes; all when empty
 * @returns the paths that were written
 * @throws Error when a scene cannot be reached, or the page threw on the way
 */
export async function takePictures(built: BuiltStudio, only: readonly string[]): Promise<string[]> {
  const unknown = only.filter((name) => !scenes.some((scene) => scene.name === name));
  if (unknown.length > 0)
    throw new Error(
      `There is no picture ${unknown.join(", ")}; there is ${scenes.map(({ name }) => name).join(", ")}`,
    );
  return withStudio(built, async ({ studio, page: newPage }) => {
    const written: string[] = [];
    for (const { width, height, folder, ending } of sizes) {
      await mkdir(folder, { recursive: true });
      for (const scene of scenes.filter(({ name }) => only.length === 0 || only.includes(name))) {
        const page = await newPage({
          viewport: { width, height },
          locale: browserLocale[scene.language],
          colorScheme: scene.theme,
          reducedMotion: "reduce",
        });
        const thrown: string[] = [];
        page.on("pageerror", ({ message }) => thrown.push(message));
        await page.goto(studio.at(scene.hash.slice(1)));
        await scene.prepare(page);
        const path = join(folder, `${scene.name}${ending}.png`);
        await page.screenshot({ path, caret: "hide", animations: "disabled" });
        written.push(path);
        await page.context().close();
        if (thrown.length > 0) throw new Error(`${scene.name}: the page threw ${thrown.join("; ")}`);
      }
    }
    return written;
  });
}
