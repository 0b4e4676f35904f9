/** A declaration file for the TypeScript worker. */
export interface TypeFile {
  readonly filePath: string;
  readonly content: string;
}

const declarations = import.meta.glob<string>("/node_modules/xstate/dist/**/*.d.ts", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** What a machine may use of its host besides the language itself: the sandbox has these and no page. */
const host = `
interface Console { log(...data: unknown[]): void; info(...data: unknown[]): void; warn(...data: unknown[]): void; error(...data: unknown[]): void; debug(...data: unknown[]): void }
declare const console: Console;
declare function setTimeout(handler: (...args: any[]) => void, ms?: number, ...args: any[]): number;
declare function clearTimeout(id: number | undefined): void;
declare function structuredClone<T>(value: T): T;
`;

/** XState's own declarations under the paths its package has, so that `import { setup } from "xstate"` resolves as on a disk. */
export const xstateTypes: readonly TypeFile[] = [
  ...Object.entries(declarations).map(([path, content]) => ({
    filePath: `file://${path.replace("xstate.cjs.d.ts", "index.d.ts")}`,
    content,
  })),
  {
    filePath: "file:///node_modules/xstate/package.json",
    content: '{"name":"xstate","types":"dist/index.d.ts"}',
  },
  { filePath: "file:///host.d.ts", content: host },
];
