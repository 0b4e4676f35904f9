// `npm run corpus [-- --to FOLDER] [--from URL] [--list FILE]`: brings the modules that test/corpus/modules.json names into the git-ignored
// folder corpus/, one request per module, each at its commit and checked by its hash. They are other people's and are never
// committed here.
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values } = parseArgs({
  options: { to: { type: "string" }, from: { type: "string" }, list: { type: "string" } },
});
const folder = values.to ?? process.env.TURNWRIGHT_CORPUS ?? join(root, "corpus");
const from = values.from ?? "https://raw.githubusercontent.com";
const list = JSON.parse(await readFile(values.list ?? join(root, "test/corpus/modules.json"), "utf8"));

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** Undefined when there is no such file. */
const onDisk = (path) => readFile(path).catch(() => undefined);

async function bring({ repository, commit }, { path, sha256: wanted }) {
  const place = join(folder, repository, path);
  const known = await onDisk(place);
  if (known && sha256(known) === wanted) return "there";
  const url = `${from}/${repository}/${commit}/${path.split("/").map(encodeURIComponent).join("/")}`;
  const reply = await fetch(url).catch((error) => ({
    ok: false,
    status: error.cause?.code ?? error.message,
  }));
  if (!reply.ok) return `${reply.status} ${url}`;
  const bytes = Buffer.from(await reply.arrayBuffer());
  if (sha256(bytes) !== wanted) return `has other bytes than the list says: ${url}`;
  await mkdir(dirname(place), { recursive: true });
  await writeFile(place, bytes);
  return "brought";
}

const counts = { there: 0, brought: 0 };
const failed = [];
for (const entry of list)
  for (const file of [...entry.files, ...(entry.beside ?? [])]) {
    const outcome = await bring(entry, file);
    if (outcome in counts) counts[outcome]++;
    else failed.push(outcome);
  }
for (const one of failed) console.error(`not brought: ${one}`);
console.log(
  `${folder}: ${counts.there} modules were there, ${counts.brought} brought, ${failed.length} not brought`,
);
process.exitCode = failed.length > 0 ? 1 : 0;
