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

/** A resolve that waits for its turn. */
interface Waiting {
  readonly batch: EnrichmentBatch;
  readonly answer: (answers: Promise<readonly EnrichedRow[]>) => void;
}

type Term = Exclude<keyof EnrichmentJob, 'account_id' | 'key_id' | 'job_id'>;

/**
 * A key that is equal for batches whose rows one batch can answer, whichever keys ask. Nothing is fetched for
 * such rows here.
 */
function sharedKeyOf({ job, editions, from }: EnrichmentBatch): string {
  const { operation, blocks, not_enabled, nested_not_enabled, options, rows, stored } = job;
  const all = { operation, blocks, not_enabled, nested_not_enabled, options, rows, stored };
  return JSON.stringify([from, all satisfies Record<Term, unknown>, editions]);
}

export class ResolvesOfATurn {
  private readonly waiting = new FairLines<Waiting>();
  private hasTurn = false;

  /** @param enrich answers rows that each are the first of a job of its own */
  constructor(private readonly enrich: Enrich) {}

  /** @param batch the one row of a resolve */
  answer(batch: EnrichmentBatch): Promise<readonly EnrichedRow[]> {
    // A row that names a website waits until the site was read.
    if (batch.rows.length > 1 || batch.rows.some(({ domain }) => domain !== undefined))
      return this.enrich(batch);
    return new Promise((answer) => {
      this.waiting.add(batch.job.key_id ?? '', { batch, answer });
      this.awaitTurn();
    });
  }

  private awaitTurn(): void {
    if (this.hasTurn) return;
    this.hasTurn = true;
    setImmediate(() => this.takeTurn());
  }

  private takeTurn(): void {
    this.hasTurn = false;
    const together = new Map<string, Waiting[]>();
    for (let taken = 0; taken < MAX_A_TURN; taken++) {
      const next = this.waiting.take();
      if (next === undefined) break;
      const key = sharedKeyOf(next.batch);
      together.set(key, [...(together.get(key) ?? []), next]);
    }
    if (together.size > 0) this.awaitTurn();
    for (const members of together.values()) this.answerTogether(members);
  }

  private answerTogether(members: readonly Waiting[]): void {
    const [first, second] = members;
    if (first === undefined) return;
    if (second === undefined) return first.answer(this.enrich(first.batch));
    const answers = this.enrich({ ...first.batch, rows: members.flatMap(({ batch }) => batch.rows) });
    members.forEach(({ batch, answer }, place) =>
      answer(
        answers.then(
          (all) => all.slice(place, place + 1),
          // Another row may be at fault.
          () => this.enrich(batch),
        ),
      ),
    );
  }
}
