import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorkspace, type Workspace } from "#adapters/disk/workspace.ts";
import { contentHash } from "#adapters/disk/contentHash.ts";
import { isFileName, isGameId } from "#core/project/gameFiles.ts";

const many = process.env["LONG"] ? 100_000 : 10_000;
let scratch: string;
let root: string;
let workspace: Workspace;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), "turnwright-names-"));
  root = join(scratch, "outer/root");
  await mkdir(root, { recursive: true });
  for (const path of ["outer/secret.json", "outer/one.machine.ts", "secret.json"])
    await writeFile(join(scratch, path), "outside");
  workspace = await openWorkspace(root);
  await workspace.create("one", [{ name: "machine", text: "one" }]);
});
afterAll(() => rm(scratch, { recursive: true }));

/** What outside the workspace there is, with its content. */
async function outside(): Promise<string[]> {
  const found = await readdir(scratch, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const kept = files.filter((path) => !path.startsWith(`${root}/`)).sort();
  return Promise.all(kept.map(async (path) => `${path} ${await readFile(path, "utf8")}`));
}

const fragment = fc.constantFrom(
  ..."../ ..\\ / \\ . .. ~ machine layout ruleset text/ labels/ scenarios/ source/ en zh-Hant one two secret .json .machine.ts".split(
    " ",
  ),
  ..."%2e%2e%2f %2e%2e/ ..%2f %252e%252e%255c ..%c0%af %00 %uff0e ．．／ ‥/ ..;/ ../../outer/secret /etc/passwd C:\\ \\\\?\\".split(
    " ",
  ),
  ..."CON NUL.json ONE~1 machine::$DATA text/en:alt #x ?raw?? ?import&raw @fs/ é e\u0301 \u202egnp. \ufeff 手札 🂡 İ ſ K".split(
    " ",
  ),
  ..."__proto__ constructor toString -one 0one ONE".split(" "),
  "\0",
  "\n",
  " ",
  "",
  "\ud800",
  "a".repeat(64),
);
const hostile = fc.oneof(
  { weight: 4, arbitrary: fc.array(fragment, { minLength: 1, maxLength: 5 }).map((parts) => parts.join("")) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
);

test(`${many} names and ids from outside reach nothing but the files of games`, async () => {
  const before = await outside();
  const refusals = new Map<string, number>();
  let taken = 0;

  await fc.assert(
    fc.asyncProperty(
      hostile,
      fc.boolean(),
      fc.constantFrom("save", "read", "create", "rename", "remove"),
      async (name, asId, deed) => {
        const allowed = asId ? isGameId(name) : isFileName(name);
        if (asId && name === "one") return;
        const doing = asId
          ? deed === "save"
            ? workspace.save(name, [{ name: "machine", text: "in", base: null }])
            : deed === "create"
              ? workspace.create(name, [{ name: "machine", text: "in" }])
              : deed === "rename"
                ? workspace.rename("one", name).then(() => workspace.rename(name, "one"))
                : deed === "remove"
                  ? workspace.remove(name)
                  : workspace.read(name)
          : workspace.save("one", [{ name, text: "in", base: null }]);
        const said = await doing.then(
          () => "done",
          (error: { code?: string }) => error.code ?? "a fault of ours",
        );
        if (!allowed) expect(said).toBe("bad-name");
        expect(["done", "bad-name", "not-found", "exists"]).toContain(said);
        refusals.set(said, (refusals.get(said) ?? 0) + 1);
        if (said === "done") taken++;
      },
    ),
    { numRuns: many },
  );

  expect(await outside()).toEqual(before);
  const inside = (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  const paths = inside.map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  for (const path of paths.filter((path) => !path.startsWith(".turnwright-trash/")))
    expect(path).toMatch(
      /^machines\/[a-z][a-z0-9-]*\.(machine\.ts|layout\.json)$|^rulesets\/[a-z][a-z0-9-]*\/[A-Za-z0-9/-]+\.json$/,
    );
  expect(refusals.get("bad-name")).toBeGreaterThan(many / 2);
  expect(taken).toBeGreaterThan(0);
}, 300_000);

test("any text comes back byte for byte: marks, line ends, CJK, characters beyond the first plane", async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "\uFEFF",
      "\r\n",
      "\r",
      "\n",
      "\u2028",
      "手札",
      "が",
      "か\u3099",
      "🂡",
      "\0",
      "\u00e9",
      "e\u0301",
    ),
    fc.string({ unit: "binary", maxLength: 20 }),
  );
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
  const texts = fc.array(text, { minLength: 30, maxLength: 30 });
  let tried = 0;
  await workspace.create("texts", [{ name: "machine", text: "" }]);

  await fc.assert(
    fc.asyncProperty(texts, async (all) => {
      const base = new Map((await workspace.read("texts")).map(({ name, hash }) => [name, hash]));
      const files = all.map((one, index) => ({ name: `scenarios/s${index}`, text: one }));
      await workspace.save(
        "texts",
        files.map((file) => ({ ...file, base: base.get(file.name) ?? null })),
      );

      for (const { name, text: back, hash } of await workspace.read("texts")) {
        const file = files.find((one) => one.name === name);
        if (!file) continue;
        const bytes = await readFile(join(root, `rulesets/texts/${name}.json`));
        expect(back).toBe(file.text);
        expect(bytes.equals(Buffer.from(file.text, "utf8"))).toBe(true);
        expect(hash).toBe(contentHash(bytes));
        tried++;
      }
    }),
    { numRuns: process.env["LONG"] ? 3000 : 60 },
  );

  expect(tried).toBeGreaterThanOrEqual(1800);
}, 600_000);
