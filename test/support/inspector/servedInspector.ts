import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** The studio and its inspector in a process of their own, over an empty folder. */
export interface ServedInspector {
  /** Of the inspector. */
  readonly port: number;
  readonly studioPort: number;
  readonly key: string;
  /** Megabytes that its process holds; undefined where the system does not tell. */
  memory(): Promise<number | undefined>;
  /** Its exit code, or signal, once it has ended. */
  readonly ended: () => string | undefined;
  close(): Promise<void>;
}

/** Starts the command as a person does. @throws Error when it prints no address */
export async function servedInspector(): Promise<ServedInspector> {
  const root = await mkdtemp(join(tmpdir(), "turnwright-trial-"));
  const args = ["bin/turnwright.js", "start", "--no-open", "--port", "0", "--root", root];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let ended: string | undefined;
  child.on("exit", (code, signal) => (ended = String(code ?? signal)));
  const found: { studioPort?: number; port?: number; key?: string } = {};
  for await (const line of createInterface(child.stdout)) {
    const studio = /is at http:\/\/127\.0\.0\.1:(\d+)/.exec(line);
    const inspector = /inspected at http:\/\/127\.0\.0\.1:(\d+)\/inspect#key=([\w-]+)/.exec(line);
    if (studio) found.studioPort = Number(studio[1]);
    if (inspector) Object.assign(found, { port: Number(inspector[1]), key: inspector[2] });
    if (found.port !== undefined) break;
  }
  child.stdout.resume();
  const { port, studioPort, key } = found;
  if (port === undefined || studioPort === undefined || key === undefined)
    throw new Error(`The command ended with ${ended} before it printed the inspector's address`);
  return {
    port,
    studioPort,
    key,
    ended: () => ended,
    async memory() {
      const text = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
      const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(text)?.[1]);
      return Number.isNaN(kilobytes) ? undefined : Math.round(kilobytes / 1024);
    },
    async close() {
      if (ended === undefined) {
        const gone = once(child, "exit");
        child.kill();
        await gone;
      }
      await rm(root, { recursive: true, force: true });
    },
  };
}
