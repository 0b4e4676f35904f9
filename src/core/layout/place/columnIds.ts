/** Of a column of a card; no path id looks so. */
export const columnId = (card: string, at: number): string => `${card}\t|${at}`;

/** The card that a column belongs to; undefined for all else. */
export const cardOfColumn = (id: string): string | undefined => {
  const at = id.indexOf("\t|");
  return at < 0 ? undefined : id.slice(0, at);
};
