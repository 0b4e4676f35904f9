import { countWork } from "#core/run/play/countWork.ts";
import type { RunnerRequest } from "#core/run/play/playRequest.ts";
import { freshMark } from "#core/run/play/workCounter.ts";

/** Loads, with texts that count their work, and the mark in them. A module is loaded again and again, so the texts of the last load are cached. */
export function countingLoads(): (request: RunnerRequest) => {
  readonly request: RunnerRequest;
  readonly mark?: string;
} {
  let last: ReadonlyMap<string, string> = new Map();
  return (request) => {
    if (request.do !== "load" && request.do !== "resolve") return { request };
    const { code, lang, siblings } = request;
    const mark = freshMark([code, ...(siblings?.files.map(({ text }) => text) ?? [])]);
    const current = new Map<string, string>();
    const counted = (text: string, textLang: "ts" | "js"): string => {
      const key = `${mark} ${textLang} ${text}`;
      const result = last.get(key) ?? current.get(key) ?? countWork(text, textLang, mark);
      current.set(key, result);
      return result;
    };
    const countedCode = counted(code, lang);
    const files = siblings?.files.map((file) => ({ ...file, text: counted(file.text, file.lang) }));
    last = current;
    return {
      request: {
        ...request,
        code: countedCode,
        ...(siblings && files ? { siblings: { ...siblings, files } } : {}),
      },
      mark,
    };
  };
}
