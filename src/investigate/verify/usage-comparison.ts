/**
 * The billing lane's figures against the log, for invariant 5. The figures are read in one snapshot with the lane's
 * checkpoint before the pass; the pass subtracts every charge up to that checkpoint. Memory does not grow with jobs,
 * rows or days (`linear-sketch.ts`); only where something differs is the log read again to name the figures.
 */
import type { Units, UsageAccountDocument } from '../../../projections/usage/usage.document.js';
import {
  USAGE_ACCOUNTS,
  USAGE_DAYS,
  USAGE_JOBS,
  USAGE_KEYS,
  usageDayKey,
  usageJobKey,
  usageKeyKey,
} from '../../../projections/usage/usage.document.js';
import type { LoggedEvent } from '../../streams/index.js';
import type { Submission } from '../../streams/job/job.events.js';
import type { Position } from '../../platform/event-store/event-store.js';
import { LOG_START } from '../../platform/event-store/event-store.js';
import { laneCheckpoint } from '../../platform/projector/lane-checkpoint.js';
import type { ReadModelReader } from '../../platform/read-models/read-models.js';
import type { AccountId } from '../../shared/ids.js';
import { allDocuments } from './documents.js';
import type { ComparedReadModels } from './documents.js';
import type { Offender } from './offender.js';
import { LinearSketch } from './linear-sketch.js';

/** Rows that one event adds to a day stand beside the blocks' units under this name. */
export const ROWS_FIGURE = 'rows';

type Charged = Pick<Submission, 'job_id' | 'account_id' | 'key_id'>;

/** The documents that a charge counts in: `collection/key`. */
export const figureKeys = ({ account_id, job_id, key_id }: Charged, day: string): readonly string[] => [
  `${USAGE_DAYS.name}/${usageDayKey(account_id, day)}`,
  `${USAGE_JOBS.name}/${usageJobKey(account_id, job_id, day)}`,
  `${USAGE_KEYS.name}/${usageKeyKey(account_id, key_id, day)}`,
];

/** What an event charges, or null. Rows count on the day of their record, a late unit on the day of its fill. */
export function chargeIn(event: LoggedEvent['event']): { rows: number; units: Units } | null {
  if (event.type === 'RowCharged') return { rows: 1, units: event.data.units };
  if (event.type === 'BlockCharged') return { rows: 0, units: { [event.data.block]: event.data.units } };
  return null;
}

/** All figures of the live model, one call of `see` each. */
export async function liveFigures(
  reader: ReadModelReader,
  see: (key: string, figure: string, amount: number) => void,
): Promise<void> {
  for (const collection of [USAGE_DAYS, USAGE_JOBS, USAGE_KEYS]) {
    for await (const { document, fields } of allDocuments(reader, collection)) {
      const key = `${collection.name}/${document.key}`;
      see(key, ROWS_FIGURE, fields.rows);
      for (const [block, units] of Object.entries(fields.units)) see(key, block, units);
    }
  }
}

interface Batch {
  readonly job: Charged;
  readonly day: string;
  readonly figures: Map<string, number>;
}

export class UsageComparison {
  figures = 0;
  private batch: Batch | null = null;
  private named: readonly Offender[] = [];
  private readonly asOf = new Map<AccountId, UsageAccountDocument>();
  private readonly lastCharge = new Map<AccountId, { position: Position; time: string }>();

  private constructor(
    readonly position: Position,
    private readonly sketch: LinearSketch,
  ) {}

  static async begin(readModels: ComparedReadModels, seed: number): Promise<UsageComparison> {
    return readModels.snapshot(async (reader) => {
      const position = await reader.checkpoint(laneCheckpoint('billing'));
      const comparison = new UsageComparison(position ?? LOG_START, new LinearSketch(seed));
      if (position === null) return comparison;
      await liveFigures(reader, (key, figure, amount) => {
        comparison.figures++;
        comparison.sketch.add(key, figure, amount);
      });
      for await (const { fields } of allDocuments(reader, USAGE_ACCOUNTS))
        comparison.asOf.set(fields.account_id, fields);
      return comparison;
    });
  }

  observe(entry: LoggedEvent, job: { readonly submission: Submission } | undefined): void {
    const charge = chargeIn(entry.event);
    if (charge === null || job === undefined || entry.position > this.position) return;
    const { submission } = job;
    const figures = this.batchFor(submission, entry.time.slice(0, 10));
    figures.set(ROWS_FIGURE, (figures.get(ROWS_FIGURE) ?? 0) + charge.rows);
    for (const [block, units] of Object.entries(charge.units))
      figures.set(block, (figures.get(block) ?? 0) + units);
    this.lastCharge.set(submission.account_id, { position: entry.position, time: entry.time });
  }

  /** Charges of one job and day mostly come together: they are summed up before they are subtracted. */
  private batchFor(job: Charged, day: string): Map<string, number> {
    if (this.batch?.job !== job || this.batch.day !== day) {
      this.flush();
      this.batch = { job, day, figures: new Map() };
    }
    return this.batch.figures;
  }

  private flush(): void {
    if (this.batch === null) return;
    const { job, day, figures } = this.batch;
    for (const key of figureKeys(job, day))
      for (const [figure, amount] of figures) this.sketch.add(key, figure, -amount);
    this.batch = null;
  }

  /** Buckets of figures that differ, to be named by a second reading. */
  unevenBuckets(): ReadonlySet<number> {
    this.flush();
    return this.sketch.uneven();
  }

  bucketOf(key: string): number {
    return this.sketch.bucketOf(key);
  }

  name(offenders: readonly Offender[]): void {
    this.named = offenders;
  }

  /** What differs: figures (named before by a second reading) and the `as_of` of accounts. */
  differences(): readonly Offender[] {
    return [...this.named, ...this.asOfDifferences()];
  }

  private asOfDifferences(): Offender[] {
    const accounts = new Set([...this.asOf.keys(), ...this.lastCharge.keys()]);
    return [...accounts].flatMap((account) => {
      const shown = this.asOf.get(account)?.as_of_position ?? null;
      const logged = this.lastCharge.get(account)?.position ?? null;
      if (shown === logged) return [];
      const detail = `usage of account ${account} is shown as of position ${shown ?? 'none'}; its last charge is at ${logged ?? 'none'}`;
      return [{ detail, job_id: null, row: null, stream: null, event_id: null }];
    });
  }
}
