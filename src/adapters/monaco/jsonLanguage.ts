import type * as Monaco from "monaco-editor/editor";

/** Colours and brackets for JSON. Monaco's own JSON support brings a worker of 400 kB; the studio checks these files itself. */
export function registerJson(languages: typeof Monaco.languages): void {
  languages.register({ id: "json", extensions: [".json"] });
  languages.setLanguageConfiguration("json", {
    brackets: [
      ["{", "}"],
      ["[", "]"],
    ],
    autoClosingPairs: [
      { open: "{", close: "}", notIn: ["string"] },
      { open: "[", close: "]", notIn: ["string"] },
      { open: '"', close: '"', notIn: ["string"] },
    ],
    indentationRules: { increaseIndentPattern: /[{[][^{}[\]]*$/, decreaseIndentPattern: /^\s*[}\]]/ },
  });
  languages.setMonarchTokensProvider("json", {
    tokenizer: {
      root: [
        [/"(?:[^"\\]|\\.)*"(?=\s*:)/, "key"],
        [/"(?:[^"\\]|\\.)*"/, "string"],
        [/"[^"]*$/, "string.invalid"],
        [/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/, "number"],
        [/\b(?:true|false|null)\b/, "keyword"],
        [/[{}[\]]/, "@brackets"],
        [/[,:]/, "delimiter"],
      ],
    },
  });
}
