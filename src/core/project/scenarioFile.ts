import { isDeviceName } from "#core/project/gameFiles.ts";

/** Length of the name of a scenario file; the names of a game's files may have 64 characters, with the ending. */
const MAX_FILE_NAME_CHARACTERS = 48;

/**
 * The name of a new scenario's file, after its title: small letters, digits and hyphens, and none that is taken. A title without any such
 * letter, as in Japanese, gives `scenario`.
 */
export function scenarioFileName(title: string, taken: Iterable<string>): string {
  const known = new Set(taken);
  const plain = title
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/['’]/g, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_FILE_NAME_CHARACTERS)
    .replaceAll(/^-+|-+$/g, "");
  const base = plain === "" ? "scenario" : isDeviceName(plain) ? `scenario-${plain}` : plain;
  for (let n = 1; ; n++) {
    const name = n === 1 ? base : `${base}-${n}`;
    if (!known.has(name)) return name;
  }
}
