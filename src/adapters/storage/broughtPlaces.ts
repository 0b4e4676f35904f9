import { thrownText } from "#core/run/play/thrownText.ts";
import { openDB, type DBSchema } from "idb";
import { StoreError } from "#core/project/store.ts";

/** Where a machine that a person brought is kept. */
export interface BroughtPlace {
  readonly game: string;
  /** What came together: its scripts may import each other. */
  readonly set: string;
  /** Of the machine's file in what was brought, with forward slashes. */
  readonly path: string;
  /** `file`, `folder`: saved to that very file; `copy`: only here. */
  readonly kept: "file" | "folder" | "copy";
  readonly machines: readonly string[];
  readonly handle?: FileSystemFileHandle;
  readonly folder?: FileSystemDirectoryHandle;
}
/** A script that was brought; read again through its handle when there is one. */
export interface BroughtScript {
  readonly set: string;
  readonly path: string;
  readonly text: string;
  readonly handle?: FileSystemFileHandle;
}

interface PlacesSchema extends DBSchema {
  places: { key: string; value: BroughtPlace };
  scripts: { key: [string, string]; value: BroughtScript };
}

/** The list of what was brought, in this browser's database; it holds handles of files, which no other storage can. */
export interface BroughtPlaces {
  all(): Promise<readonly BroughtPlace[]>;
  scripts(set: string): Promise<readonly BroughtScript[]>;
  add(places: readonly BroughtPlace[], scripts: readonly BroughtScript[]): Promise<void>;
  /** Forgets a machine, and the scripts that came with it when it was the last of its set. */
  drop(game: string): Promise<void>;
}

/** @throws StoreError `unreachable` when the browser gives no database */
export async function broughtPlaces(name: string): Promise<BroughtPlaces> {
  const db = await openDB<PlacesSchema>(name, 1, {
    upgrade(fresh) {
      fresh.createObjectStore("places", { keyPath: "game" });
      fresh.createObjectStore("scripts", { keyPath: ["set", "path"] });
    },
    blocking: (_now, _then, event) => (event.target as IDBDatabase).close(),
  }).catch((cause: unknown) => {
    throw new StoreError("unreachable", `This browser gives no database: ${thrownText(cause)}`);
  });
  const rangeOf = (set: string) => IDBKeyRange.bound([set], [set, []]);
  return {
    all: () => db.getAll("places"),
    scripts: (set) => db.getAll("scripts", rangeOf(set)),
    async add(places, scripts) {
      const tx = db.transaction(["places", "scripts"], "readwrite", { durability: "strict" });
      await Promise.all([
        ...places.map((place) => tx.objectStore("places").put(place)),
        ...scripts.map((script) => tx.objectStore("scripts").put(script)),
        tx.done,
      ]).catch((cause: unknown) => {
        throw new StoreError("disk", `The browser's database failed: ${thrownText(cause)}`);
      });
    },
    async drop(game) {
      const tx = db.transaction(["places", "scripts"], "readwrite");
      const place = await tx.objectStore("places").get(game);
      await tx.objectStore("places").delete(game);
      const rest = await tx.objectStore("places").getAll();
      if (place && !rest.some(({ set }) => set === place.set))
        await tx.objectStore("scripts").delete(rangeOf(place.set));
      await tx.done;
    },
  };
}
