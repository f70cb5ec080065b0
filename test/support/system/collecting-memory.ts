/** Collects memory: over and over while something runs, or once, to measure what is held. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const OFTEN_MS = 10;

/** What only a weak reference holds is lost while this runs. */
export async function collectingMemory<T>(run: () => Promise<T>): Promise<T> {
  const timer = setInterval(collector(), OFTEN_MS);
  try {
    return await run();
  } finally {
    clearInterval(timer);
  }
}

/** Bytes that something still holds, inside of the heap and outside. */
export function heldMemory(): number {
  const collect = collector();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function collector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // V8 takes compiled code only under the flags that it was compiled with, in whatever test of this process.
  setFlagsFromString('--no-expose-gc');
  return collect;
}
