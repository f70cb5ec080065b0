/**
 * The billing lane's figures against the log, for invariant 5. The figures are read before the pass, a
 * page at a time (`portions.ts`); the pass subtracts every charge and adjustment up to the position at which its figure was read. Memory does not grow with jobs,
 * rows or days (`linear-sketch.ts`); only where something differs is the log read again to name the figures.
 */
import type { UsageAccountDocument, Units } from '../../projections/usage/usage.document.js';
import {
  USAGE_ACCOUNTS,
  USAGE_ADJUSTED_DAYS,
  USAGE_ADJUSTED_JOBS,
  USAGE_DAYS,
  USAGE_JOBS,
  USAGE_KEYS,
  adjustedDayKey,
  adjustedJobKey,
  usageAccountKey,
  usageDayKey,
  usageJobKey,
  usageKeyKey,
} from '../../projections/usage/usage.document.js';
import type { LoggedEvent } from '../streams/index.js';
import type { AdjustmentsEvent } from '../streams/adjustments/adjustments.events.js';
import type { Submission } from '../streams/job/job.events.js';
import type { BlockCharged, RowCharged } from '../streams/rows/rows.events.js';
import type { Position } from '../platform/event-store/event-store.js';
import { LOG_START } from '../platform/event-store/event-store.js';
import type { AccountId } from '../shared/ids.js';
import type { ComparedReadModels } from './documents.js';
import type { Offender } from './offender.js';
import { LinearSketch } from './linear-sketch.js';
import type { Portions } from './portions.js';
import { readInPortions } from './portions.js';

/** Rows that one event adds to a day stand beside the blocks' units under this name. */
export const ROWS_FIGURE = 'rows';

type Charged = Pick<Submission, 'job_id' | 'account_id' | 'key_id'>;

/** A document that a charge counts in. */
export interface FigurePlace {
  readonly collection: string;
  readonly key: string;
}

export const figurePlaces = (
  { account_id, job_id, key_id }: Charged,
  day: string,
): readonly FigurePlace[] => [
  { collection: USAGE_DAYS.name, key: usageDayKey(account_id, day) },
  { collection: USAGE_JOBS.name, key: usageJobKey(account_id, job_id, day) },
  { collection: USAGE_KEYS.name, key: usageKeyKey(account_id, key_id, day) },
];

export const nameOfPlace = ({ collection, key }: FigurePlace): string => `${collection}/${key}`;

/** What a charge entry charges. Rows count on the day of their record, a late unit on the day of its fill. */
export const chargeIn = (event: RowCharged | BlockCharged): { rows: number; units: Units } =>
  event.type === 'RowCharged'
    ? { rows: 1, units: event.data.units }
    : { rows: 0, units: { [event.data.block]: event.data.units } };

/** What an adjustment counts, and in which documents. */
export function* adjustedIn({
  data: { account_id, adjustment_id, charges },
}: AdjustmentsEvent): Generator<{ readonly places: readonly FigurePlace[]; readonly units: Units }> {
  for (const { jobs, days } of charges)
    for (const { date: day, units } of days)
      for (const job of jobs) {
        const ofDay = adjustedDayKey(account_id, day, adjustment_id);
        const ofJob = adjustedJobKey({ account_id, adjustment_id, day }, job);
        const places = [
          { collection: USAGE_ADJUSTED_DAYS.name, key: ofDay },
          { collection: USAGE_ADJUSTED_JOBS.name, key: ofJob },
        ];
        yield { places, units };
      }
}

type Moment = Pick<LoggedEvent, 'position' | 'time'>;

/** Positions of what was read, by collection. */
export type PortionsByCollection = ReadonlyMap<string, Portions>;

/** All figures of the live model, one call of `see` each. */
export async function liveFigures(
  readModels: ComparedReadModels,
  see: (place: string, figure: string, amount: number) => void,
): Promise<PortionsByCollection> {
  const portions = new Map<string, Portions>();
  for (const collection of [USAGE_DAYS, USAGE_JOBS, USAGE_KEYS]) {
    const read = await readInPortions({ readModels, lane: 'billing' }, collection, (key, fields) => {
      const place = nameOfPlace({ collection: collection.name, key });
      see(place, ROWS_FIGURE, fields.rows);
      for (const [block, units] of Object.entries(fields.units)) see(place, block, units);
    });
    portions.set(collection.name, read);
  }
  for (const collection of [USAGE_ADJUSTED_DAYS, USAGE_ADJUSTED_JOBS]) {
    const read = await readInPortions({ readModels, lane: 'billing' }, collection, (key, { units }) => {
      for (const [block, count] of Object.entries(units))
        see(nameOfPlace({ collection: collection.name, key }), block, count);
    });
    portions.set(collection.name, read);
  }
  return portions;
}

/** The places of a charge that had been counted at `position` when they were read. */
export const placesRead = (
  portions: PortionsByCollection,
  places: readonly FigurePlace[],
  position: Position,
): readonly FigurePlace[] =>
  places.filter(
    ({ collection, key }) => position <= (portions.get(collection)?.positionOf(key) ?? LOG_START),
  );

interface Batch {
  readonly job: Charged;
  readonly day: string;
  readonly places: readonly FigurePlace[];
  /** By place. */
  readonly figures: Map<string, Map<string, number>>;
}

