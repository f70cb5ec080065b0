/** Changes one record that several processes write, each time starting from its present value. */
import type { JsonObject } from '../values/json.js';
import type { Coordination, CoordinationEntry, PutOptions } from './coordination.js';

/** Tries until no other process changed the record in between. @param next null leaves it as it is */
export async function changeEntry(
  coordination: Pick<Coordination, 'get' | 'put'>,
  { key, ...living }: { readonly key: string } & Pick<PutOptions, 'ttl'>,
  next: (entry: CoordinationEntry | null) => JsonObject | null,
): Promise<void> {
  let entry = (await coordination.get(key)) ?? null;
  for (;;) {
    const value = next(entry);
    if (value === null) return;
    const put = await coordination.put(key, value, { ...living, expected: entry?.version ?? null });
    if (put.outcome === 'put') return;
    entry = put.entry;
  }
}
