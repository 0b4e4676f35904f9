import { expect, test } from "vitest";
import { broughtStore } from "#adapters/storage/broughtStore.ts";
import type { StoreEvent } from "#core/project/store.ts";

const lamp = `import { createMachine } from "xstate";\r\nexport const lamp = createMachine({});\r\n`;
const open = () => broughtStore(`turnwright-test-${crypto.randomUUID()}`);
const nobody = () => false;

/** A folder of this page alone (OPFS): its handles are those of real files, without anybody being asked. */
async function folderWith(files: Record<string, string>) {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(crypto.randomUUID(), { create: true });
  const handles: Record<string, FileSystemFileHandle> = {};
  for (const [path, text] of Object.entries(files)) {
    const parts = path.split("/");
    let at = folder;
    for (const part of parts.slice(0, -1)) at = await at.getDirectoryHandle(part, { create: true });
    const handle = await at.getFileHandle(parts.at(-1)!, { create: true });
    const stream = await handle.createWritable();
    await stream.write(text);
    await stream.close();
    handles[path] = handle;
  }
  return { folder, handles };
}
const textIn = async (handle: FileSystemFileHandle) => (await handle.getFile()).text();
const asBrought = async (handles: Record<string, FileSystemFileHandle>) =>
  Promise.all(
    Object.entries(handles).map(async ([path, handle]) => ({ path, handle, text: await textIn(handle) })),
  );

test("what has no handle becomes a copy in this browser, inert and said to be one", async () => {
  const store = await open();

  const { games, others } = await store.bring({ files: [{ path: "my lamp.ts", text: lamp }] }, nobody);
  const [entry] = await store.list();
  const [machine] = await store.read("my-lamp");
  await store.save("my-lamp", [{ name: "machine", text: "other", base: machine!.hash }]);

  expect([games, others]).toEqual([["my-lamp"], []]);
  expect(entry).toMatchObject({ foreign: true, kept: "copy", place: "my lamp.ts", machines: ["lamp"] });
  expect(machine!.text).toBe(lamp);
  expect((await store.read("my-lamp"))[0]?.text).toBe("other");
});

test("a file with a handle is saved to that very file; opening it writes nothing", async () => {
  const store = await open();
  const { handles } = await folderWith({ "lamp.ts": lamp });
  const before = await handles["lamp.ts"]!.getFile();

  await store.bring({ files: await asBrought(handles) }, nobody);
  const [machine] = await store.read("lamp");
  const after = await handles["lamp.ts"]!.getFile();
  expect([after.lastModified, after.size]).toEqual([before.lastModified, before.size]);

  const result = await store.save("lamp", [
    { name: "machine", text: `${lamp}// more`, base: machine!.hash },
    { name: "layout", text: "{}", base: null },
  ]);

  expect(result.ok).toBe(true);
  expect(await textIn(handles["lamp.ts"]!)).toBe(`${lamp}// more`);
  expect((await store.read("lamp")).map(({ name, text }) => [name, text])).toEqual([
    ["machine", `${lamp}// more`],
    ["layout", "{}"],
  ]);
  expect(await store.list()).toMatchObject([{ kept: "file" }]);
});

test("a save on a file that another program wrote meanwhile is refused, and gives theirs", async () => {
  const store = await open();
  const { handles } = await folderWith({ "lamp.ts": lamp });
  await store.bring({ files: await asBrought(handles) }, nobody);
  const [machine] = await store.read("lamp");
  const stream = await handles["lamp.ts"]!.createWritable();
  await stream.write("theirs");
  await stream.close();

  const result = await store.save("lamp", [{ name: "machine", text: "mine", base: machine!.hash }]);

  expect(result).toMatchObject({ ok: false, theirs: [{ name: "machine", text: "theirs" }] });
  expect(await textIn(handles["lamp.ts"]!)).toBe("theirs");
});

test("a change to the file by another program is heard; our own saves are not", async () => {
  const store = await open();
  const { handles } = await folderWith({ "lamp.ts": lamp });
  await store.bring({ files: await asBrought(handles) }, nobody);
  const [machine] = await store.read("lamp");
  const heard: StoreEvent[] = [];
  const stop = store.watch((event) => heard.push(event));
  await store.save("lamp", [{ name: "machine", text: "mine", base: machine!.hash }]);
  await new Promise((done) => setTimeout(done, 1_500));
  expect(heard).toEqual([]);

  const stream = await handles["lamp.ts"]!.createWritable();
  await stream.write("theirs");
  await stream.close();
  await expect.poll(() => heard.length, { timeout: 5_000 }).toBe(1);
  stop();

  expect(heard[0]).toMatchObject({ game: "lamp", files: [{ name: "machine" }] });
});

test("a folder gives its machines, names the rest, and keeps a layout beside its file", async () => {
  const store = await open();
  const { folder, handles } = await folderWith({
    "src/lamp.ts": `import { states } from "./states"; createMachine({ states });`,
    "src/states.ts": "export const states = { on: {} };",
    "readme.md": "# Lamps",
  });

  const { games, others } = await store.bring({ files: await asBrought(handles), folder }, nobody);
  await store.save("lamp", [{ name: "layout", text: "{}", base: null }]);
  const src = await folder.getDirectoryHandle("src");

  expect([games, others]).toEqual([["lamp"], ["src/states.ts", "readme.md"]]);
  expect(await textIn(await src.getFileHandle("lamp.layout.json"))).toBe("{}");
  const [entry] = await store.list();
  expect(entry).toMatchObject({ kept: "folder", place: "src/lamp.ts" });
  const near = entry!.path.replace(/lamp\.ts$/, "states.ts");
  expect(await store.siblings("lamp")).toContainEqual({
    path: near,
    text: "export const states = { on: {} };",
  });
});

test("the same file, or a copy of the same text, is the game that it was; another of the name gets its own", async () => {
  const store = await open();
  const { handles } = await folderWith({ "lamp.ts": lamp });
  const again = async (text: string) =>
    (await store.bring({ files: [{ path: "lamp.ts", text }] }, (id) => id === "taken")).games;

  await store.bring({ files: await asBrought(handles) }, nobody);
  const sameFile = (await store.bring({ files: await asBrought(handles) }, nobody)).games;
  const copy = await again(lamp);
  const sameCopy = await again(lamp);
  const other = await again(`${lamp}//`);
  const taken = (await store.bring({ files: [{ path: "taken.ts", text: lamp }] }, (id) => id === "taken"))
    .games;

  expect([sameFile, copy, sameCopy, other, taken]).toEqual([
    ["lamp"],
    ["lamp-2"],
    ["lamp-2"],
    ["lamp-3"],
    ["taken-2"],
  ]);
});

test("a single script without a machine is shown; of several none is", async () => {
  const store = await open();
  const file = (path: string) => ({ path, text: "export const x = 1;" });

  expect((await store.bring({ files: [file("a.ts")] }, nobody)).games).toEqual(["a"]);
  expect(await store.bring({ files: [file("b.ts"), file("c.ts")] }, nobody)).toEqual({
    games: [],
    others: ["b.ts", "c.ts"],
  });
});

test("what is taken from the list is forgotten; its file stays", async () => {
  const store = await open();
  const { handles } = await folderWith({ "lamp.ts": lamp });
  await store.bring({ files: await asBrought(handles) }, nobody);

  await store.remove("lamp");

  expect(await store.list()).toEqual([]);
  await expect(store.read("lamp")).rejects.toMatchObject({ code: "not-found" });
  expect(await textIn(handles["lamp.ts"]!)).toBe(lamp);
});
