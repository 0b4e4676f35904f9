/** Units from the longest, in milliseconds. */
const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
  ["millisecond", 1],
] as const;
const [, , , SECOND, MILLISECOND] = UNITS;

/**
 * A delay of `after` in words with its unit: `5000` is "5 seconds", 「5 秒」. It is given in the longest unit of which it is a whole number,
 * else in seconds, so that no two delays read alike; undefined for what is no number of milliseconds, such as the name of a delay.
 * @param milliseconds as it is written @param language BCP 47 tag
 */
export function delayText(milliseconds: string, language: string): string | undefined {
  const written = milliseconds.trim().replaceAll("_", "");
  if (!/^\d{1,15}(\.\d{1,3})?$/.test(written)) return undefined;
  const value = Number(written);
  const whole = value > 0 ? UNITS.find(([, size]) => size >= SECOND[1] && value % size === 0) : undefined;
  const [unit, size] = whole ?? (value < SECOND[1] ? MILLISECOND : SECOND);
  const format = {
    style: "unit",
    unit,
    unitDisplay: "long",
    maximumFractionDigits: 6,
    useGrouping: false,
  } as const;
  return new Intl.NumberFormat(language, format).format(value / size);
}
