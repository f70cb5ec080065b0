/**
 * Resolves that come in one turn of the event loop and ask for the same of different companies are answered as one batch:
 * most of what a single row costs is what is done once for all rows of a batch.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AskedRow } from '../streams/rowdata/rowdata.events.js';
import type { EnrichedRow, EnrichmentBatch, EnrichmentJob } from './enricher.js';

interface Together {
  readonly rows: AskedRow[];
  readonly answers: Promise<readonly EnrichedRow[]>;
}

/** A row that names a website may wait until that was read. */
const mayWait = ({ rows }: EnrichmentBatch): boolean => rows.some(({ domain }) => domain !== undefined);

/** Equal for batches whose rows one batch can answer, whichever accounts ask: nothing is fetched for such rows here. */
function asksFor({ job, editions, from }: EnrichmentBatch): string {
  const { operation, blocks, not_enabled, nested_not_enabled, options, rows, stored } = job;
  const all: Record<Exclude<keyof EnrichmentJob, 'account_id'>, unknown> = {
    operation,
    blocks,
    not_enabled,
    nested_not_enabled,
    options,
    rows,
    stored,
  };
  return JSON.stringify([from, all, editions]);
}

export class ResolvesOfATurn {
  private readonly gathering = new Map<string, Together>();

  /** @param enrich answers rows that each are the first of a job of its own */
  constructor(private readonly enrich: (batch: EnrichmentBatch) => Promise<readonly EnrichedRow[]>) {}

  /** @param batch all rows of a resolve, which is one */
  async answer(batch: EnrichmentBatch): Promise<readonly EnrichedRow[]> {
    if (mayWait(batch)) return this.enrich(batch);
    const { rows, answers } = this.joined(batch);
    const place = rows.length;
    rows.push(...batch.rows);
    try {
      return (await answers).slice(place, place + batch.rows.length);
    } catch (error) {
      if (rows.length === batch.rows.length) throw error;
      // One of the others may be at fault.
      return this.enrich(batch);
    }
  }

  private joined(batch: EnrichmentBatch): Together {
    const name = asksFor(batch);
    let together = this.gathering.get(name);
    if (together === undefined) {
      const rows: AskedRow[] = [];
      const answers = nextTurn().then(() => {
        this.gathering.delete(name);
        return this.enrich({ ...batch, rows });
      });
      together = { rows, answers };
      this.gathering.set(name, together);
    }
    return together;
  }
}
