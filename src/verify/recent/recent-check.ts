/**
 * Checks the invariants for events after a checkpoint, each judged as in a walk from the beginning of the
 * log. Figures and pages are compared when their job has ended. Memory is bounded by the jobs under way and
 * by the events seen since this check was made.
 */
import { type Position, LOG_START } from '../../../packages/platform/src/event-store/event-store.js';
import type { ComparedReadModels } from '../documents.js';
import type { InvariantReport, Comparison, Findings, Reach } from '../invariant.js';
import { pagesFindings, usageFindings } from '../invariant.js';
import { GivenLists } from '../checks/given-lists.js';
import { PriceStarts } from '../price-starts.js';
import { ReversedOnce } from '../checks/reversed-once.check.js';
import { Walk, type WalkSource } from '../walk.js';
import {
  USAGE_DAYS,
  USAGE_JOBS,
  USAGE_KEYS,
  usageDayKey,
  usageJobKey,
  type DayOfUse,
} from '../../../projections/usage/usage.document.js';
import { accountPart, keysOfJob, keysUnder } from '../../../projections/key-parts.js';
import { everyFields } from '../../../packages/platform/src/projector/projector-state.js';
import type { AccountId, JobId } from '../../../packages/contract/src/ids.js';
import type { LoggedEvent } from '../../streams/index.js';
import { NamedFigures } from '../figure-ledger.js';
import { LoggedPages } from '../logged-pages.js';
import { differingPages, servedIn } from '../whole/pages-comparison.js';
import type { Place } from '../pass-memory.js';
import { chargeIn, namedFigures, nameOfPlace } from '../whole/usage-comparison.js';
import { isErased } from './recall.js';
import { logPages } from '../../../packages/platform/src/event-store/stored-events.js';
import { statementStreams } from '../../streams/statement/statement.events.js';
import { StatementsAreExact } from '../checks/statements-are-exact.check.js';

/** Advance it only to positions that the pages and billing lanes have passed. */
export class RecentCheck extends Walk {
  private readonly jobs: RecentJobs;

  /** @param checked everything up to this position was checked before */
  constructor(source: WalkSource & { readonly readModels: ComparedReadModels }, checked: Position) {
    const jobs = new RecentJobs(source.readModels);
    const prices = [new PriceStarts(false), new GivenLists()];
    super(source, checked, [jobs, new ReversedOnce(), new RecentStatements(), ...prices]);
    this.jobs = jobs;
  }

  /** Compares the days of usage that have new charges since the last call. */
  async settleDays(): Promise<InvariantReport> {
    return this.jobs.settleDays(this.pace);
  }
}

interface EndedJob {
  readonly id: JobId;
  readonly account: AccountId;
  readonly figures: NamedFigures;
  /** True if it has pages. */
  readonly stored: boolean;
}

/** Days of accounts with new charges, by the key of the day's document. */
type TouchedDays = Map<string, { readonly account: AccountId; readonly day: string }>;

const NOTE = 'compared for the jobs that ended since';

const jobPlace = (account: AccountId, job: JobId, day: string): string =>
  nameOfPlace([USAGE_JOBS, usageJobKey(account, job, day)]);

/**
 * Invariants 5 and 6 after a checkpoint, in two steps. When a job has ended, its figures and pages don't
 * change any more: they are read and compared with the job's events. And the figures of each day with new
 * charges must be the sum over its jobs, and over its keys. The lane writes all three together, so one
 * snapshot shows them at one moment. Memory holds the figures and one fingerprint for each running job, and
 * the days with charges since they were last summed.
 */
class RecentJobs implements Comparison {
  private readonly running = new Map<JobId, NamedFigures>();
  private readonly pages = new LoggedPages();
  private ended: EndedJob[] = [];
  private touched: TouchedDays = new Map();

  constructor(private readonly models: ComparedReadModels) {}

  observe(entry: LoggedEvent, place: Place, isJudged: boolean): void {
    this.pages.observe(entry, place);
    const { event, time } = entry;
    if (place.job === undefined) return;
    const { id, account } = place.job;
    const figures = this.running.get(id) ?? new NamedFigures();
    if (event.type === 'RowCharged' || event.type === 'BlockCharged') {
      const day = time.slice(0, 'YYYY-MM-DD'.length);
      this.running.set(id, figures);
      this.touched.set(usageDayKey(account, day), { account, day });
      figures.logged(jobPlace(account, id, day), namedFigures(chargeIn(event)));
    }
    if (event.type !== 'JobCompleted' && event.type !== 'JobCancelled') return;
    this.running.delete(id);
    if (isJudged) this.ended.push({ id, account, figures, stored: place.job.submission.stored });
    else this.pages.fingerprints.delete(id);
  }

