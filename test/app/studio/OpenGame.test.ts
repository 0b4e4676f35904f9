import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Project } from "#core/project/Project.ts";
import { StoreError, type FileChange, type Store } from "#core/project/store.ts";
import type { Drafts } from "#adapters/storage/drafts.ts";
import { OpenGame } from "#app/studio/OpenGame.ts";
import { Siblings } from "#app/studio/siblings.ts";
import { Trust } from "#app/studio/trust.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const text = "createMachine({ states: { a: {} } });";

interface Around {
  readonly read?: () => Promise<readonly object[]>;
  readonly save?: (game: string, changes: readonly FileChange[]) => Promise<object>;
  readonly drafts?: object;
  readonly notices?: unknown[];
  readonly keeps?: (name: string) => boolean;
}

/** An open game of which each reading takes as long. */
function open(
  readingTakes: number,
  isForeign = false,
  { save, read: readFiles, drafts: more, notices, keeps }: Around = {},
) {
  const store = { siblings: async () => [], save, read: readFiles } as unknown as Store;
  const drafts = { saveDraft: async () => undefined, ...more } as unknown as Drafts;
  const siblings = new Siblings(store, "m", () => undefined);
  const project = new Project(
    "m",
    [{ name: "machine", text, hash: "h" }],
    { path: "m.ts", modules: siblings.modules },
    keeps,
  );
  const own = vi.fn<(game: string) => void>();
  const game = new OpenGame(project, siblings, {
    store,
    drafts,
    notice: (...line) => void notices?.push(line),
    unsay: () => undefined,
    trust: new Trust(undefined),
    isForeign: () => isForeign,
    own,
    changed: () => undefined,
  });
  const read = project.graph.bind(project);
  vi.spyOn(project, "graph").mockImplementation(() => {
    vi.setSystemTime(Date.now() + readingTakes);
    vi.spyOn(performance, "now").mockReturnValue(Date.now());
    return read();
  });
  vi.spyOn(performance, "now").mockReturnValue(Date.now());
  const type = (key: string) =>
    project.write("machine", `createMachine({ states: { ${key}: {} } });`, {
      label: "type",
      origin: "code",
      at: Date.now(),
    });
  const states = () => game.state.graph.chart?.root.children.map(({ key }) => key);
  return { game, type, states, own };
}

test("however long a reading took, the graph follows the next keystroke within a second", async () => {
  const { game, type, states } = open(30_000);
  type("b");
  await vi.advanceTimersByTimeAsync(100);
  expect(states()).toEqual(["b"]);

  type("c");
  await vi.advanceTimersByTimeAsync(900);
  expect(states()).toEqual(["b"]);
  await vi.advanceTimersByTimeAsync(200);
  game.close();

  expect(states()).toEqual(["c"]);
});

test("a foreign game is the person's own once they let it run, not before", async () => {
  vi.useRealTimers();
  const { game, own } = open(0, true);
  await vi.waitUntil(() => game.state.trusted === false);
  expect(own).not.toHaveBeenCalled();

  await game.trust();
  game.close();

  expect(game.state.trusted).toBe(true);
  expect(own).toHaveBeenCalledWith("m");
});

test("what its place does not take is told, and keeps no other file from being saved", async () => {
  vi.useRealTimers();
  const saved: string[] = [];
  const notices: unknown[] = [];
  const save = async (_game: string, changes: readonly FileChange[]) => {
    if (changes.some(({ name }) => name.startsWith("scenarios/")))
      throw new StoreError("refused", "only its machine and layout can be kept there");
    saved.push(...changes.map(({ name }) => name));
    return { ok: true, files: changes.map(({ name }) => ({ name, hash: `new ${name}` })) };
  };
  const { game } = open(0, false, { save, notices });
  const note = { label: "type", origin: "code" as const, at: 0 };
  game.project.write("machine", `${text} // mine`, note);
  game.project.write("scenarios/pays", "{}", note);
  game.project.write("layout", "{}", note);

  await game.save();
  game.close();

  expect(saved).toEqual(["machine", "layout"]);
  expect(game.project.state().dirty).toEqual(["scenarios/pays"]);
  expect(notices).toEqual([
    [
      "error",
      "notice.some-refused",
      { files: "scenarios/pays", reason: "only its machine and layout can be kept there" },
    ],
  ]);
});

