import { farPlaces } from "#core/symbol/farPlaces.ts";
import type { RuleSite } from "#core/symbol/ruleSites.ts";
import { ruleSites } from "#core/symbol/ruleSites.ts";
import { sameSymbol, type MachineSymbol, type SymbolPlace } from "#core/symbol/symbol.ts";
import { sitesOf, type SymbolTable } from "#core/symbol/symbolSites.ts";

/**
 * Every place of a name: in the machine, in the files that it imports, then in the rule files. One literal that several texts
 * come to is one place.
 * @param files the files of the game by logical name; the machine's own text is in the table
 * @param imported the text of an imported file by its path, which is then the place's `file`
 */
export function placesOf(
  table: SymbolTable,
  files: ReadonlyMap<string, string>,
  symbol: MachineSymbol,
  imported: (path: string) => string | undefined = () => undefined,
): SymbolPlace[] {
  const machine = sitesOf(table, symbol).map(({ at, role }) => ({ file: "machine", at, role }));
  const rules = ruleSites(files).filter((site) => sameSymbol(site, symbol));
  return [
    ...machine,
    ...farPlaces(table, symbol, imported),
    ...rules.map(({ file, at, role }) => ({ file, at, role })),
  ];
}

/** The name that a rule file says at an offset. */
export const ruleSiteAt = (
  files: ReadonlyMap<string, string>,
  file: string,
  offset: number,
): RuleSite | undefined =>
  ruleSites(files).find((site) => site.file === file && site.at.from <= offset && offset <= site.at.to);
