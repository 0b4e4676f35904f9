#!/usr/bin/env node
// Plain JavaScript, so that it runs straight after `npm ci`; everything else is in the built command. An old Node has to get as far
// as the line that tells it to be old: no `await` outside of a function, no newer syntax.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const home = fileURLToPath(new URL("..", import.meta.url));
const built = new URL("../dist/cli/main.js", import.meta.url);
const builder = new URL("../scripts/built.mjs", import.meta.url);

const oldest = [20, 19];
const [major, minor] = process.versions.node.split(".").map(Number);

if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  process.stderr.write(
    `turnwright needs Node.js ${oldest.join(".")} or newer; this is ${process.versions.node}. Get it from https://nodejs.org\n`,
  );
  process.exit(1);
}
run();

async function run() {
  // A checkout is built when it is first used; a published package is built already.
  if (!existsSync(built) && existsSync(builder)) await import(builder.href);
  if (!existsSync(built)) {
    process.stderr.write(`turnwright is not built yet: run \`npm run build\` in ${home}\n`);
    process.exitCode = 1;
    return;
  }
  const { main } = await import(built.href);
  // What nobody reads any more is lost: a terminal that was closed ends no studio, nor any other command.
  process.stderr.on("error", () => undefined);
  // A reader that stops early, such as `| head`, is no fault.
  process.stdout.on("error", (error) => {
    if (error.code === "EPIPE") process.exit(0);
    process.stderr.write(`turnwright: what it said could not be written (${error.message})\n`, () =>
      process.exit(1),
    );
  });
  process.exitCode = await main(process.argv.slice(2), {
    home,
    cwd: process.cwd(),
    stdin: process.stdin,
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    isTerminal: process.stdout.isTTY === true,
  });
}
