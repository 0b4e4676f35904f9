import type { IDBPDatabase, OpenDBCallbacks } from "idb";
import { StoreError } from "#core/project/store.ts";
import { thrownText } from "#core/run/play/thrownText.ts";

/**
 * A database of the browser that is opened anew when it was taken away: a person who clears the data of a site while the page is open, or a newer studio
 * in another tab, must not keep what is at work here from being saved.
 * @param open opens it; `lost` are the callbacks that tell of its end
 * @returns what gives it
 * @throws StoreError `unreachable` when the browser gives no database, now or later
 */
export async function reopened<Schema>(
  open: (lost: Pick<OpenDBCallbacks<Schema>, "blocking" | "terminated">) => Promise<IDBPDatabase<Schema>>,
): Promise<() => Promise<IDBPDatabase<Schema>>> {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const forget = () => void (opened = undefined);
  const get = () =>
    (opened ??= open({
      // Another tab wants to change the form of the database, or to delete it: do not stand in its way.
      blocking(_now, _then, event) {
        forget();
        (event.target as IDBDatabase).close();
      },
      terminated: forget,
    }).catch((cause: unknown) => {
      forget();
      throw new StoreError("unreachable", `This browser gives no database: ${thrownText(cause)}`);
    }));
  await get();
  return get;
}
