import { list, readText, string } from "#core/text/schema.ts";
import { workspaceScope } from "#adapters/storage/session.ts";

/** Which games were open in this window, left to right; of the last window when this one is new. Kept apart by workspace. */
export function readTabSet(): readonly string[] {
  for (const storage of storages()) {
    const text = read(storage);
    if (text !== null) return idsIn(text);
  }
  return [];
}

export function writeTabSet(games: readonly string[]): void {
  for (const storage of storages())
    try {
      storage.setItem(key(), JSON.stringify(games));
    } catch {
      /* full or denied: the next page begins without */
    }
}

/** The window's own comes first: two windows may have different games open. */
function storages(): Storage[] {
  try {
    return [sessionStorage, localStorage];
  } catch {
    return [];
  }
}

const key = (): string => `turnwright.tabs.${workspaceScope()}`;

function read(storage: Storage): string | null {
  try {
    return storage.getItem(key());
  } catch {
    return null;
  }
}

function idsIn(text: string): readonly string[] {
  const ids = readText(list(string), text);
  return ids.ok ? ids.value : [];
}
