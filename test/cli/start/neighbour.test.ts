import { spawn } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { verbs } from "#core/project/wire.ts";
import { start } from "#cli/start.ts";

/**
 * A neighbour is another user of this computer: processes, ports and what is open to all are theirs to look at, files of ours are
 * not. As root the neighbour is the user `nobody`; else the same is tried as oneself, who is no less curious.
 */
const NOBODY = 65534;
const other = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

let dir: string;
let root: string;
let studioDir: string;
let path: string | undefined;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "turnwright-neighbour-"));
  root = join(dir, "games");
  studioDir = join(dir, "studio");
  await mkdir(studioDir);
  await mkdir(join(root, "machines"), { recursive: true });
  await writeFile(join(studioDir, "index.html"), "<head></head>studio");
  await writeFile(join(root, "machines/one.machine.ts"), "createMachine()");
  path = process.env["PATH"];
});
afterEach(async () => {
  process.env["PATH"] = path;
  await rm(dir, { recursive: true });
});

/** Runs a script as the neighbour and gives what it says. */
const asNeighbour = (script: string, ...args: string[]): Promise<string> =>
  new Promise((done, fail) => {
    const child = spawn(process.execPath, ["--input-type=module", "-e", script, ...args], {
      ...other,
      cwd: "/",
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (part: Buffer) => (said += part.toString()));
    child.on("error", fail);
    child.on("close", () => done(said));
  });

test("another user gets no more than the empty page: no secret in it, and no call is answered", async () => {
  const started = await start({ root, studioDir, port: 0, log: () => undefined });
  const { origin, hash } = new URL(started.url);

  const said = await asNeighbour(
    `const [origin, verbs] = [process.argv[1], process.argv[2].split(",")];
     const page = await (await fetch(origin)).text();
     const secrets = [...page.matchAll(/content="([^"]*)"/g)].map((found) => found[1]).concat("", "1");
     const tried = [];
     for (const verb of verbs) for (const secret of secrets) {
       const headers = { origin, "content-type": "application/json", "x-turnwright-token": secret, "x-turnwright-key": secret };
       const body = JSON.stringify({ game: "theirs", files: [{ name: "machine", text: "x" }], changes: [], to: "two" });
       tried.push((await fetch(origin + "/api/" + verb, { method: "POST", headers, body })).status);
     }
     console.log(JSON.stringify({ page, tried }));`,
    origin,
    verbs.join(","),
  );
  await started.close();

  const { page, tried } = JSON.parse(said) as { page: string; tried: number[] };
  expect(page).toContain("studio");
  expect(page).not.toContain(hash.slice("#key=".length));
  expect(tried.length).toBeGreaterThanOrEqual(2 * verbs.length);
  expect(new Set(tried)).toEqual(new Set([403]));
  expect(await readdir(join(root, "machines"))).toEqual(["one.machine.ts"]);
});

test.runIf(process.platform === "linux")(
  "the browser is shown a file of ours that leads on: no process has the key among its arguments, and nobody else may read it",
  async () => {
    const bin = join(dir, "bin");
    const seen = join(dir, "seen");
    await mkdir(bin);
    // A browser that is still running while the neighbour looks around.
    await writeFile(
      join(bin, "xdg-open"),
      `#!/bin/sh\nprintf '%s' "$1" > ${seen}.part && mv ${seen}.part ${seen}\nexec sleep 20\n`,
    );
    await chmod(join(bin, "xdg-open"), 0o755);
    process.env["PATH"] = `${bin}:${path}`;

    const started = await start({ root, studioDir, port: 0, open: true, log: () => undefined });
    await expect.poll(() => readFile(seen, "utf8").catch(() => ""), { timeout: 10_000 }).not.toBe("");
    const file = await readFile(seen, "utf8");
    const key = new URL(started.url).hash.slice("#key=".length);
    const said = await asNeighbour(
      `import { readdirSync, readFileSync } from "node:fs";
       const read = (file) => { try { return readFileSync(file, "utf8"); } catch (error) { return error.code; } };
       const processes = readdirSync("/proc").filter((name) => /^[0-9]+$/.test(name)).map((pid) => read("/proc/" + pid + "/cmdline"));
       console.log(JSON.stringify({ processes, file: read(process.argv[1]) }));`,
      file,
    );
    const kept = await readFile(file, "utf8");
    const modes = [(await stat(file)).mode & 0o777, (await stat(dirname(file))).mode & 0o777];
    await started.close();

    const looked = JSON.parse(said) as { processes: string[]; file: string };
    expect(kept).toContain(`url=${started.url}"`);
    expect(modes).toEqual([0o600, 0o700]);
    expect(looked.processes.some((line) => line.includes("xdg-open") || line.includes(file))).toBe(true);
    expect(looked.processes.filter((line) => line.includes(key))).toEqual([]);
    if (other.uid !== undefined) expect(looked.file).toBe("EACCES");
    await expect(stat(file)).rejects.toMatchObject({ code: "ENOENT" });
  },
);
