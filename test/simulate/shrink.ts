/** Finds a small list of faults with which a life still fails. */
import { liveThrough, type Life, type LifeOptions } from './life.js';

/** The most lives that a search may cost. */
const MAX_LIVES = 300;

/**
 * Leaves out ever smaller parts of the list (delta debugging).
 * @returns the life with the smallest list found
 */
export async function shrink(failing: Life, options: LifeOptions): Promise<Life> {
  let smallest = failing;
  let parts = 2;
  for (let lives = 0; lives < MAX_LIVES && smallest.faults.length > 0;) {
    const faults = [...new Set(smallest.faults)];
    const size = Math.ceil(faults.length / parts);
    let found: Life | undefined;
    for (let from = 0; from < faults.length && found === undefined; from += size) {
      const only = new Set(faults.filter((_fault, index) => index < from || index >= from + size));
      const life = await liveThrough(failing.seed, { ...options, only });
      lives += 1;
      if (life.problems.length > 0) found = life;
    }
    if (found !== undefined) {
      smallest = found;
      parts = Math.max(2, parts - 1);
    } else if (size === 1) break;
    else parts = Math.min(faults.length, parts * 2);
  }
  return smallest;
}
