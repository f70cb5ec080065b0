/** Starts to measure. @returns tells how many of a count came a second; under a millisecond counts as one */
export function perSecond(now: () => number = () => performance.now()): (count: number) => number {
  const started = now();
  return (count) => Math.round((1_000 * count) / Math.max(now() - started, 1));
}