  /** Compares the jobs that ended since the last call. The lanes must have passed their ends. */
  async settle({ log, pace }: Reach): Promise<readonly InvariantReport[]> {
    const [ofUsage, ofPages] = [usageFindings(), pagesFindings()];
    const ended = this.ended;
    this.ended = [];
    for (const { id, account, figures, stored } of ended) {
      await pace();
      const served = await this.models.snapshot(async (reader) => {
        for await (const use of everyFields(reader, USAGE_JOBS, keysUnder(accountPart(account), id)))
          figures.shown(jobPlace(account, id, use.day), namedFigures(use));
        return stored ? (await servedIn(reader, keysOfJob(id))).get(id) : undefined;
      });
      addDifferences(ofUsage, figures, 'in the log', id);
      const logged = this.pages.fingerprints.get(id);
      this.pages.fingerprints.delete(id);
      if (!stored) continue;
      ofPages.checked++;
      if (logged !== served && !(await isErased(log, id))) ofPages.offend(differingPages(id));
    }
    return [ofUsage.report(NOTE), ofPages.report(NOTE)];
  }

  /** Compares the days that have new charges since the last call. */
  async settleDays(pace: () => Promise<void>): Promise<InvariantReport> {
    const findings = usageFindings();
    const touched = this.touched;
    this.touched = new Map();
    for (const [key, { account, day }] of touched) {
      await pace();
      const query = { index: 'by_day', equals: [account, day] };
      const place = nameOfPlace([USAGE_DAYS, key]);
      await this.models.snapshot(async (reader) => {
        const document = await reader.get(USAGE_DAYS.name, key);
        for (const [of, side] of [
          [USAGE_JOBS, 'in its jobs'] as const,
          [USAGE_KEYS, 'in its keys'] as const,
        ]) {
          const figures = new NamedFigures();
          if (document !== undefined) figures.shown(place, namedFigures(USAGE_DAYS.fields(document)));
          for await (const use of everyFields<DayOfUse>(reader, of, query))
            figures.logged(place, namedFigures(use));
          addDifferences(findings, figures, side);
        }
      });
    }
    return findings.report(`${NOTE}, and for the days touched`);
  }
}

function addDifferences(
  findings: Findings,
  figures: NamedFigures,
  side: string,
  job: JobId | null = null,
): void {
  findings.checked += figures.count;
  for (const offender of figures.differences(side, job)) findings.offend(offender);
}

/** The streams with charges and adjustments. */
const CATEGORIES = ['rows', 'adjustments'] as const;
/** Events read at once. Packs are some 10 to 100 KB each. */
const EVENTS_PER_PAGE = 50;

/**
 * Invariants 10 and 11 for statements that were issued after a checkpoint. Their lines are made again from
 * the log, read once for all of them, from where the first of their months began. If something differs, the
 * whole log is read for these accounts: a charge that came very late may lie before that part.
 */
class RecentStatements implements Comparison {
  /** Ids of events that issued statements since the last call, and their accounts. */
  private recent = new Set<string>();
  private accounts = new Set<AccountId>();

  observe(entry: LoggedEvent, _place: Place, isJudged: boolean): void {
    if (!isJudged || entry.event.type !== 'StatementIssued') return;
    this.recent.add(entry.id);
    this.accounts.add(statementStreams.idOf(entry.stream));
  }

  async settle({ log, upTo, pace }: Reach): Promise<readonly InvariantReport[]> {
    const { recent, accounts } = this;
    this.recent = new Set();
    this.accounts = new Set();
    if (accounts.size === 0) return new StatementsAreExact().concludeOnly(recent);
    const reportsFrom = async (startOf: (check: StatementsAreExact) => Position) => {
      const check = await StatementsAreExact.ofAccounts(log, accounts, upTo);
      const start = startOf(check);
      check.beginAt(start);
      const lines = { after: start, categories: CATEGORIES, limit: EVENTS_PER_PAGE };
      for await (const { events } of logPages(log, lines, upTo)) {
        for (const recorded of events)
          if (check.has(Number(recorded.metadata['account']) as AccountId)) check.take(recorded);
        await pace();
      }
      return { start, reports: check.concludeOnly(recent) };
    };
    const { start, reports } = await reportsFrom((check) => check.startFor(recent));
    if (reports.every(({ ok }) => ok) || start === LOG_START) return reports;
    return (await reportsFrom(() => LOG_START)).reports;
  }
}