test("a draft of files that cannot be kept where the game is, is not offered", async () => {
  vi.useRealTimers();
  const dropped: string[] = [];
  const files = [{ name: "scenarios/pays", text: "{}", base: null }];
  const left = [{ page: "other", at: 1, files }];
  const drafts = {
    leftDraft: async () => left[0],
    dropDraft: async (_game: string, page: string) => {
      dropped.push(page);
      left.length = 0;
    },
  };
  const { game } = open(0, false, { drafts, keeps: (name) => name === "machine" });

  expect(await game.draft.find()).toBeUndefined();
  game.close();
  expect(dropped).toEqual(["other"]);
});

test("a rules file that is saved and cannot be read is told to be so; one that can is not", async () => {
  vi.useRealTimers();
  const notice = vi.fn<(tone: string, code: string, facts?: object) => void>();
  const store = {
    siblings: async () => [],
    save: async (_: string, changes: readonly { name: string }[]) => ({
      ok: true,
      files: changes.map(({ name }) => ({ name, hash: "s" })),
    }),
  } as unknown as Store;
  const drafts = {
    saveDraft: async () => undefined,
    dropDraft: async () => undefined,
  } as unknown as Drafts;
  const siblings = new Siblings(store, "m", () => undefined);
  const files = [
    { name: "machine", text, hash: "h" },
    { name: "text/en", text: "{}", hash: "h" },
  ] as const;
  const project = new Project("m", [...files], { path: "m.ts", modules: siblings.modules });
  const game = new OpenGame(project, siblings, {
    store,
    drafts,
    notice,
    unsay: () => undefined,
    trust: new Trust(undefined),
    isForeign: () => false,
    own: () => undefined,
    changed: () => undefined,
  });
  const save = async (words: string) => {
    project.write("text/en", words, { label: "type", origin: "code", at: Date.now() });
    await game.save();
  };
  await save('{ "text": {');
  expect(notice).toHaveBeenCalledWith("warn", "notice.saved-broken", { file: "text/en" });

  notice.mockClear();
  await save('{ "text": {} }');
  game.close();
  expect(notice).not.toHaveBeenCalled();
});

test("what another program writes while a save is under way is taken in after it", async () => {
  vi.useRealTimers();
  let end = (): void => undefined;
  const saving = new Promise<void>((done) => (end = done));
  const save = async () => {
    await saving;
    return { ok: true, files: [{ name: "layout", hash: "l" }] };
  };
  const theirs = `${text} // theirs`;
  const read = async () => [
    { name: "machine", text: theirs, hash: "h2" },
    { name: "layout", text: "{}", hash: "l" },
  ];
  const { game } = open(0, false, { save, read, drafts: { dropDraft: async () => undefined } });
  game.project.write("layout", "{}", { label: "type", origin: "code", at: 0 });
  const saved = game.save();
  await game.changedOutside({ game: "m", files: [{ name: "machine", hash: "h2" }], removed: [] });
  end();
  await saved;
  game.close();

  expect(game.project.text("machine")).toBe(theirs);
  expect(game.project.state().dirty).toEqual([]);
});

test("what is written while a save is under way is saved after it when that was requested", async () => {
  vi.useRealTimers();
  let end = (): void => undefined;
  const first = new Promise<void>((done) => (end = done));
  const saved: (string | null)[] = [];
  const save = async (
    _: string,
    changes: readonly { readonly name: string; readonly text: string | null }[],
  ) => {
    if (saved.length === 0) await first;
    saved.push(...changes.map((change) => change.text));
    return { ok: true, files: changes.map(({ name }) => ({ name, hash: `h${saved.length}` })) };
  };
  const { game } = open(0, false, { save, drafts: { dropDraft: async () => undefined } });
  const write = (words: string) =>
    game.project.write("layout", words, { label: "type", origin: "code", at: 0 });
  write("{}");
  const saving = game.save();
  write('{ "format": 2 }');
  await game.save();
  write('{ "format": 3 }');
  end();
  await saving;
  game.close();

  expect(saved).toEqual(["{}", '{ "format": 3 }']);
  expect(game.project.state().dirty).toEqual([]);
});

