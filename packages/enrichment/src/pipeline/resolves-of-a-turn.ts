/**
 * Answers resolves as one batch if they come in one turn of the event loop and ask for the same of different
 * companies, because most of the work for a single row is done once for a whole batch. With 64 resolves
 * together, each takes a quarter of the processor time of a single one with four blocks, and two fifths with
 * all 37. A turn takes a limited number, and the keys take turns, so that a thousand resolves of one key
 * don't delay the one of another.
 */
import { FairLines } from '../../../platform/src/tasks/fair-lines.js';
import type { EnrichedRow, EnrichmentBatch, EnrichmentJob } from './enricher.js';

/**
 * The maximum number of resolves that are answered together: some milliseconds of work. Later requests wait
 * no longer than that.
 */
const MAX_A_TURN = 64;

type Enrich = (batch: EnrichmentBatch) => Promise<readonly EnrichedRow[]>;

interface Taken {
  readonly answers: Promise<readonly EnrichedRow[]>;
  readonly place: number;
  readonly alone: boolean;
}

interface Waiting {
  readonly batch: EnrichmentBatch;
  readonly take: (taken: Taken) => void;
}

/** Whether the row may wait: a row that names a website waits until the site was read. */
const mayWait = ({ rows }: EnrichmentBatch): boolean => rows.some(({ domain }) => domain !== undefined);

/**
 * A key that is equal for batches whose rows one batch can answer, whichever keys ask. Nothing is fetched for
 * such rows here.
 */
function asksFor({ job, editions, from }: EnrichmentBatch): string {
  const { operation, blocks, not_enabled, nested_not_enabled, options, rows, stored } = job;
  const all: Record<Exclude<keyof EnrichmentJob, 'account_id' | 'key_id' | 'job_id'>, unknown> = {
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
  private readonly waiting = new FairLines<Waiting>();
  private turns = false;

  /** @param enrich answers rows that each are the first of a job of its own */
  constructor(private readonly enrich: Enrich) {}

  /** @param batch all rows of a resolve, which is one */
  async answer(batch: EnrichmentBatch): Promise<readonly EnrichedRow[]> {
    if (mayWait(batch)) return this.enrich(batch);
    const { answers, place, alone } = await new Promise<Taken>((take) => {
      this.waiting.add(batch.job.key_id ?? '', { batch, take });
      this.goOn();
    });
    try {
      return (await answers).slice(place, place + batch.rows.length);
    } catch (error) {
      if (alone) throw error;
      // Another row may be at fault.
      return this.enrich(batch);
    }
  }

  private goOn(): void {
    if (this.turns) return;
    this.turns = true;
    setImmediate(() => this.turn());
  }

  private turn(): void {
    this.turns = false;
    const together = new Map<string, Waiting[]>();
    for (let taken = 0; taken < MAX_A_TURN; taken++) {
      const next = this.waiting.take();
      if (next === undefined) break;
      const name = asksFor(next.batch);
      const members = together.get(name);
      if (members === undefined) together.set(name, [next]);
      else members.push(next);
    }
    if (together.size > 0) this.goOn();
    for (const members of together.values()) this.answerTogether(members);
  }

  private answerTogether(members: readonly Waiting[]): void {
    const [first] = members;
    if (first === undefined) return;
    const rows = members.flatMap(({ batch }) => batch.rows);
    const answers = this.enrich({ ...first.batch, rows });
    const alone = members.length === 1;
    let place = 0;
    for (const { batch, take } of members) {
      take({ answers, place, alone });
      place += batch.rows.length;
    }
  }
}
