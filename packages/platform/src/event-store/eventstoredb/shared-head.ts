/** Memory in which the threads of a process keep what they know of the end of one log. */
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

/** The places of the numbers in the memory. */
export const HEAD_AT = 0;
export const ASKED_AT = 1;
export const ANSWERED_AT = 2;
const NUMBERS = 3;

/** Shares the memory with threads that start later. @param log the same text in all that read this log */
export function sharedHead(log: string): BigInt64Array {
  const name = `head of ${log}`;
  const known = getEnvironmentData(name) as SharedArrayBuffer | undefined;
  const memory = known ?? new SharedArrayBuffer(NUMBERS * BigInt64Array.BYTES_PER_ELEMENT);
  if (known === undefined) setEnvironmentData(name, memory);
  return new BigInt64Array(memory);
}
