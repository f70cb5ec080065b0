/**
 * Compares the billing lane's figures with the log, for invariant 5. Figures are read before the walk, a page
 * at a time (`portions.ts`). Charges and adjustments count up to the position at which their figure was read.
 */
import type { CorrectedLine } from '../../../projections/add-counts.js';
import {
  USAGE_ACCOUNTS,
  USAGE_ADJUSTED_DAYS,
  USAGE_ADJUSTED_JOBS,
  USAGE_CREDITS,
  USAGE_DAYS,
  USAGE_JOBS,
  USAGE_KEYS,
  adjustedDayKey,
  adjustedJobKey,
  usageDayKey,
  usageJobKey,
  usageKeyKey,
  type Units,
} from '../../../projections/usage/usage.document.js';
import type { LoggedEvent } from '../../streams/index.js';
import { isAdjustmentsEvent, type AdjustmentsEvent } from '../../streams/adjustments/adjustments.events.js';
import { isCredit } from '../../streams/adjustments/adjustments.state.js';
import type { Submission } from '../../streams/job/job.events.js';
import type { BlockCharged, RowCharged } from '../../streams/rows/rows.events.js';
import { LOG_START, type Position } from '../../../packages/platform/src/event-store/event-store.js';
import type { JsonObject } from '../../../packages/platform/src/values/json.js';
import type { TypedCollection } from '../../../packages/platform/src/projector/typed-collection.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import type { ComparedReadModels } from '../documents.js';
import { ROWS_FIGURE, type Figures, type Ledger, NamedFigures } from '../figure-ledger.js';
import { finding, type Offender } from '../offender.js';
import { readInPortions, type Portions, comparedAt } from './portions.js';
import { accountPart } from '../../../projections/key-parts.js';
import { randomInt } from 'node:crypto';
import { logPages } from '../../../packages/platform/src/event-store/stored-events.js';
import { usageFindings, type Comparison, type InvariantReport, type Reach } from '../invariant.js';
import { LinearSketch } from './linear-sketch.js';
import { PassMemory, type Place } from '../pass-memory.js';
import { readable } from '../readable.js';

type Charged = Pick<Submission, 'job_id' | 'account_id' | 'key_id'>;

/** A document in which a charge or adjustment counts. */
type FigurePlace = readonly [collection: { readonly name: string }, key: string];

const figurePlaces = ({ account_id, job_id, key_id }: Charged, day: string): readonly FigurePlace[] => [
  [USAGE_DAYS, usageDayKey(account_id, day)],
  [USAGE_JOBS, usageJobKey(account_id, job_id, day)],
  [USAGE_KEYS, usageKeyKey(account_id, key_id, day)],
];

export const nameOfPlace = ([{ name }, key]: FigurePlace): string => `${name}/${key}`;

type NamedFigure = readonly [name: string, amount: number];

/** Rows and units of a charge. A row counts on the day of its record, a late unit on the day of its fill. */
export const chargeIn = (event: RowCharged | BlockCharged): { rows: number; units: Units } =>
  event.type === 'RowCharged'
    ? { rows: 1, units: event.data.units }
    : { rows: 0, units: { [event.data.block]: event.data.units } };

/** The units of an adjustment, and the documents in which they count. */
function* adjustedIn({
  data: { account_id, adjustment_id, charges },
}: AdjustmentsEvent): Generator<{ readonly places: readonly FigurePlace[]; readonly figures: Figures }> {
  for (const { jobs, days } of charges)
    for (const { date: day, units, corrected } of days)
      for (const job of jobs) {
        const places: FigurePlace[] = [
          [USAGE_ADJUSTED_DAYS, adjustedDayKey(account_id, day, adjustment_id)],
          [USAGE_ADJUSTED_JOBS, adjustedJobKey({ account_id, adjustment_id, day }, job)],
        ];
        yield { places, figures: namedFigures({ units, corrected }) };
      }
}

type Counted = {
  readonly rows?: number;
  readonly units: Units;
  readonly corrected?: readonly CorrectedLine[] | undefined;
};
const COUNTED: readonly TypedCollection<Counted>[] = [
  USAGE_DAYS,
  USAGE_JOBS,
  USAGE_KEYS,
  USAGE_ADJUSTED_DAYS,
  USAGE_ADJUSTED_JOBS,
];

