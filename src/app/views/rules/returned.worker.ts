import { readReturned } from "#core/exchange/exchangeFormats.ts";
import { ExchangeFault, type ReturnedFile } from "#core/exchange/segment.ts";

/** What the worker says of a file: its content, why it is none of these formats, or what else went wrong. */
export type ReturnedAnswer =
  | { readonly content: ReturnedFile }
  | { readonly fault: Pick<ExchangeFault, "code" | "facts"> }
  | { readonly message: string };

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
