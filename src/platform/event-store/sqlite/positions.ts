/** Places in the log: integers in the file, zero-padded text at the port, so that text order is right. */
import { LOG_START, type Position } from '../event-store.js';

const DIGITS = 16;

export const positionText = (position: number): Position =>
  position === 0 ? LOG_START : (String(position).padStart(DIGITS, '0') as Position);

/** @throws RangeError where the text is no position of this store */
export function positionNumber(position: Position): number {
  if (position === LOG_START) return 0;
  const number = /^\d{16}$/.test(position) ? Number(position) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw new RangeError(`'${position}' is no position of this log`);
  return number;
}
