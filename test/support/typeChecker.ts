import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TypeError } from "#core/diagnostic/typeError.ts";
import { home } from "#test/support/startStudio.ts";

interface Told {
  readonly code: number;
  readonly start: number;
  readonly length: number;
  readonly messageText: string | Chain;
}
interface Chain {
  readonly code: number;
  readonly messageText: string;
  readonly next?: readonly Chain[];
}

const packages = join(home, "node_modules");
const monaco = join(packages, "monaco-editor/esm/vs/languages/features/typescript/lib");

/**
 * The checker that Monaco's worker runs, with the studio's options and XState's own types.
 * @param known texts that will be asked for: they are files of one program, so that types of XState are worked out once for all
 */
export async function typeChecker(known: readonly string[] = []): Promise<(text: string) => TypeError[]> {
  const { typescript } = await import(join(monaco, "typescriptServices.js"));
  const { libFileMap } = await import(join(monaco, "lib.js"));
  const files = new Map<string, string>([
    ["file:///node_modules/xstate/package.json", '{"name":"xstate","types":"dist/index.d.ts"}'],
  ]);
  for (const name of readdirSync(join(packages, "xstate/dist"), { recursive: true, encoding: "utf8" }))
    if (name.endsWith(".d.ts"))
      files.set(
        `file:///node_modules/xstate/dist/${name.replace("xstate.cjs.d.ts", "index.d.ts")}`,
        readFileSync(join(packages, "xstate/dist", name), "utf8"),
      );
  const machine = "file:///machines/game.ts";
  const homes = new Map([...new Set(known)].map((text, i) => [text, `file:///machines/known${i}.ts`]));
  for (const [text, file] of homes) files.set(file, text);
  let version = 0;
  const textOf = (file: string): string | undefined =>
    files.get(file) ?? libFileMap[file] ?? libFileMap[`lib.${file}.d.ts`];
  const service = typescript.createLanguageService({
    getCompilationSettings: () => ({
      target: 99,
      module: 99,
      moduleResolution: 100,
      lib: ["es2023"],
      strict: true,
      skipLibCheck: true,
      noEmit: true,
      allowJs: true,
      allowNonTsExtensions: true,
      isolatedModules: true,
    }),
    getScriptFileNames: () => [machine, ...files.keys()],
    getScriptVersion: (file: string) => (file === machine ? String(version) : "1"),
    getScriptSnapshot: (file: string) => {
      const text = textOf(file);
      return text === undefined
        ? undefined
        : {
            getText: (from: number, to: number) => text.slice(from, to),
            getLength: () => text.length,
            getChangeRange: () => undefined,
          };
    },
    getScriptKind: () => 3,
    getCurrentDirectory: () => "",
    getDefaultLibFileName: () => "lib.esnext.full.d.ts",
    readFile: textOf,
    fileExists: (file: string) => textOf(file) !== undefined,
  });
  return (text) => {
    const home = homes.get(text) ?? machine;
    if (home === machine && files.get(machine) !== text) {
      files.set(machine, text);
      version++;
    }
    return (service.getSemanticDiagnostics(home) as Told[]).map(({ code, start, length, messageText }) => ({
      code,
      at: { from: start, to: start + length },
      chain: typeof messageText === "string" ? [{ code, text: messageText }] : chainOf(messageText),
    }));
  };
}

const chainOf = ({ code, messageText, next }: Chain): TypeError["chain"] => [
  { code, text: messageText },
  ...(next?.[0] ? chainOf(next[0]) : []),
];
