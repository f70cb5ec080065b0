/** Tells whether one amount is another one with a usual slip of the pen or of the software. Pure. */

import { distance, size } from './amounts.js';

/** Powers of ten by which amounts are scaled by mistake. */
const SCALES = [10n, 100n, 1_000n, 1_000_000n];
const LOST_DIGIT = 1_000n;

/** Tells whether two neighbouring digits have changed places. */
function isTransposed(a: bigint, b: bigint): boolean {
  const [x, y] = [String(size(a) / 100n), String(size(b) / 100n)];
  const at = [...x].findIndex((digit, place) => digit !== y.charAt(place));
  return (
    x.length === y.length &&
    at >= 0 &&
    at + 1 < x.length &&
    x === y.slice(0, at) + y.charAt(at + 1) + y.charAt(at) + y.slice(at + 2)
  );
}

/** Tells whether one amount is a slip of the other: its sign, scale, or a digit swapped, lost or added. */
export function isSlip(stated: bigint, meant: bigint, off: bigint): boolean {
  if (size(stated) <= off || size(meant) <= off || distance(stated, meant) <= off) return false;
  const isScaled = SCALES.some(
    (scale) => distance(stated * scale, meant) <= off || distance(stated, meant * scale) <= off * scale,
  );
  const [long, short] = size(stated) > size(meant) ? [stated, meant] : [meant, stated];
  const isCut = distance(long, short * 10n) < LOST_DIGIT;
  return distance(-stated, meant) <= off || isScaled || isCut || isTransposed(stated, meant);
}
