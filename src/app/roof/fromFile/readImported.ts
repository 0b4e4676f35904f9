import { ImportFault } from "#core/import/importReport.ts";
import { importedGameFiles } from "#core/project/importedGame.ts";
import type { NewFile } from "#core/project/store.ts";
import type { ImportAnswer, ImportedText, ImportRequest } from "#app/roof/fromFile/imported.worker.ts";
// Vite makes the default export of `?worker` files; the linter cannot see it.
// oxlint-disable-next-line import/default
import ImportedWorker from "#app/roof/fromFile/imported.worker.ts?worker";

/**
 * Reads a machine of another program in a worker of its own: a large document takes seconds, in which the page would stand still.
 * @param signal ends the worker, whatever it is about
 * @throws ImportFault, the reason of the signal, or Error for a text that cannot be read
 */
export function readImported(request: ImportRequest, signal: AbortSignal): Promise<ImportedText> {
  const worker = new ImportedWorker();
  const answer = new Promise<ImportedText>((done, fail) => {
    signal.throwIfAborted();
    signal.addEventListener("abort", () => fail(signal.reason), { once: true });
    worker.addEventListener("error", ({ message }) => fail(new Error(message || "The file cannot be read")));
    worker.addEventListener("message", ({ data }: MessageEvent<ImportAnswer>) => {
      if ("machine" in data) done(data);
      else if ("fault" in data) fail(new ImportFault(data.fault.code, data.fault.place, data.fault.facts));
      else fail(new Error(data.message));
    });
    worker.postMessage(request);
  });
  return answer.finally(() => worker.terminate());
}

/** The files of a game from a text, as `import FILE --as ID` writes them but for the title. */
export async function filesFromImport(id: string, text: string, title: string): Promise<readonly NewFile[]> {
  const { machine } = await readImported({ text, id }, new AbortController().signal);
  return importedGameFiles(id, { ...machine, name: title });
}
