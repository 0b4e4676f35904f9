import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { commands } from "#cli/main.ts";
import { turnwright } from "#test/support/commandLine.ts";

const run = promisify(execFile);
const EXAMPLE = "examples/github-action";

interface Comment {
  readonly id: number;
  body: string;
}

test("the example writes one comment, and later runs bring it up to date", async () => {
  const comments: Comment[] = Array.from({ length: 120 }, (_, id) => ({ id, body: "somebody else's" }));
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (part) => (text += String(part)));
    request.on("end", () => {
      const url = new URL(request.url ?? "", "http://localhost");
      const page = Number(url.searchParams.get("page") ?? 1);
      const body = text === "" ? "" : (JSON.parse(text) as { body: string }).body;
      const known = comments.find(({ id }) => url.pathname.endsWith(`/comments/${id}`));
      if (request.method === "POST") comments.push({ id: comments.length, body });
      if (request.method === "PATCH" && known) known.body = body;
      response.end(JSON.stringify(comments.slice((page - 1) * 100, page * 100)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const folder = await mkdtemp(join(tmpdir(), "turnwright-action-"));
  const file = join(folder, "diff.md");
  const { port } = server.address() as AddressInfo;
  const env = {
    ...process.env,
    GITHUB_API_URL: `http://127.0.0.1:${port}`,
    GITHUB_REPOSITORY: "a/b",
    GITHUB_TOKEN: "x",
    PULL_REQUEST: "7",
  };
  try {
    await writeFile(file, "first\n");
    await run(process.execPath, [`${EXAMPLE}/comment.mjs`, file], { env });
    expect(comments.slice(120)).toEqual([{ id: 120, body: "<!-- turnwright diff -->\nfirst\n" }]);
    await writeFile(file, "| a |\n".repeat(20_000));
    await run(process.execPath, [`${EXAMPLE}/comment.mjs`, file], { env });
    expect(comments.length).toBe(121);
    expect(comments[120]?.body.length).toBeLessThanOrEqual(65_536);
    expect(comments[120]?.body).toContain("| a |\n\nThe rest is too long");
  } finally {
    server.close();
    await rm(folder, { recursive: true });
  }
});

test("the problem matcher finds file, line, column, severity, sentence and code of each fault", async () => {
  const { problemMatcher } = JSON.parse(await readFile(`${EXAMPLE}/turnwright-problems.json`, "utf8")) as {
    problemMatcher: [{ pattern: [{ regexp: string }] }];
  };
  const folder = await mkdtemp(join(tmpdir(), "turnwright-action-"));
  await writeFile(
    join(folder, "lamp.machine.ts"),
    `import { createMachine } from "xstate";\nexport const m = createMachine({ initial: "a", states: { a: { on: { GO: "b" } } } });\n`,
  );
  const { out } = await turnwright(["check", "lamp.machine.ts"], { cwd: folder });
  await rm(folder, { recursive: true });
  const [first = ""] = out.split("\n");
  const found = new RegExp(problemMatcher[0].pattern[0].regexp).exec(first);
  expect(found?.slice(1)).toEqual([
    "lamp.machine.ts",
    "2",
    "73",
    "error",
    expect.stringContaining("“b”"),
    "target-not-found",
  ]);
});

test("every command and option of the workflow is one", async () => {
  const workflow = await readFile(`${EXAMPLE}/turnwright.yml`, "utf8");
  const lines = [...workflow.matchAll(/npx turnwright (\w+)(.*)$/gm)];
  expect(lines.length).toBeGreaterThan(3);
  for (const [, name, rest = ""] of lines) {
    const command = commands.find((item) => item.name === name);
    expect(command, name).toBeDefined();
    for (const [, option = ""] of rest.matchAll(/ --([a-z-]+)/g))
      expect(Object.keys(command?.options ?? {})).toContain(option);
  }
});
