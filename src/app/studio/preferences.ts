/** Small choices of one person on one machine. They are conveniences: where storage is denied they are forgotten. */
export type Preference =
  | "labels"
  | "language"
  | "theme"
  | "game"
  | "panels"
  | "sizes"
  | "side"
  | "wrap"
  | "translation"
  | "reviewer"
  | "source"
  /** The text of a new game that is not made yet. */
  | "outline";

export function readPreference(name: Preference): string | null {
  try {
    return localStorage.getItem(`turnwright.${name}`);
  } catch {
    return null;
  }
}
export function writePreference(name: Preference, value: string): void {
  try {
    localStorage.setItem(`turnwright.${name}`, value);
  } catch {
    /* private mode or full: the choice lasts for this page */
  }
}
