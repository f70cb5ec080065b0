/** Coordination as a process sees it that may die: then its heartbeats stop and its leases run out. */
import type {
  Coordination,
  CoordinationEntry,
  PutOptions,
  PutResult,
} from '../../../packages/platform/src/coordination/coordination.js';
import type { JsonObject } from '../../../packages/platform/src/values/json.js';
import { ProcessDiedError } from './faulty-event-store.js';

export class MortalCoordination implements Coordination {
  constructor(
    private readonly coordination: Coordination,
    private readonly process: { readonly isDead: boolean },
  ) {}

  get(key: string): Promise<CoordinationEntry | undefined> {
    return this.alive(() => this.coordination.get(key));
  }
  put(key: string, value: JsonObject, options?: PutOptions): Promise<PutResult> {
    return this.alive(() => this.coordination.put(key, value, options));
  }
  delete(key: string, expected?: number): Promise<boolean> {
    return this.alive(() => this.coordination.delete(key, expected));
  }
  range(from: string, to: string, limit?: number): Promise<readonly CoordinationEntry[]> {
    return this.alive(() => this.coordination.range(from, to, limit));
  }
  putMany(entries: readonly { key: string; value: JsonObject; ttl?: number }[]): Promise<void> {
    return this.alive(() => this.coordination.putMany(entries));
  }
  sweep(): Promise<number> {
    return this.alive(() => this.coordination.sweep());
  }
  /** The store beneath stays open: it outlives the process. */
  async close(): Promise<void> {}

  private async alive<T>(act: () => Promise<T>): Promise<T> {
    if (this.process.isDead) throw new ProcessDiedError();
    const result = await act();
    if (this.process.isDead) throw new ProcessDiedError();
    return result;
  }
}
