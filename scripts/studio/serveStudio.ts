import { spawn } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface ServedStudio {
  /** The address of a page of the studio, with the key that lets one in: of `/haikyu-break/design`. */
  at(path: string): string;
  /** Where apps find the inspector, and its address for the person. */
  readonly inspect: string;
  readonly inspector: string;
  /** A copy of this repository's games, to be changed freely. */
  readonly root: string;
  close(): Promise<void>;
}

/** Starts `turnwright start` over a copy of the games, in a process of its own and on a free port. @throws Error when it does not come up */
export async function serveStudio(bin: string): Promise<ServedStudio> {
  const root = await mkdtemp(join(tmpdir(), "turnwright-"));
  for (const folder of ["machines", "rulesets"]) await cp(folder, join(root, folder), { recursive: true });
  const child = spawn(
    process.execPath,
    [bin, "start", "--root", root, "--port", "0", "--no-open", "--json"],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  let told = "";
  child.stderr.on("data", (text: Buffer) => (told += text.toString()));
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  const line = await new Promise<string>((done, fail) => {
    child.stdout.on("data", (text: Buffer) => {
      told += text.toString();
      if (told.includes("\n")) done(told);
    });
    void ended.then(() => fail(new Error(`The studio did not start: ${told}`)));
  });
  const started = JSON.parse(line) as { url: string; inspect: string; inspector: string };
  return {
    at: (path) => started.url + path,
    inspect: started.inspect,
    inspector: started.inspector,
    root,
    async close() {
      child.kill("SIGTERM");
      await ended;
      await rm(root, { recursive: true, force: true });
    },
  };
}
