/** Collects memory over and over while something runs: what only a weak reference holds is lost then. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const OFTEN_MS = 10;

export async function collectingMemory<T>(run: () => Promise<T>): Promise<T> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // V8 takes compiled code only under the flags that it was compiled with, in whatever test of this process.
  setFlagsFromString('--no-expose-gc');
  const timer = setInterval(collect, OFTEN_MS);
  try {
    return await run();
  } finally {
    clearInterval(timer);
  }
}
