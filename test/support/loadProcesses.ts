import { spawn } from "node:child_process";

/** A busy computer: processes that do nothing but work, until `end` or after some minutes by themselves. */
export function loadProcesses(count: number): { end(): void } {
  const minutes = 10;
  const busy = `const until = Date.now() + ${minutes * 60_000}; while (Date.now() < until);`;
  const all = Array.from({ length: count }, () =>
    spawn(process.execPath, ["--eval", busy], { stdio: "ignore" }),
  );
  const end = () => all.forEach((one) => one.kill("SIGKILL"));
  process.once("exit", end);
  return {
    end() {
      process.removeListener("exit", end);
      end();
    },
  };
}
