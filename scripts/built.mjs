import { spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// Builds what `npm start` and the command in a checkout run, when it is not there or older than the sources. Installing the package
// builds nothing: what is published is built (`prepack`).
const home = fileURLToPath(new URL("..", import.meta.url));
const time = (path) => statSync(join(home, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
const made = Math.min(...["dist/studio/index.html", "dist/cli/main.js", "dist/core/index.js"].map(time));
// Games are not among them: they are read from their own folders.
const below = ["src", "schemas", "public"].flatMap((folder) =>
  readdirSync(join(home, folder), { recursive: true }).map((name) => join(folder, name)),
);
const newest = Math.max(...["index.html", "package.json", ...below].map(time));

if (made < newest) {
  process.stderr.write(made === 0 ? "Building the studio, once\n" : "The sources are newer: building\n");
  // Standard output belongs to the command that asks for this.
  const { status } = spawnSync("npm", ["run", "build"], {
    cwd: home,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  if (status !== 0) process.stderr.write("`npm run build` says why it could not be built\n");
  process.exitCode = status ?? 1;
}
