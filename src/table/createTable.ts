import { randomBytes } from "node:crypto";
import { createPlayer } from "#core/entries/play.ts";
import { Table } from "#table/Table.ts";
import { TableHistory } from "#table/TableHistory.ts";
import type { TableGame, TableOptions } from "#table/tableOptions.ts";
import type { TableMeta } from "#table/TableStore.ts";

/**
 * Opens a table, or goes on with the one in the store.
 * @throws Error for a game without `view.json` that is not `open`, for a store of another game, and for a log that the machine refuses;
 * PlayError `bad-input` for an input that it does not take
 */
export async function createTable(game: TableGame, options: TableOptions): Promise<Table> {
  const { kit, machine, derived } = game;
  if (!kit.view && !options.open)
    throw new Error(
      `The game ${kit.machine} does not say what each seat may see: add view.json to its rules and export the kit again, or pass open: true`,
    );
  const player = createPlayer(machine, kit.spec, derived);
  const stored = await options.store.load();
  if (stored && stored.meta.machine !== kit.machine)
    throw new Error(`The store has a table of ${stored.meta.machine}, not of ${kit.machine}`);
  const meta: TableMeta = stored?.meta ?? {
    format: 1,
    machine: kit.machine,
    input: options.input ?? {},
    secret: randomBytes(32).toString("hex"),
  };
  const history = new TableHistory(player, player.start(meta.input));
  for (const entry of stored?.log ?? []) {
    const draft = history.draft();
    if (draft.add(entry).refused)
      throw new Error(`Entry ${history.n + 1} of the table is refused by this version of ${kit.machine}`);
    history.commit(draft);
  }
  if (!stored) await options.store.create(meta);
  const table = new Table(game, options, player, meta, history);
  await table.begin();
  return table;
}
