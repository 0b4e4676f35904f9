import * as ts from "monaco-editor/languages/features/typescript/register";

/** Numbers of the compiler's own enums; Monaco declares only some of them. */
const ES_NEXT = 99;
const MODULE_ES_NEXT = 99;
const RESOLUTION_BUNDLER = 100;

/** The rest comes from `language/`, which asks TypeScript itself where a word is none of the machine's names. */
const LEFT_TO_MONACO: ts.ModeConfiguration = {
  documentHighlights: true,
  documentRangeFormattingEdits: true,
  onTypeFormattingEdits: true,
  signatureHelp: true,
  // Monaco shows fixes when all have answered; TypeScript takes seconds, and would edit past the project.
  codeActions: false,
  inlayHints: true,
};

let loading: Promise<void> | undefined;

/**
 * Hands the worker XState's types, fetched once. Type errors show from then on: without the types every machine would be red.
 * When the fetch fails, editing and colours go on without types.
 */
export function addXstateTypes(): Promise<void> {
  loading ??= import("./xstateTypes.ts").then(
    ({ xstateTypes }) => {
      for (const defaults of [ts.typescriptDefaults, ts.javascriptDefaults]) {
        // Beside the files that machines import.
        for (const { content, filePath } of xstateTypes) defaults.addExtraLib(content, filePath);
        defaults.setDiagnosticsOptions({ noSemanticValidation: false, onlyVisible: true });
      }
    },
    () => {
      loading = undefined;
    },
  );
  return loading;
}

for (const defaults of [ts.typescriptDefaults, ts.javascriptDefaults]) {
  defaults.setDiagnosticsOptions({ noSemanticValidation: true, onlyVisible: true });
  defaults.setCompilerOptions({
    target: ES_NEXT,
    module: MODULE_ES_NEXT,
    // Monaco's enum knows only the two old kinds; the compiler inside knows this one.
    moduleResolution: RESOLUTION_BUNDLER as number as ts.ModuleResolutionKind,
    lib: ["es2023"],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    allowJs: true,
    allowNonTsExtensions: true,
    allowImportingTsExtensions: true,
    isolatedModules: true,
  });
  defaults.setEagerModelSync(true);
  defaults.setModeConfiguration(LEFT_TO_MONACO);
}
