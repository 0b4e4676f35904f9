/** Signs of the map as filled path data (even-odd) in a square of 12, drawn by canvas and SVG alike. */
export const ICON_SIZE = 12;

const short = (value: number): number => Math.round(value * 100) / 100;
const disc = (x: number, y: number, r: number): string =>
  `M${x} ${short(y - r)}a${r} ${r} 0 1 1 0 ${short(2 * r)}a${r} ${r} 0 0 1 0 ${short(-2 * r)}z`;

const PERSON = `${disc(6, 3.5, 2.2)}M1.8 11c0-3.1 1.7-4.5 4.2-4.5s4.2 1.4 4.2 4.5z`;
const OUTLINED = `${disc(6, 3.5, 2.3)}${disc(6, 3.5, 1.2)}M1.6 11c0-3.1 1.8-4.7 4.4-4.7s4.4 1.6 4.4 4.7zM2.8 9.9h6.4c-.3-1.7-1.5-2.5-3.2-2.5s-2.9.8-3.2 2.5z`;
const BEHIND = `${disc(8.6, 3.9, 1.6)}M8.3 10.6h3.2c0-2.5-1.1-3.8-2.8-3.8-.5 0-.9.1-1.3.3.6.8.9 2 .9 3.5z`;

/** Who decides (`turnPlayer` to `context`, the latter somebody whom the context names), and what else a sign may say. */
export const ICONS: Readonly<Record<string, string>> = {
  turnPlayer: PERSON,
  opponent: OUTLINED,
  anyone: `${disc(4, 4.1, 1.9)}${disc(4, 4.1, 0.9)}M.5 10.6c0-2.6 1.3-3.8 3.5-3.8s3.5 1.2 3.5 3.8zM1.6 9.6h4.8c-.2-1.2-1-1.8-2.4-1.8s-2.2.6-2.4 1.8z${BEHIND}`,
  everyone: `${disc(4, 4.1, 1.9)}M.5 10.6c0-2.6 1.3-3.8 3.5-3.8s3.5 1.2 3.5 3.8z${BEHIND}`,
  chance: `M3 1h6a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2h-6a2 2 0 0 1-2-2v-6a2 2 0 0 1 2-2zM3.1 2.2a.9.9 0 0 0-.9.9v5.8a.9.9 0 0 0 .9.9h5.8a.9.9 0 0 0 .9-.9v-5.8a.9.9 0 0 0-.9-.9z${disc(4.1, 4.1, 0.9)}${disc(6, 6, 0.9)}${disc(7.9, 7.9, 0.9)}`,
  table: "M.8 3h10.4v1.8h-10.4zM2 4.8h1.4v5.7h-1.4zM8.6 4.8h1.4v5.7h-1.4z",
  context: `${disc(4, 3.7, 2)}M.3 10.8c0-3 1.4-4.3 3.7-4.3s3.7 1.3 3.7 4.3zM8.1 2.6h3.6v1.2h-3.6zM8.1 5h3.6v1.2h-3.6zM8.9 7.4h2.8v1.2h-2.8z`,
  stays: "M1.8 10.2V5.7a3.7 3.7 0 0 1 7.4 0V7.3h1.7L8.5 10.5 6.1 7.3h1.7V5.7a2.3 2.3 0 0 0-4.6 0V10.2z",
  calls: "M6 2.1a4 4 0 1 0 4 4h-1.4a2.6 2.6 0 1 1-2.6-2.6v1.7l3-2.4-3-2.5z",
  // a flag: the ring with a dot is an end itself
  ends: "M2 .9h1.3v10.4H2zM3.3 1.2H11L8.9 3.9 11 6.6H3.3z",
  note: "M1.5 1.5h9v6l-3 3h-6zM2.6 2.6v6.8h4.1v-2.7h2.7v-4.1z",
  ways: "M1.5 1.8h9v1.6h-9zM1.5 5.2h9v1.6h-9zM1.5 8.6h9v1.6h-9z",
};

/** The sign of a mark: for whom a state waits, or what the mark tells. */
export const iconOf = (mark: { readonly kind: string; readonly who?: string }): string =>
  ICONS[mark.who ?? mark.kind] ?? ICONS["context"] ?? "";
