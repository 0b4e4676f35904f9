import { ExchangeFault, type ReturnedFile } from "#core/exchange/segment.ts";
import type { ReturnedAnswer } from "#app/views/rules/returned.worker.ts";
// Vite makes the default export of `?worker` files; the linter cannot see it.
// oxlint-disable-next-line import/default
import ReturnedWorker from "#app/views/rules/returned.worker.ts?worker";

/**
 * Reads a file that came back from translators in a worker of its own: eight megabytes of XML take seconds, in which the page would stand
 * still.
 * @param signal ends the worker, whatever it is about
 * @throws ExchangeFault, the reason of the signal, or Error for a file that cannot be read
 */
export function readReturnedFile(file: Blob, signal: AbortSignal): Promise<ReturnedFile> {
  const worker = new ReturnedWorker();
  const answer = new Promise<ReturnedFile>((done, fail) => {
    signal.throwIfAborted();
    signal.addEventListener("abort", () => fail(signal.reason), { once: true });
    worker.addEventListener("error", ({ message }) => fail(new Error(message || "The file cannot be read")));
    worker.addEventListener("message", ({ data }: MessageEvent<ReturnedAnswer>) => {
      if ("content" in data) done(data.content);
      else
        fail(
          "fault" in data ? new ExchangeFault(data.fault.code, data.fault.facts) : new Error(data.message),
        );
    });
    worker.postMessage(file);
  });
  return answer.finally(() => worker.terminate());
}
