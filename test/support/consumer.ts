import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const home = fileURLToPath(new URL("../..", import.meta.url));

/** A folder of its own with this project's packages, as an app that uses an export would have. */
export interface ConsumerFolder {
  readonly path: string;
  /** Runs Node in the folder; gives what it printed. Rejects with its error output when it fails. */
  node(...args: string[]): Promise<string>;
  /** Compiles files strictly, as a TypeScript app would; gives the compiler's complaints. */
  tsc(...files: string[]): Promise<string>;
  write(name: string, text: string): Promise<void>;
  remove(): Promise<void>;
}

export async function consumerFolder(): Promise<ConsumerFolder> {
  const path = await mkdtemp(join(tmpdir(), "turnwright-consumer-"));
  await symlink(join(home, "node_modules"), join(path, "node_modules"));
  const write = (name: string, text: string) => writeFile(join(path, name), text);
  await write("package.json", `{ "type": "module" }`);
  const run = (args: readonly string[]) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      execFile(process.execPath, args, { cwd: path, maxBuffer: 1 << 26 }, (error, out, err) =>
        resolve({ code: error ? 1 : 0, out, err }),
      );
    });
  return {
    path,
    write,
    async node(...args) {
      const { code, out, err } = await run(args);
      if (code !== 0) throw new Error(err || out);
      return out;
    },
    async tsc(...files) {
      const compiler = join(home, "node_modules", "typescript", "bin", "tsc");
      const flags = [
        "--noEmit",
        "--strict",
        "--noUncheckedIndexedAccess",
        "--skipLibCheck",
        "--target",
        "es2022",
      ];
      const { out, err } = await run([compiler, ...flags, "--module", "nodenext", "--types", "", ...files]);
      return out + err;
    },
    remove: () => rm(path, { recursive: true, force: true }),
  };
}
