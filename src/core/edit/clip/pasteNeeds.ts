import { addToSetup, setupObject, stubCode } from "#core/edit/gestures/addStub.ts";
import { TABLES, type Clip, type Table } from "#core/edit/clip/clip.ts";
import { bareMembers, missingNames, namesInScope } from "#core/edit/clip/clipNames.ts";
import { pieceItem, pieceOf, type Piece } from "#core/edit/clip/clipPiece.ts";
import { keyText } from "#core/edit/pen/codeText.ts";
import type { NewItem } from "#core/edit/pen/commaList.ts";
import type { Draft } from "#core/edit/draft.ts";
import { newProperty } from "#core/edit/pen/properties.ts";

const MISSING = {
  guards: "guard-missing",
  actions: "action-missing",
  actors: "actor-missing",
  delays: "delay-missing",
} as const;

/**
 * Sees to what the code of clips needs: imports of XState, and entries in setup, copied or as stubs. What cannot be seen to is
 * reported in warnings.
 * `home`: whether a clip is from this machine: what it lacks there it lacked before.
 */
export function pasteNeeds(
  draft: Draft,
  all: readonly { readonly clip: Clip; readonly piece: Piece; readonly home: boolean }[],
): void {
  const added = new Map<Table, NewItem[]>(TABLES.map((table) => [table, []]));
  const met = new Set<string>();
  for (const entry of all) addNeeds(draft, entry, added, met);
  if ([...added.values()].some((items) => items.length > 0)) addToSetup(draft, setupObject(draft), added);
}

/** @param met what clips before this one brought or missed already */
function addNeeds(
  draft: Draft,
  { clip, piece, home }: { readonly clip: Clip; readonly piece: Piece; readonly home: boolean },
  added: ReadonlyMap<Table, NewItem[]>,
  met: Set<string>,
): void {
  draft.use(piece.property);
  const missing = new Set(missingNames(draft, piece.property));
  for (const table of TABLES)
    for (const [name, code] of Object.entries(clip.head?.needs[table] ?? {})) {
      const key = `${table} ${name}`;
      if (met.has(key)) continue;
      met.add(key);
      if ((home && code === null) || isThere(draft, table, name, code)) continue;
      const entry = code === null ? undefined : entryPiece(name, code);
      // Code that would fail when the module is loaded is worse than none.
      const fails =
        !entry || missingNames(draft, entry.property, true).some((item) => item !== clip.head?.namespace);
      if (fails) {
        draft.warn("stub-added", draft.chart.setup?.at, { name });
        added.get(table)?.push(newProperty(draft, name, stubCode(draft, table)));
        continue;
      }
      for (const item of missingNames(draft, entry.property)) missing.add(item);
      draft.use(entry.property);
      const { namespace, indent } = clip.head ?? { indent: "  " };
      const bare =
        namespace === undefined || namesInScope(draft).has(namespace)
          ? []
          : bareMembers(draft, entry.property, namespace);
      added.get(table)?.push(pieceItem(entry, bare, indent, draft.style));
    }
  missing.delete(clip.head?.namespace ?? "");
  for (const name of missing) {
    if (!met.has(`name ${name}`)) draft.warn("name-missing", undefined, { name });
    met.add(`name ${name}`);
  }
}

/** Is there nothing to be added: because the name is there, or because setup cannot be added to? */
function isThere(draft: Draft, table: Table, name: string, code: string | null): boolean {
  const { setup } = draft.chart;
  const known = setup?.[table].find((impl) => impl.name === name);
  if (known) {
    if (code !== null && flat(known.text) !== flat(code)) draft.warn("name-differs", known.keyAt, { name });
    return true;
  }
  if (setup?.open.includes(table)) return true;
  if (setup && !setup.elsewhere) return false;
  draft.warn(MISSING[table], setup?.at ?? draft.chart.callAt, { name });
  return true;
}

const flat = (code: string): string => code.replace(/\s+/g, "");

/** `name: code`, or the method that the code is. */
const entryPiece = (name: string, code: string): Piece | undefined =>
  pieceOf(`${keyText(name, '"')}: ${code}`) ?? pieceOf(code);
