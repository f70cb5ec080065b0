/**
 * What workers share through Coordination: who is at work on a chunk, how often its workers died, which row they
 * died on, and what they had answered. Losing any of it costs time or a second try, never a row.
 */
import type { Coordination, CoordinationEntry } from '../../platform/coordination/coordination.js';
import { Lease, type LeaseTerms } from '../../platform/coordination/lease.js';
import type { Editions, EnrichedRow } from '../../enrichment/enricher.js';
import { inParallel } from '../../platform/tasks/in-parallel.js';
import type { JsonObject } from '../../shared/json.js';
import type { ChunkId } from '../../streams/stream-ids.js';
import type { RowAt } from './deadly-rows.js';

const chunkKey = ({ job, chunk }: ChunkId): string => `${job}.${String(chunk).padStart(6, '0')}`;

/** A chunk whose workers died so often is taken row by row (Architecture 3.4). */
export const DEATHS_UNTIL_CAREFUL = 2;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DELETED_AT_ONCE = 16;

export interface Suspects {
  /** The row that was being worked on when its worker died; null where none was. */
  readonly row: number | null;
  /** Workers that had died when it was marked: nobody died on it unless another has died since. */
  readonly deaths: number;
  /** The marked row of each death, with the deaths before it. */
  readonly died: readonly RowAt[];
  /** Rows that end `worker_lost`. */
  readonly lost: readonly number[];
}

/** The answer of one row, kept for the next worker in case this one dies. */
export interface KeptAnswer extends RowAt {
  /** What it was answered from. */
  readonly editions: Editions;
  readonly answer: EnrichedRow;
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
    const { row, deaths, died, lost } =
      (await this.coordination.get(`suspects/${chunkKey(id)}`))?.value ?? {};
    return {
      deaths: typeof deaths === 'number' ? deaths : 0,
      row: typeof row === 'number' ? row : null,
      // Written by `suspect` alone; a worker of an older version leaves it out.
      died: Array.isArray(died) ? died : [],
      lost: Array.isArray(lost) ? lost.filter((one) => typeof one === 'number') : [],
    };
  }

  /** Marks the row that is worked on now. */
  async suspect(id: ChunkId, { died, ...rest }: Suspects): Promise<void> {
    const value = { ...rest, died: died.map((death) => ({ ...death })) };
    await this.coordination.put(`suspects/${chunkKey(id)}`, value, { ttl: DAY_MS });
  }

  /** Keeps a row's answer for an hour, or until the chunk is done. */
  async keep(id: ChunkId, { answer, ...rest }: KeptAnswer): Promise<void> {
    const key = `${keptOf(id).from}${String(rest.row).padStart(6, '0')}`;
    await this.coordination.put(key, { ...rest, answer: writtenAnswer(answer) }, { ttl: HOUR_MS });
  }

  async kept(id: ChunkId): Promise<readonly KeptAnswer[]> {
    const entries = await this.keptEntries(id);
    return entries.map(({ value }) => {
      const { answer, ...rest } = value as unknown as KeptAnswer;
      return { ...rest, answer: readAnswer(answer) };
    });
  }

  /** Forgets everything but the lease about a chunk whose workers died. */
  async clearSuspects(id: ChunkId): Promise<void> {
    await this.coordination.delete(`suspects/${chunkKey(id)}`);
    await inParallel(await this.keptEntries(id), DELETED_AT_ONCE, async ({ key }) => {
      await this.coordination.delete(key);
    });
  }

  /** A chunk has fewer rows than a range gives at once. */
  private keptEntries(id: ChunkId): Promise<readonly CoordinationEntry[]> {
    const { from, to } = keptOf(id);
    return this.coordination.range(from, to);
  }
}

const keptOf = (id: ChunkId): { readonly from: string; readonly to: string } => {
  const key = `answers/${chunkKey(id)}`;
  return { from: `${key}.`, to: `${key}/` };
};

/** The bytes of a row and of its entry in the errors page are JSON text. */
const writtenAnswer = (answer: EnrichedRow): JsonObject => {
  const error = answer.status === 'failed' ? { error: textOf(answer.error) } : {};
  // All else in an answer is JSON.
  return { ...answer, json: textOf(answer.json), ...error } as unknown as JsonObject;
};
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

function readAnswer(written: EnrichedRow): EnrichedRow {
  // As `writtenAnswer` left it: text where the type has bytes.
  const bytes = (text: unknown): Uint8Array => Buffer.from(String(text));
  const json = bytes(written.json);
  return written.status === 'failed'
    ? { ...written, json, error: bytes(written.error) }
    : { ...written, json };
}
