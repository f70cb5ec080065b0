/** One record that several processes change: each time from what stands there. */
import type { JsonObject } from '../../shared/json.js';
import type { Coordination, CoordinationEntry } from './coordination.js';

/**
 * Until no other process changed the record between reading and writing: one of them always gets through.
 * @param next what stands there from now on; null: all stays as it is
 */
export async function changeEntry(
  coordination: Pick<Coordination, 'get' | 'put'>,
  { key, ttl }: { readonly key: string; readonly ttl: number },
  next: (entry: CoordinationEntry | null) => JsonObject | null,
): Promise<void> {
  let entry = (await coordination.get(key)) ?? null;
  for (;;) {
    const value = next(entry);
    if (value === null) return;
    const put = await coordination.put(key, value, { expected: entry?.version ?? null, ttl });
    if (put.outcome === 'put') return;
    entry = put.entry;
  }
}
