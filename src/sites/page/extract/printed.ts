/** Values as they are gathered from a page: each once a region, up to the limit. */
import type { Printed } from '../../site-reading.js';
import { LIMITS } from '../limits.js';

export function eachOnce<P extends Printed>(values: Iterable<P>): P[] {
  const seen = new Map<string, P>();
  for (const value of values) {
    const key = `${value.region} ${value.value}`;
    if (!seen.has(key)) seen.set(key, value);
    if (seen.size >= LIMITS.values) break;
  }
  return [...seen.values()];
}
