import { start } from "#cli/start.ts";

/** `start` as the command runs it, in a process of its own. */
const [root, studioDir] = process.argv.slice(2);
if (root && studioDir)
  await start({ root, studioDir, port: 0, json: true, log: (line) => console.log(line) });
