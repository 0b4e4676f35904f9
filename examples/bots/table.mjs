import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/**
 * A play of a game over lines of JSON.
 * @param {string} game id of a game of the current folder, or a machine's file
 * @param {string[]} command what starts Turnwright
 */
export function openTable(game, command = ["npx", "turnwright"]) {
  const [program, ...words] = command;
  const child = spawn(program, [...words, "play", game, "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();

  /** Sends a request and waits for its answer, of which only the named parts are sent. Throws what the play answers with. */
  async function request(what, only) {
    child.stdin.write(`${JSON.stringify(only ? { ...what, only } : what)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error("turnwright has ended");
    const answer = JSON.parse(value);
    if (!answer.ok) throw Object.assign(new Error(answer.error.message), answer.error);
    return answer;
  }

  return { request, close: () => child.stdin.end() };
}