test("of a draft that has no place in a game, nothing is dropped", async () => {
  const dropDraft = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const notices: unknown[] = [];
  const draft = (files: readonly string[]) => ({
    game: "old",
    page: "gone",
    at: 1,
    files: files.map((name) => ({ name, text: `${text}// ${name}`, base: "h" })),
  });
  const { game } = open(0, false, { drafts: { dropDraft }, notices, keeps: (name) => name === "machine" });

  await game.draft.settle(draft(["machine", "review"]), true);
  expect(game.project.text("machine")).toContain("// machine");
  expect(dropDraft).not.toHaveBeenCalled();
  expect(notices).toContainEqual(["warn", "notice.draft-partly", { files: "review" }]);

  await game.draft.settle(draft(["machine"]), true);
  expect(dropDraft).toHaveBeenCalledWith("old", "gone");
});

/** Settles a promise from outside. */
function settled<T>() {
  let settle: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => (settle = done));
  return { promise, settle };
}

test("what was read before a save ended does not take the place of what was saved", async () => {
  vi.useRealTimers();
  const [first, begun, save] = [settled<readonly object[]>(), settled<void>(), settled<object>()];
  const mine = `${text} // mine`;
  const now = [
    { name: "machine", text: mine, hash: "h2" },
    { name: "layout", text: "{}", hash: "l" },
  ];
  let reads = 0;
  const read = () => {
    begun.settle();
    return reads++ === 0 ? first.promise : Promise.resolve(now);
  };
  const drafts = { dropDraft: async () => undefined };
  const { game } = open(0, false, { save: () => save.promise, read, drafts });
  const news = game.changedOutside({ game: "m", files: [{ name: "layout", hash: "l" }], removed: [] });
  await begun.promise;
  game.project.write("machine", mine, { label: "type", origin: "code", at: 0 });
  const saved = game.save();
  save.settle({ ok: true, files: [{ name: "machine", hash: "h2" }] });
  await saved;
  first.settle([
    { name: "machine", text, hash: "h" },
    { name: "layout", text: "{}", hash: "l" },
  ]);
  await news;
  game.close();

  expect(game.project.text("machine")).toBe(mine);
  expect(game.project.text("layout")).toBe("{}");
  expect(game.project.state().dirty).toEqual([]);
});

test("of two changes by others the newer one stays, whichever reading is answered first", async () => {
  vi.useRealTimers();
  const file = (n: number) => [{ name: "machine", text: `${text} // ${n}`, hash: `h${n}` }];
  const [first, begun] = [settled<readonly object[]>(), settled<void>()];
  let reads = 0;
  const read = () => {
    begun.settle();
    return reads++ === 0 ? first.promise : Promise.resolve(file(2));
  };
  const { game } = open(0, false, { read });
  const change = (n: number) =>
    game.changedOutside({ game: "m", files: [{ name: "machine", hash: `h${n}` }], removed: [] });
  const older = change(1);
  await begun.promise;
  const newer = change(2);
  await new Promise((done) => setTimeout(done, 5));
  first.settle(file(1));
  await Promise.all([older, newer]);
  game.close();

  expect(game.project.text("machine")).toBe(`${text} // 2`);
});

test.each([
  { storage: "fails", dropDraft: () => Promise.reject(new StoreError("disk", "full")) },
  { storage: "never answers", dropDraft: () => new Promise(() => undefined) },
])(
  "a save ends when the browser's storage $storage, and is not said to have failed",
  async ({ dropDraft }) => {
    vi.useRealTimers();
    const notices: unknown[][] = [];
    const save = async () => ({ ok: true, files: [{ name: "layout", hash: "l" }] });
    const { game } = open(0, false, { save, notices, drafts: { dropDraft } });
    game.project.write("layout", "{}", { label: "type", origin: "code", at: 0 });

    await game.save();
    game.close();

    expect(game.state.saving).toBe(false);
    expect(notices.map(([tone]) => tone)).not.toContain("error");
  },
);
