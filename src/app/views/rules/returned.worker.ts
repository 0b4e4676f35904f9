import { readReturned } from "#core/exchange/exchangeFormats.ts";
import { ExchangeFault } from "#core/exchange/segment.ts";
import type { ReturnedAnswer } from "#app/views/rules/readReturnedFile.ts";

/** Reads one file that came back, and answers with what is in it. */
self.addEventListener("message", ({ data }: MessageEvent<Blob>) => {
  const answer = (value: ReturnedAnswer) => self.postMessage(value);
  data
    .text()
    .then((text) => answer({ content: readReturned(text) }))
    .catch((error: unknown) => {
      if (error instanceof ExchangeFault) answer({ fault: { code: error.code, facts: error.facts } });
      else answer({ message: String(error) });
    });
});
