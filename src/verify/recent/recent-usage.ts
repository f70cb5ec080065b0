/**
 * Invariant 5 behind a checkpoint, in two steps. When a job has ended its figures don't change any more: they are
 * compared with the charges in its own events. And the figures of each day that was touched must be the sum of those of
 * its jobs, and of its keys: all three are written together, so one snapshot shows them at one moment. Remembers the
 * figures of running jobs, and the days touched since they were last summed.
 */
import {
  USAGE_DAYS,
  USAGE_JOBS,
  USAGE_KEYS,
  usageDayKey,
  usageJobKey,
  type DayOfUse,
} from '../../../projections/usage/usage.document.js';
import { accountPart, keysUnder } from '../../../projections/key-parts.js';
import type { LoggedEvent } from '../../streams/index.js';
import { everyDocument } from '../../platform/projector/projector-state.js';
import type { TypedCollection } from '../../platform/projector/typed-collection.js';
import type { RangeQuery, ReadModelReader } from '../../platform/read-models/read-models.js';
import type { AccountId, JobId } from '../../shared/ids.js';
import { Findings, type InvariantReport } from '../invariant.js';
import type { OpenJob } from '../open-job.js';
import type { Place } from '../pass-memory.js';
import { ROWS_FIGURE, chargeIn } from '../usage-comparison.js';
import type { ComparedReadModels } from '../documents.js';

/** Rows and units by name. */
type Figures = Map<string, number>;
type FiguresByDay = Map<string, Figures>;

interface EndedJob {
  readonly id: JobId;
  readonly account: AccountId;
  readonly days: FiguresByDay;
}

/** Accounts by day; a set of its own, because the same day comes once a charge. */
type TouchedDays = Map<string, { readonly account: AccountId; readonly day: string }>;

const NAME = 'usage is the fold of charges';
const COUNTED = 'usage figures';

export class RecentUsage {
  private readonly running = new Map<JobId, FiguresByDay>();
  private ended: EndedJob[] = [];
  private touched: TouchedDays = new Map();

  get days(): number {
    return this.touched.size;
  }

  /** `judged`: the event lies behind the checkpoint. */
  observe({ event, time }: LoggedEvent, { job }: Place, judged: boolean): void {
    if (job === undefined) return;
    if (event.type === 'RowCharged' || event.type === 'BlockCharged')
      return this.charged(job, time.slice(0, 10), chargeIn(event));
    if (event.type !== 'JobCompleted' && event.type !== 'JobCancelled') return;
    const days: FiguresByDay = this.running.get(job.id) ?? new Map<string, Figures>();
    this.running.delete(job.id);
    if (judged) this.ended.push({ id: job.id, account: job.account, days });
  }

  private charged(job: OpenJob, day: string, { rows, units }: ReturnType<typeof chargeIn>): void {
    const days: FiguresByDay = this.running.get(job.id) ?? new Map<string, Figures>();
    this.running.set(job.id, days);
    let figures = days.get(day);
    if (figures === undefined) {
      days.set(day, (figures = new Map<string, number>()));
      this.touched.set(usageDayKey(job.account, day), { account: job.account, day });
    }
    add(figures, ROWS_FIGURE, rows);
    for (const [block, amount] of Object.entries(units)) add(figures, block, amount);
  }

  /** Compares the jobs that ended since the last call; the billing lane must have passed them. */
  async settleJobs(models: ComparedReadModels, pace: () => Promise<void>): Promise<InvariantReport> {
    const findings = new Findings(5, NAME, COUNTED);
    const ended = this.ended;
    this.ended = [];
    for (const job of ended) {
      await pace();
      const shown: FiguresByDay = new Map();
      const query = keysUnder(accountPart(job.account), job.id);
      await models.snapshot((reader) =>
        each(reader, USAGE_JOBS, query, (use) => shown.set(use.day, figuresOf(use))),
      );
      for (const day of new Set([...shown.keys(), ...job.days.keys()])) {
        const place = `${USAGE_JOBS.name}/${usageJobKey(job.account, job.id, day)}`;
        compare(findings, { place, side: 'in the log' }, shown.get(day), job.days.get(day), job.id);
      }
    }
    return findings.report('compared for the jobs that ended since');
  }

  /** Compares the days that were touched since the last call. */
  async settleDays(models: ComparedReadModels, pace: () => Promise<void>): Promise<InvariantReport> {
    const findings = new Findings(5, NAME, COUNTED);
    const touched = this.touched;
    this.touched = new Map();
    for (const [key, { account, day }] of touched) {
      await pace();
      const query = { index: 'by_day', equals: [account, day] };
      const place = `${USAGE_DAYS.name}/${key}`;
      await models.snapshot(async (reader) => {
        const shown = await reader.get(USAGE_DAYS.name, key);
        const figures = shown === undefined ? undefined : figuresOf(USAGE_DAYS.fields(shown));
        const jobs = await sumOf(reader, USAGE_JOBS, query);
        compare(findings, { place, side: 'in its jobs' }, figures, jobs, null);
        const keys = await sumOf(reader, USAGE_KEYS, query);
        compare(findings, { place, side: 'in its keys' }, figures, keys, null);
      });
    }
    return findings.report('compared for the jobs that ended since, and for the days touched');
  }
}

const add = (figures: Figures, figure: string, amount: number): void => {
  figures.set(figure, (figures.get(figure) ?? 0) + amount);
};

const figuresOf = ({ rows, units }: DayOfUse): Figures =>
  new Map([[ROWS_FIGURE, rows], ...Object.entries(units)]);

async function each<F extends DayOfUse>(
  reader: ReadModelReader,
  collection: TypedCollection<F>,
  query: RangeQuery,
  see: (use: DayOfUse) => void,
): Promise<void> {
  for await (const document of everyDocument(reader, collection.name, query))
    see(collection.fields(document));
}

async function sumOf<F extends DayOfUse>(
  reader: ReadModelReader,
  collection: TypedCollection<F>,
  query: RangeQuery,
): Promise<Figures> {
  const sum: Figures = new Map();
  await each(reader, collection, query, (use) => {
    for (const [figure, amount] of figuresOf(use)) add(sum, figure, amount);
  });
  return sum;
}

function compare(
  findings: Findings,
  of: { readonly place: string; readonly side: string },
  shown: Figures | undefined,
  expected: Figures | undefined,
  job: JobId | null,
): void {
  for (const figure of new Set([...(shown?.keys() ?? []), ...(expected?.keys() ?? [])])) {
    findings.checked++;
    const [is, should] = [shown?.get(figure) ?? 0, expected?.get(figure) ?? 0];
    if (is === should) continue;
    const detail = `${of.place} ${figure}: ${is} shown, ${should} ${of.side}`;
    findings.offend({ detail, job_id: job, row: null, stream: null, event_id: null });
  }
}
