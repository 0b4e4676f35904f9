/** Signs of the map as filled path data (even-odd) in a square of 12, drawn by canvas and SVG alike. */
export const ICON_SIZE = 12;

const disc = (x: number, y: number, r: number): string =>
  `M${x} ${y - r}a${r} ${r} 0 1 1 0 ${2 * r}a${r} ${r} 0 0 1 0-${2 * r}z`;

const PERSON = `${disc(6, 3.5, 2.2)}M1.8 11c0-3.1 1.7-4.5 4.2-4.500s4.2 1.4 4.2 4.500z`;
const OUTLINED = `${disc(6, 3.5, 2.3)}${disc(6, 3.5, 1.2)}M1.6 11c0-3.1 1.8-4.7 4.4-4.700s4.4 1.6 4.4 4.700zM2.8 9.900h6.400c-.3-1.7-1.5-2.5-3.2-2.500s-2.9.8-3.2 2.500z`;
const BEHIND = `${disc(8.6, 3.9, 1.6)}M8.3 10.600h3.200c0-2.5-1.1-3.8-2.8-3.8-.5 0-.9.1-1.3.3.6.8.9 2 .9 3.500z`;

/** Who decides (`turnPlayer` to `context`, the latter somebody whom the context names), and what else a sign may say. */
export const ICONS: Readonly<Record<string, string>> = {
  turnPlayer: PERSON,
  opponent: OUTLINED,
  anyone: `${disc(4, 4.1, 1.9)}${disc(4, 4.1, 0.9)}M.5 10.600c0-2.6 1.3-3.8 3.5-3.800s3.5 1.2 3.5 3.800zM1.6 9.600h4.800c-.2-1.2-1-1.8-2.4-1.800s-2.2.6-2.4 1.800z${BEHIND}`,
  everyone: `${disc(4, 4.1, 1.9)}M.5 10.600c0-2.6 1.3-3.8 3.5-3.800s3.5 1.2 3.5 3.800z${BEHIND}`,
  chance: `M3 1h6a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2h-6a2 2 0 0 1-2-2v-6a2 2 0 0 1 2-2zM3.1 2.200a.9.9 0 0 0-.9.9v5.800a.9.9 0 0 0 .9.9h5.800a.9.9 0 0 0 .9-.9v-5.800a.9.9 0 0 0-.9-.9z${disc(4.1, 4.1, 0.9)}${disc(6, 6, 0.9)}${disc(7.9, 7.9, 0.9)}`,
  table: "M.8 3h10.400v1.800h-10.400zM2 4.800h1.400v5.700h-1.400zM8.6 4.800h1.400v5.700h-1.400z",
  context: `${disc(4, 3.7, 2)}M.3 10.800c0-3 1.4-4.3 3.7-4.300s3.7 1.3 3.7 4.300zM8.1 2.600h3.600v1.200h-3.600zM8.1 5h3.600v1.200h-3.600zM8.9 7.400h2.800v1.200h-2.800z`,
  stays:
    "M1.8 10.200V5.700a3.7 3.7 0 0 1 7.4 0V7.300h1.700L8.5 10.5 6.1 7.300h1.700V5.700a2.3 2.3 0 0 0-4.6 0V10.200z",
  calls: "M6 2.100a4 4 0 1 0 4 4h-1.400a2.6 2.6 0 1 1-2.6-2.600v1.700l3-2.4-3-2.500z",
  note: "M1.5 1.500h9v6l-3 3h-6zM2.6 2.600v6.800h4.100v-2.700h2.700v-4.100z",
  ways: "M1.5 1.800h9v1.600h-9zM1.5 5.200h9v1.600h-9zM1.5 8.600h9v1.600h-9z",
};

/** The sign of a mark: for whom a state waits, or what the mark tells. */
export const iconOf = (mark: { readonly kind: string; readonly who?: string }): string =>
  ICONS[mark.who ?? mark.kind] ?? ICONS["context"] ?? "";