/** The figures of a document, by name. */
export const namedFigures = ({ rows, units, corrected = [] }: Counted): readonly NamedFigure[] => [
  ...(rows === undefined ? [] : [[ROWS_FIGURE, rows] as const]),
  ...Object.entries(units),
  ...corrected.map(({ block, price, units: count }) => [`${block} at ${price}`, count] as const),
];

/** A credit as a figure: there once, under its amount and currency. */
const creditFigures = ({ amount, currency }: Record<'amount' | 'currency', string | null>): NamedFigure[] => [
  [`credit of ${amount} ${currency}`, 1],
];

/** Charges of one job and day, which mostly come together. Rows of a pack share one object of units. */
interface Batch {
  readonly job: Charged;
  readonly day: string;
  /** The position of the last of these charges. */
  position: Position;
  rows: number;
  /** The number of charges with these units. */
  readonly uses: Map<Units, number>;
}
/** The maximum number of different objects of units in a batch: each late block has its own. */
const MAX_USES = 1_000;

interface LiveUsage {
  readonly figures: number;
  /** The positions at which documents were read, by collection. */
  readonly portions: ReadonlyMap<string, Portions>;
  readonly accounts: Portions;
  readonly asOf: ReadonlyMap<AccountId, Position>;
}

export class UsageComparison {
  private batch: Batch | null = null;
  private readonly lastCharge = new Map<AccountId, Position>();

  private constructor(
    private readonly ledger: Ledger,
    private readonly live: LiveUsage,
  ) {}

  /** @param ledger gets all figures of the live model now, and those of the log as they are observed */
  static async begin(readModels: ComparedReadModels, ledger: Ledger): Promise<UsageComparison> {
    const lane = { readModels, lane: 'billing' };
    let figures = 0;
    const portions = new Map<string, Portions>();
    const readAll = async <Fields extends JsonObject>(
      collection: TypedCollection<Fields>,
      figuresIn: (fields: Fields) => readonly NamedFigure[],
    ): Promise<void> => {
      const read = await readInPortions(lane, collection, (key, fields) => {
        const counted = figuresIn(fields);
        figures += counted.length;
        ledger.shown(nameOfPlace([collection, key]), counted);
      });
      portions.set(collection.name, read);
    };
    for (const collection of COUNTED) await readAll(collection, namedFigures);
    await readAll(USAGE_CREDITS, creditFigures);
    const asOf = new Map<AccountId, Position>();
    const accounts = await readInPortions(lane, USAGE_ACCOUNTS, (_key, { account_id, as_of_position }) =>
      asOf.set(account_id, as_of_position),
    );
    return new UsageComparison(ledger, { figures, portions, accounts, asOf });
  }

  get figures(): number {
    return this.live.figures;
  }

  get first(): Position {
    return this.live.portions.get(USAGE_DAYS.name)?.first ?? LOG_START;
  }

  get last(): Position {
    return this.live.accounts.last;
  }

  observe(entry: LoggedEvent, job: { readonly submission: Submission } | undefined): void {
    const { event, position } = entry;
    if (position > this.last) return;
    if (isAdjustmentsEvent(event)) return this.adjusted(event, entry);
    if (job === undefined || (event.type !== 'RowCharged' && event.type !== 'BlockCharged')) return;
    const batch = this.batchAt(entry, job.submission);
    const { rows, units } = chargeIn(event);
    batch.rows += rows;
    batch.uses.set(units, (batch.uses.get(units) ?? 0) + 1);
  }

  /** Beyond the first portion's position each place may have its own: then each event gets its own batch. */
  private batchAt({ position, time }: LoggedEvent, job: Charged): Batch {
    const last = this.batch;
    if (last?.position === position) return last;
    const day = time.slice(0, 'YYYY-MM-DD'.length);
    if (last?.job === job && last.day === day && position <= this.first && last.uses.size < MAX_USES) {
      last.position = position;
      return last;
    }
    this.end();
    return (this.batch = { job, day, position, rows: 0, uses: new Map() });
  }