/** The charges of one stored event: rows of a pack share their units, which are counted before they are looked into. */
interface Pack {
  readonly job: Charged;
  readonly position: Position;
  readonly time: string;
  rows: number;
  readonly uses: Map<Units, number>;
}

interface LiveUsage {
  readonly sketch: LinearSketch;
  readonly figures: number;
  readonly portions: PortionsByCollection;
  readonly accounts: Portions;
  readonly asOf: ReadonlyMap<AccountId, UsageAccountDocument>;
}

export class UsageComparison {
  readonly figures: number;
  private batch: Batch | null = null;
  private pack: Pack | null = null;
  private named: readonly Offender[] = [];
  private readonly lastCharge = new Map<AccountId, Moment>();

  private constructor(private readonly live: LiveUsage) {
    this.figures = live.figures;
  }

  static async begin(readModels: ComparedReadModels, seed: number): Promise<UsageComparison> {
    const sketch = new LinearSketch(seed);
    let figures = 0;
    const portions = await liveFigures(readModels, (place, figure, amount) => {
      figures++;
      sketch.add(place, figure, amount);
    });
    const asOf = new Map<AccountId, UsageAccountDocument>();
    const accounts = await readInPortions({ readModels, lane: 'billing' }, USAGE_ACCOUNTS, (_key, fields) =>
      asOf.set(fields.account_id, fields),
    );
    return new UsageComparison({ sketch, figures, portions, accounts, asOf });
  }

  get first(): Position {
    return this.live.portions.get(USAGE_DAYS.name)?.first ?? LOG_START;
  }

  get last(): Position {
    return this.live.accounts.last;
  }

  observe(entry: LoggedEvent, job: { readonly submission: Submission } | undefined): void {
    const { event, position, time } = entry;
    if (event.type === 'ChargeAdjusted' || event.type === 'AdjustmentReversed')
      return this.adjusted(event, { position, time });
    if (event.type !== 'RowCharged' && event.type !== 'BlockCharged') return;
    if (job === undefined || position > this.last) return;
    if (this.pack?.position !== position) {
      this.closePack();
      this.pack = { job: job.submission, position, time, rows: 0, uses: new Map() };
    }
    const { rows, units } = chargeIn(event);
    this.pack.rows += rows;
    this.pack.uses.set(units, (this.pack.uses.get(units) ?? 0) + 1);
  }

  private closePack(): void {
    if (this.pack === null) return;
    const { job, position, time, rows, uses } = this.pack;
    const { places, figures } = this.batchFor(job, time.slice(0, 10));
    for (const place of position <= this.first ? places : placesRead(this.live.portions, places, position)) {
      const counted = figures.get(nameOfPlace(place));
      addTo(counted, ROWS_FIGURE, rows);
      for (const [units, times] of uses)
        for (const [block, each] of Object.entries(units)) addTo(counted, block, each * times);
    }
    this.counted(job.account_id, { position, time });
    this.pack = null;
  }

  private adjusted(event: AdjustmentsEvent, { position, time }: Moment): void {
    if (position > this.last) return;
    this.closePack();
    for (const { places, units } of adjustedIn(event))
      for (const place of placesRead(this.live.portions, places, position))
        for (const [block, count] of Object.entries(units))
          this.live.sketch.add(nameOfPlace(place), block, -count);
    this.counted(event.data.account_id, { position, time });
  }

  private counted(account: AccountId, { position, time }: Moment): void {
    if (position <= this.live.accounts.positionOf(usageAccountKey(account)))
      this.lastCharge.set(account, { position, time });
  }

  /** Charges of one job and day mostly come together: they are summed up before they are subtracted. */
  private batchFor(job: Charged, day: string): Batch {
    if (this.batch?.job === job && this.batch.day === day) return this.batch;
    this.flush();
    const places = figurePlaces(job, day);
    const figures = new Map(places.map((place) => [nameOfPlace(place), new Map<string, number>()]));
    return (this.batch = { job, day, places, figures });
  }

  private flush(): void {
    for (const [place, figures] of this.batch?.figures ?? [])
      for (const [figure, amount] of figures) this.live.sketch.add(place, figure, -amount);
    this.batch = null;
  }

  /** Buckets of figures that differ, to be named by a second reading. */
  unevenBuckets(): ReadonlySet<number> {
    this.closePack();
    this.flush();
    return this.live.sketch.uneven();
  }

  bucketOf(place: string): number {
    return this.live.sketch.bucketOf(place);
  }

  name(offenders: readonly Offender[]): void {
    this.named = offenders;
  }

  /** What differs: figures (named before by a second reading) and the `as_of` of accounts. */
  differences(): readonly Offender[] {
    return [...this.named, ...this.asOfDifferences()];
  }

  private asOfDifferences(): Offender[] {
    const accounts = new Set([...this.live.asOf.keys(), ...this.lastCharge.keys()]);
    return [...accounts].flatMap((account) => {
      const shown = this.live.asOf.get(account)?.as_of_position ?? null;
      const logged = this.lastCharge.get(account)?.position ?? null;
      if (shown === logged) return [];
      const detail = `usage of account ${account} is shown as of position ${shown ?? 'none'}; its last charge or adjustment is at ${logged ?? 'none'}`;
      return [{ detail, job_id: null, row: null, stream: null, event_id: null }];
    });
  }
}

function addTo(figures: Map<string, number> | undefined, figure: string, amount: number): void {
  figures?.set(figure, (figures.get(figure) ?? 0) + amount);
}
