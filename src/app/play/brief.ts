/** A value as JSON for one line, cut where it is long. */
export const brief = (value: unknown): string => {
  const text = JSON.stringify(value) ?? "—";
  return text.length > 90 ? `${text.slice(0, 89)}…` : text;
};
