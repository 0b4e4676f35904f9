import { StoreError, type NewFile } from "#core/project/store.ts";
import type { Studio } from "#app/studio/Studio.ts";

/** A game that comes with the studio. */
export interface Sample {
  readonly id: string;
  readonly title: Readonly<Record<string, string>>;
  readonly files: readonly NewFile[];
}

/** The games that come with the studio; their texts are loaded when somebody asks. */
export async function loadSamples(): Promise<Sample[]> {
  const { shippedGames } = await import("#adapters/storage/shippedGames.ts");
  return shippedGames().map(({ id, files }) => ({ id, files, title: titleIn(files) }));
}

/** Copies a sample to the games of the person. Answers whether it is there now; why not is reported at the bottom of the window. */
export async function takeSample(studio: Studio, { id, files }: Sample): Promise<boolean> {
  try {
    await studio.store.create(id, files);
    await studio.refreshGames();
    return true;
  } catch (error) {
    studio.window.notice("error", `store.${error instanceof StoreError ? error.code : "unknown"}`);
    return false;
  }
}

function titleIn(files: readonly NewFile[]): Sample["title"] {
  const text = files.find(({ name }) => name === "ruleset")?.text ?? "{}";
  return (JSON.parse(text) as { readonly title?: Sample["title"] }).title ?? {};
}
