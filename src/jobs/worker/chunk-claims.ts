/** Keeps the notes of workers on chunks in Coordination. A lost note only costs time. */
import type {
  Coordination,
  CoordinationEntry,
} from '../../../packages/platform/src/coordination/coordination.js';
import { Lease, type LeaseTerms } from '../../../packages/platform/src/coordination/lease.js';
import type { Editions, EnrichedRow } from '../../../packages/enrichment/src/index.js';
import { inParallel } from '../../../packages/platform/src/tasks/in-parallel.js';
import type { JsonObject } from '../../../packages/platform/src/values/json.js';
import type { ChunkId } from '../../streams/stream-ids.js';
import type { RowAttempt } from './deadly-rows.js';

const chunkKey = ({ job, chunk }: ChunkId): string => `${job}.${String(chunk).padStart(6, '0')}`;

/** After this many deaths of its workers a chunk is answered row by row (Architecture 3.4). */
export const DEATHS_UNTIL_ROW_BY_ROW = 2;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DELETES_AT_ONCE = 16;

export interface SuspectRows {
  /** The row that was marked last, before it was tried; null: none is marked. */
  readonly row: number | null;
  /** The number of deaths when the row was marked. If it has not grown, no worker died on this row. */
  readonly deaths: number;
  /** The row that was marked at each earlier death, and the number of deaths before it. */
  readonly rowsAtDeath: readonly RowAttempt[];
  readonly lostRows: readonly number[];
}

/** The answer of one row, kept for the next worker in case this one dies. */
export interface KeptAnswer extends RowAttempt {
  readonly editions: Editions;
  readonly answer: EnrichedRow;
}

/** The right to work on a chunk, until `release`. */
export interface ChunkClaim {
  readonly lease: Lease;
  /** Workers that died while they held the chunk. */
  readonly deaths: number;
}

export class ChunkClaims {
  /** The chunks that this worker failed to release, each with the number of deaths before its claim. */
  private readonly deathsByUnreleasedChunk = new Map<string, number>();

  constructor(
    private readonly coordination: Coordination,
    private readonly worker: string,
    private readonly terms: LeaseTerms,
  ) {}

  /** Claims a chunk. Returns null if another worker holds it. @param isNew true if it was never started */
  async claim(id: ChunkId, isNew: boolean): Promise<ChunkClaim | null> {
    const key = chunkKey(id);
    const lease = await Lease.acquire(this.coordination, `lease/${key}`, { worker: this.worker }, this.terms);
    if (lease === null) return null;
    try {
      const deaths = isNew ? 0 : (this.deathsByUnreleasedChunk.get(key) ?? (await this.readDeaths(key)));
      await this.coordination.put(`attempts/${key}`, { open: deaths + 1 }, { ttl: DAY_MS });
      this.deathsByUnreleasedChunk.delete(key);
      return { lease, deaths };
    } catch (error) {
      // A lease that is not released would keep the chunk from all workers, this one included.
      await lease.release();
      throw error;
    }
  }

  private async readDeaths(key: string): Promise<number> {
    const entry = await this.coordination.get(`attempts/${key}`);
    return Number(entry?.value['open'] ?? 0);
  }

  /** Releases a chunk. This worker did not die. @param isDone true if notes are no longer needed */
  async release(id: ChunkId, { lease, deaths }: ChunkClaim, isDone: boolean): Promise<void> {
    const key = chunkKey(id);
    try {
      if (isDone || deaths === 0) await this.coordination.delete(`attempts/${key}`);
      else await this.coordination.put(`attempts/${key}`, { open: deaths }, { ttl: DAY_MS });
    } catch (error) {
      // This worker did not die, so the open attempt in the store is not a death.
      if (!isDone) this.deathsByUnreleasedChunk.set(key, deaths);
      throw error;
    } finally {
      await lease.release();
    }
  }

  async readSuspects(id: ChunkId): Promise<SuspectRows> {
    const { row, deaths, died, lost } =
      (await this.coordination.get(`suspects/${chunkKey(id)}`))?.value ?? {};
    return {
      deaths: typeof deaths === 'number' ? deaths : 0,
      row: typeof row === 'number' ? row : null,
      // Only `markSuspect` writes `died`, and workers of older versions leave it out.
      rowsAtDeath: Array.isArray(died) ? died : [],
      lostRows: Array.isArray(lost) ? lost.filter((row) => typeof row === 'number') : [],
    };
  }

  async markSuspect(id: ChunkId, { rowsAtDeath, lostRows, ...mark }: SuspectRows): Promise<void> {
    const value = { ...mark, died: rowsAtDeath.map((death) => ({ ...death })), lost: lostRows };
    await this.coordination.put(`suspects/${chunkKey(id)}`, value, { ttl: DAY_MS });
  }

  /** Keeps a row's answer for an hour, or until the chunk is done. */
  async keepAnswer(id: ChunkId, { answer, ...rest }: KeptAnswer): Promise<void> {
    const key = `${answerKeyRange(id).from}${String(rest.row).padStart(6, '0')}`;
    await this.coordination.put(key, { ...rest, answer: answerToJson(answer) }, { ttl: HOUR_MS });
  }

  async readKeptAnswers(id: ChunkId): Promise<readonly KeptAnswer[]> {
    const entries = await this.keptEntries(id);
    return entries.map(({ value }) => {
      const { answer, ...rest } = value as unknown as KeptAnswer;
      return { ...rest, answer: answerFromJson(answer) };
    });
  }

  /** Deletes the marked rows and the kept answers of a chunk. `release` deletes the count of deaths. */
  async clearSuspects(id: ChunkId): Promise<void> {
    await this.coordination.delete(`suspects/${chunkKey(id)}`);
    await inParallel(await this.keptEntries(id), DELETES_AT_ONCE, async ({ key }) => {
      await this.coordination.delete(key);
    });
  }

  /** Reads the kept answers. A chunk has fewer rows than one range read returns. */
  private keptEntries(id: ChunkId): Promise<readonly CoordinationEntry[]> {
    const { from, to } = answerKeyRange(id);
    return this.coordination.range(from, to);
  }
}

const answerKeyRange = (id: ChunkId): { readonly from: string; readonly to: string } => {
  const key = `answers/${chunkKey(id)}`;
  return { from: `${key}.`, to: `${key}/` };
};

/** Writes an answer as JSON. Its bytes (the row, and its entry in the errors page) become text. */
const answerToJson = (answer: EnrichedRow): JsonObject => {
  const error = answer.status === 'failed' ? { error: textOf(answer.error) } : {};
  // Every other field of an answer is JSON already.
  return { ...answer, json: textOf(answer.json), ...error } as unknown as JsonObject;
};
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

function answerFromJson(storedAnswer: EnrichedRow): EnrichedRow {
  // `answerToJson` wrote text where the type has bytes.
  const bytesOf = (text: unknown): Uint8Array => Buffer.from(String(text));
  const json = bytesOf(storedAnswer.json);
  return storedAnswer.status === 'failed'
    ? { ...storedAnswer, json, error: bytesOf(storedAnswer.error) }
    : { ...storedAnswer, json };
}
