import { join, resolve } from "node:path";
import { isLoopbackOrigin } from "#adapters/server/inspect/origins.ts";
import { textOf, type Command, type Given } from "#cli/command.ts";
import { UsageError, type Io } from "#cli/io.ts";
import { openPath } from "#cli/open.ts";
import { instead } from "#cli/emptyFolder.ts";
import { gameIds } from "#cli/games.ts";
import { start as startStudio } from "#cli/start.ts";

const options = {
  port: { type: "string" },
  "no-open": { type: "boolean" },
  "inspect-frame": { type: "string" },
} as const;

/** `turnwright start`: the studio over a folder of games. Keeps running until it is ended. */
export const start: Command = {
  name: "start",
  usage: "start [--port N] [--no-open] [--inspect-frame ORIGIN,…]",
  about: "the studio over a folder of games",
  options,
  args: [0, 0],
  async run(_args, given, io) {
    const root = resolve(io.cwd, textOf(given, "root") ?? ".");
    const options = serving(given, io);
    await startStudio({ root, ...options });
    if (!options.json && (await gameIds(root)).length === 0)
      for (const line of await instead(io, root)) options.log(line);
    return 0;
  },
};

/** `turnwright open PATH`: the studio over what lies at a path, which is shown but not run before the person trusts it. */
export const open: Command = {
  name: "open",
  usage: "open PATH [--port N] [--no-open] [--inspect-frame ORIGIN,…]",
  about: "the studio over one file or folder, shown but not run until you trust it",
  options,
  args: [1, 1],
  async run([path = ""], given, io) {
    await openPath({ path: resolve(io.cwd, path), ...serving(given, io) });
    return 0;
  },
};

function serving(given: Given, io: Io) {
  const wanted = textOf(given, "port");
  const port = wanted === undefined ? undefined : Number(wanted);
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port < 65536))
    throw new UsageError(`--port ${wanted}: a port is a whole number from 0 (any free one) to 65535`);
  const frames = (textOf(given, "inspect-frame") ?? "").split(",").filter((origin) => origin !== "");
  const bad = frames.find((origin) => !isLoopbackOrigin(origin));
  if (bad !== undefined)
    throw new UsageError(`--inspect-frame ${bad}: an origin of this computer, such as http://localhost:5173`);
  return {
    ...(frames.length === 0 ? {} : { frames }),
    ...(port === undefined ? {} : { port }),
    studioDir: join(io.home, "dist", "studio"),
    open: given["no-open"] !== true,
    json: given["json"] === true,
    log: (line: string) => io.out(`${line}\n`),
    warn: (line: string) => io.err(`turnwright: ${line}\n`),
  };
}
