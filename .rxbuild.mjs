import { build } from "vite";
import { cp, mkdir, rm, symlink, readdir } from "node:fs/promises";
const f = "/tmp/rxapp"; await rm(f, { recursive: true, force: true });
await cp("examples/react-game", f, { recursive: true });
await mkdir(f + "/node_modules/turnwright", { recursive: true });
for (const n of await readdir("node_modules")) if (n !== "turnwright") await symlink(process.cwd() + "/node_modules/" + n, f + "/node_modules/" + n);
await cp("package.json", f + "/node_modules/turnwright/package.json");
await cp("dist", f + "/node_modules/turnwright/dist", { recursive: true });
