/**
 * What workers share through Coordination: who is at work on a chunk, how often its workers died, and which row they
 * died on. Losing any of it costs time or a second try, never a row.
 */
import type { Coordination } from '../../platform/coordination/coordination.js';
import { Lease, type LeaseTerms } from '../../platform/coordination/lease.js';
import type { ChunkId } from '../../streams/stream-ids.js';

const chunkKey = ({ job, chunk }: ChunkId): string => `${job}.${String(chunk).padStart(6, '0')}`;

/** A chunk whose workers died so often is taken row by row (Architecture 3.4). */
export const DEATHS_UNTIL_CAREFUL = 2;

const DAY_MS = 86_400_000;

export interface Suspects {
  /** The row that was being worked on when its worker died; null where none was. */
  readonly row: number | null;
  /** Workers that had died when it was marked: one that is marked is lost only if another died since. */
  readonly deaths: number;
  /** Rows that a worker died on: they end `worker_lost`. */
  readonly lost: readonly number[];
}

/** Whether and how a chunk may be worked on, until `release`. */
export interface ChunkClaim {
  readonly lease: Lease;
  /** Workers that died while they had the chunk. */
  readonly deaths: number;
}

export class ChunkClaims {
  /** By chunk: deaths before a claim of this worker that it couldn't release in good order. */
  private readonly unreleased = new Map<string, number>();

  constructor(
    private readonly coordination: Coordination,
    private readonly worker: string,
    private readonly terms: LeaseTerms,
  ) {}

  /** Null where another worker has it. `fresh`: it was never started, so no worker can have died on it. */
  async claim(id: ChunkId, fresh: boolean): Promise<ChunkClaim | null> {
    const key = chunkKey(id);
    const lease = await Lease.acquire(this.coordination, `lease/${key}`, { worker: this.worker }, this.terms);
    if (lease === null) return null;
    try {
      const deaths = fresh ? 0 : (this.unreleased.get(key) ?? (await this.deaths(key)));
      await this.coordination.put(`attempts/${key}`, { open: deaths + 1 }, { ttl: DAY_MS });
      this.unreleased.delete(key);
      return { lease, deaths };
    } catch (error) {
      // Else it is never released: its heartbeat would keep the chunk from all workers, this one included.
      await lease.release();
      throw error;
    }
  }

  private async deaths(key: string): Promise<number> {
    const before = await this.coordination.get(`attempts/${key}`);
    return Number(before?.value['open'] ?? 0);
  }

  /** The chunk was released in good order: no worker died on it. `done`: its notes are not needed any more. */
  async release(id: ChunkId, { lease, deaths }: ChunkClaim, done: boolean): Promise<void> {
    const chunk = chunkKey(id);
    const key = `attempts/${chunk}`;
    try {
      if (done || deaths === 0) await this.coordination.delete(key);
      else await this.coordination.put(key, { open: deaths }, { ttl: DAY_MS });
    } catch (error) {
      // This worker lives: what stands there as a death is none.
      if (!done) this.unreleased.set(chunk, deaths);
      throw error;
    } finally {
      await lease.release();
    }
  }

  async suspects(id: ChunkId): Promise<Suspects> {
    const entry = await this.coordination.get(`suspects/${chunkKey(id)}`);
    const row = entry?.value['row'];
    const lost = entry?.value['lost'];
    const deaths = entry?.value['deaths'];
    return {
      deaths: typeof deaths === 'number' ? deaths : 0,
      row: typeof row === 'number' ? row : null,
      lost: Array.isArray(lost) ? lost.filter((one) => typeof one === 'number') : [],
    };
  }

  /** Marks the row that is worked on now. */
  async suspect(id: ChunkId, suspects: Suspects): Promise<void> {
    await this.coordination.put(`suspects/${chunkKey(id)}`, { ...suspects }, { ttl: DAY_MS });
  }

  async clearSuspects(id: ChunkId): Promise<void> {
    await this.coordination.delete(`suspects/${chunkKey(id)}`);
  }
}
