/** The value that a share of all values does not exceed, `share` from 0 to 1 (nearest rank). @throws RangeError for no values */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const found = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (found === undefined) throw new RangeError("A percentile of no values");
  return found;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/**
 * Process CPU milliseconds of one call of each job, median of interleaved rounds: what else runs on the machine meets all jobs
 * alike, so the ratios of one run hold although the figures swing.
 * @param scale of the rounds: 1 is nine, and three before them that do not count
 */
export function interleaved(jobs: readonly (() => void)[], scale = 1): number[] {
  const [rounds, warmUp] = [Math.max(1, Math.round(9 * scale)), Math.round(3 * scale)];
  const times = jobs.map((): number[] => []);
  for (let round = -warmUp; round < rounds; round++)
    jobs.forEach((job, i) => {
      const before = process.cpuUsage();
      job();
      const { user, system } = process.cpuUsage(before);
      if (round >= 0) times[i]?.push((user + system) / 1000);
    });
  return times.map(median);
}

/** Slope of the straight line that fits log(cost) over log(size) best: 1 for what grows as the size does, 2 for its square. */
export function growthExponent(points: readonly { readonly size: number; readonly cost: number }[]): number {
  const logs = points.map(({ size, cost }) => ({ x: Math.log(size), y: Math.log(cost) }));
  const mean = (of: (point: { x: number; y: number }) => number) =>
    logs.reduce((sum, point) => sum + of(point), 0) / logs.length;
  const [x, y] = [mean((p) => p.x), mean((p) => p.y)];
  const over = mean((p) => (p.x - x) * (p.y - y));
  return over / mean((p) => (p.x - x) ** 2);
}
