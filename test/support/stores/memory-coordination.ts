/** The Coordination port over a map, with a clock that tests may turn. Values are kept as JSON, as stores keep them. */
import type {
  Coordination,
  CoordinationEntry,
  PutOptions,
  PutResult,
} from '../../../packages/platform/src/coordination/coordination.js';
import type { JsonObject } from '../../../packages/platform/src/values/json.js';

export class MemoryCoordination implements Coordination {
  private readonly entries = new Map<string, CoordinationEntry>();
  private versions = 0;

  constructor(private readonly now: () => number = Date.now) {}

  async get(key: string): Promise<CoordinationEntry | undefined> {
    return this.living(key);
  }

  async put(key: string, value: JsonObject, options: PutOptions = {}): Promise<PutResult> {
    const present = this.living(key);
    const { expected, ttl } = options;
    if (expected !== undefined && expected !== (present?.version ?? null))
      return { outcome: 'conflict', entry: present ?? null };
    const version = ++this.versions;
    const expiresAt = ttl === undefined ? null : this.now() + ttl;
    this.entries.set(key, {
      key,
      version,
      value: JSON.parse(JSON.stringify(value)) as JsonObject,
      expiresAt,
    });
    return { outcome: 'put', version };
  }

  async delete(key: string, expected?: number): Promise<boolean> {
    const present = this.living(key);
    if (present === undefined || (expected !== undefined && expected !== present.version)) return false;
    return this.entries.delete(key);
  }

  async range(from: string, to: string, limit = 1_000): Promise<readonly CoordinationEntry[]> {
    return [...this.entries.keys()]
      .filter((key) => key >= from && key < to)
      .sort()
      .flatMap((key) => this.living(key) ?? [])
      .slice(0, limit);
  }

  async putMany(entries: readonly { key: string; value: JsonObject; ttl?: number }[]): Promise<void> {
    for (const { key, value, ttl } of entries) await this.put(key, value, ttl === undefined ? {} : { ttl });
  }

  async sweep(): Promise<number> {
    const before = this.entries.size;
    for (const key of this.entries.keys()) if (this.living(key) === undefined) this.entries.delete(key);
    return before - this.entries.size;
  }

  async close(): Promise<void> {}

  private living(key: string): CoordinationEntry | undefined {
    const entry = this.entries.get(key);
    return entry?.expiresAt != null && entry.expiresAt <= this.now() ? undefined : entry;
  }
}