  /** Gives the ledger the last batch. Call it after the last event. */
  end(): void {
    if (this.batch === null) return;
    const { job, day, position, rows, uses } = this.batch;
    this.batch = null;
    const figures = new Map([[ROWS_FIGURE, rows]]);
    for (const [units, times] of uses)
      for (const [block, each] of Object.entries(units))
        figures.set(block, (figures.get(block) ?? 0) + each * times);
    this.counted(figurePlaces(job, day), figures, { position, account: job.account_id });
  }

  private adjusted(
    event: AdjustmentsEvent,
    { position, time }: Pick<LoggedEvent, 'position' | 'time'>,
  ): void {
    this.end();
    const { account_id: account, adjustment_id } = event.data;
    if (isCredit(event.data)) {
      const key = adjustedDayKey(account, time.slice(0, 'YYYY-MM-DD'.length), adjustment_id);
      const figures = creditFigures(event.data);
      return this.counted([[USAGE_CREDITS, key]], figures, { position, account });
    }
    for (const { places, figures } of adjustedIn(event)) this.counted(places, figures, { position, account });
  }

  /** Adds figures of the log to the places that had counted this position when they were read. */
  private counted(
    places: readonly FigurePlace[],
    figures: Figures,
    { position, account }: { readonly position: Position; readonly account: AccountId },
  ): void {
    for (const [collection, key] of places)
      if (position <= (this.live.portions.get(collection.name)?.positionOf(key) ?? LOG_START))
        this.ledger.logged(nameOfPlace([collection, key]), figures);
    if (position <= this.live.accounts.positionOf(accountPart(account)))
      this.lastCharge.set(account, position);
  }

  /** Accounts whose shown position isn't that of their last charge or adjustment. */
  asOfDifferences(): readonly Offender[] {
    const { asOf } = this.live;
    return [...new Set([...asOf.keys(), ...this.lastCharge.keys()])].flatMap((account) => {
      const [shown, logged] = [asOf.get(account), this.lastCharge.get(account)];
      if (shown === logged) return [];
      const detail = `usage of account ${account} is shown as of position ${shown ?? 'none'}; its last charge or adjustment is at ${logged ?? 'none'}`;
      return [finding(detail)];
    });
  }
}

/** The streams that say whose a charge is, and what is charged and adjusted. */
const CATEGORIES = ['job', 'rows', 'adjustments'] as const;

/**
 * Invariant 5 over the whole log, in memory that doesn't grow with jobs, rows or days: a sketch says whether
 * all figures are equal (`linear-sketch.ts`). If not, a second reading of models and log names the different
 * ones.
 */
export class WholeUsage implements Comparison {
  private constructor(
    private readonly readModels: ComparedReadModels,
    private readonly sketch: LinearSketch,
    private readonly usage: UsageComparison,
  ) {}

  static async begin(readModels: ComparedReadModels): Promise<WholeUsage> {
    const sketch = new LinearSketch(randomInt(2 ** 31));
    return new WholeUsage(readModels, sketch, await UsageComparison.begin(readModels, sketch));
  }

  observe(entry: LoggedEvent, { job }: Place): void {
    this.usage.observe(entry, job);
  }

  /** Call it once. */
  async settle({ log }: Reach): Promise<readonly InvariantReport[]> {
    const { usage, sketch } = this;
    usage.end();
    const findings = usageFindings();
    findings.checked = usage.figures;
    const named = sketch.isEven() ? [] : await this.named(log);
    for (const offender of [...named, ...usage.asOfDifferences()]) findings.offend(offender);
    return [findings.report(comparedAt(usage.first, usage.last))];
  }

  /** Compares again, and keeps only figures that may differ, to name them. */
  private async named(log: Reach['log']): Promise<readonly Offender[]> {
    const figures = new NamedFigures((place) => this.sketch.isUneven(place));
    const usage = await UsageComparison.begin(this.readModels, figures);
    const memory = new PassMemory();
    for await (const { events } of logPages(log, { after: LOG_START, categories: CATEGORIES }, usage.last))
      for (const recorded of events)
        memory.take(readable(recorded), recorded, (entry, { job }) => usage.observe(entry, job));
    usage.end();
    return figures.differences();
  }
}
