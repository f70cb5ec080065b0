export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Two-sided 95 %. */
const Z = 1.959_964;

/** Wilson's score interval of a share (Wilson 1927) at 95 %; 0 to 1 where there is no sample. */
export function wilson(right: number, sample: number): Interval {
  if (sample === 0) return { low: 0, high: 1 };
  const share = right / sample;
  const square = (Z * Z) / sample;
  const middle = share + square / 2;
  const spread = Z * Math.sqrt((share * (1 - share)) / sample + square / (4 * sample));
  const clamped = (value: number): number => Math.min(1, Math.max(0, value));
  return { low: clamped((middle - spread) / (1 + square)), high: clamped((middle + spread) / (1 + square)) };
}
