/** In which language an outline is written: kana is Japanese, Chinese characters without any are Chinese. */
export function languageOfOutline(text: string): "en" | "ja" | "zh-Hant" {
  if (/[\u3041-\u30ff\uff66-\uff9f]/.test(text)) return "ja";
  return /\p{Script=Han}/u.test(text) ? "zh-Hant" : "en";
}
