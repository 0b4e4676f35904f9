import type { MonacoApi } from "#adapters/monaco/monacoApi.ts";

export type EditorLocale = "en" | "ja" | "zh-Hant";

/** English is built in. The words must be there before Monaco itself runs, and cannot be changed afterwards. */
const words: Record<EditorLocale, () => Promise<unknown>> = {
  en: () => Promise.resolve(),
  ja: () => import("monaco-editor/nls/lang/ja"),
  "zh-Hant": () => import("monaco-editor/nls/lang/zh-tw"),
};

let loading: Promise<MonacoApi> | undefined;

/**
 * Monaco, fetched at the first call, in the language of that call; another language needs the page to be reloaded.
 * Rejects when a chunk cannot be fetched; the next call tries again.
 */
export function loadMonaco(locale: EditorLocale): Promise<MonacoApi> {
  loading ??= words[locale]()
    .then(() => import("./monaco.ts"))
    .then(({ monaco, addXstateTypes }) => {
      // Colours and typing need no types: they may come later.
      void addXstateTypes();
      return monaco;
    })
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}
