/** Places in the log: commit and prepare, of which a checkpoint may lack one. Padded text at the port. */
import { START, type Position as LogPosition, type ReadPosition } from '@eventstore/db-client';
import { LOG_START, type Position } from '../event-store.js';

/** The greatest unsigned 64-bit number has 20 digits. */
const DIGITS = 20;
const TEXT = /^(\d{20})\.(\d{20})$/;

export const positionText = ({ commit, prepare }: LogPosition): Position =>
  positionOfDigits(commit.toString(), prepare.toString());

/** Both parts as decimal numbers. */
export const positionOfDigits = (commit: string, prepare: string): Position =>
  `${commit.padStart(DIGITS, '0')}.${prepare.padStart(DIGITS, '0')}` as Position;

/** @throws RangeError where the text is no position of this store */
export function readPosition(position: Position): ReadPosition {
  if (position === LOG_START) return START;
  const parts = TEXT.exec(position);
  if (parts?.[1] === undefined || parts[2] === undefined)
    throw new RangeError(`'${position}' is no position of this log`);
  return { commit: BigInt(parts[1]), prepare: BigInt(parts[2]) };
}
