/** Begins to measure now. @returns how many of so many there were a second since; less than a millisecond counts as one */
export function perSecond(now: () => number = () => performance.now()): (count: number) => number {
  const started = now();
  return (count) => Math.round((1_000 * count) / Math.max(now() - started, 1));
}
