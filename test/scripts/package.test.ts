import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const read = async () =>
  JSON.parse(await readFile("package.json", "utf8")) as {
    readonly scripts: Readonly<Record<string, string>>;
    readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  };

test("installing the package runs none of its scripts; packing builds it, and a checkout is built when it is started", async () => {
  const { scripts } = await read();

  expect(Object.keys(scripts).filter((name) => /^(pre|post)?(install|prepare)$/.test(name))).toEqual([]);
  expect(scripts["prepack"]).toBe("npm run build");
  expect(scripts["prestart"]).toBe("node scripts/built.mjs");
  expect(await readFile("bin/turnwright.js", "utf8")).toContain("scripts/built.mjs");
});

test("what the README links to is in the package", async () => {
  const { stdout } = await promisify(execFile)("npm", ["pack", "--dry-run", "--ignore-scripts", "--json"], {
    maxBuffer: 1 << 26,
  });
  const [packed] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  const paths = packed.files.map(({ path }) => path);
  const readme = await readFile("README.md", "utf8");
  const links = [...readme.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = ""]) => link);

  expect(links.length).toBeGreaterThan(7);
  expect(links.filter((link) => !paths.some((path) => path === link || path.startsWith(`${link}/`)))).toEqual(
    [],
  );
});
