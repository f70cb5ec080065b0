/** The interfaces of checks and comparisons, and the reports of their findings. */
import type { EventStore, Position } from '../../packages/platform/src/event-store/event-store.js';
import type { LoggedEvent } from '../streams/index.js';
import type { Place } from './pass-memory.js';
import { groupBy } from '../../packages/platform/src/values/group-by.js';
import { offence, type Offender } from './offender.js';

export interface InvariantReport {
  /** The number of the invariant: 1 is Architecture 8.1. */
  readonly id: number;
  readonly name: string;
  /** The number of things that were checked. */
  readonly checked: number;
  /** The things that `checked` counts. */
  readonly counted: string;
  readonly ok: boolean;
  /** The offenders in log order, at most `MAX_LISTED`. */
  readonly offenders: readonly Offender[];
  readonly offenders_total: number;
  /** More for the operator, such as how many jobs are unfinished. */
  readonly note: string | null;
}

/**
 * The jobs that a check judges at its end. It judges unfinished ones only at the head of the log: in the
 * middle, the next event may belong to the same append.
 */
export type JudgedJobs = 'all jobs' | 'ended jobs';

/**
 * An invariant's check. `observe` gets every logical event once, in log order, with what earlier events say
 * of its job. `end` is called once, after the last event. Both change nothing but the check's own memory.
 */
export interface InvariantCheck {
  readonly findings: Findings;
  observe(entry: LoggedEvent, place: Place): void;
  /** Reports what shows only at the end. Returns the report's `note`. */
  end?(judged: JudgedJobs): string | null;
}

/** The log, and how far the walk over it has come. */
export interface Reach {
  readonly log: Pick<EventStore, 'readAll' | 'readStream'>;
  /** Inclusive. */
  readonly upTo: Position;
  /** Called between small portions of work; rests where the walk must not take a whole core. */
  readonly pace: () => Promise<void>;
}

/** A check that needs more than the events of a walk: read models, or parts of the log a second time. */
export interface Comparison {
  /** @param isJudged false for an event from before the walk began, which is remembered and not judged */
  observe(entry: LoggedEvent, place: Place, isJudged: boolean): void;
  /** Compares, and reports what was found since the last call. */
  settle(reach: Reach): Promise<readonly InvariantReport[]>;
}

/** The maximum number of listed offenders. Others are only counted, since one fault may concern many rows. */
const MAX_LISTED = 100;

/** The findings of a check so far. */
export class Findings {
  checked = 0;
  private readonly listed: Offender[] = [];
  private total = 0;

  constructor(
    private readonly id: number,
    private readonly name: string,
    private readonly counted: string,
  ) {}

  offend(offender: Offender): void {
    this.total++;
    if (this.listed.length < MAX_LISTED) this.listed.push(offender);
  }

  /** Reports an event as an offender. */
  blame(...said: Parameters<typeof offence>): void {
    this.offend(offence(...said));
  }

  report(note: string | null = null): InvariantReport {
    const { id, name, checked, counted, listed: offenders, total: offenders_total } = this;
    return { id, name, checked, counted, ok: offenders_total === 0, offenders, offenders_total, note };
  }
}

/** Findings of invariants that several files check. */
export const chargeFindings = (): Findings =>
  new Findings(3, 'every charge stands on a delivered row', 'charge entries');
export const usageFindings = (): Findings => new Findings(5, 'usage is the fold of charges', 'usage figures');
export const pagesFindings = (): Findings =>
  new Findings(6, 'pages give each row once, in order', 'jobs with pages');

/** Merges the reports of each invariant into one, in the invariants' order. */
export const mergedReports = (
  ...reports: readonly (readonly InvariantReport[])[]
): readonly InvariantReport[] =>
  [...groupBy(reports.flat(), ({ id }) => String(id)).values()]
    .map((reportsOfOne) => reportsOfOne.reduce(sumOfReports))
    .sort((a, b) => a.id - b.id);

const sumOfReports = (a: InvariantReport, b: InvariantReport): InvariantReport => ({
  ...a,
  checked: a.checked + b.checked,
  ok: a.ok && b.ok,
  offenders: [...a.offenders, ...b.offenders].slice(0, MAX_LISTED),
  offenders_total: a.offenders_total + b.offenders_total,
  note: b.note ?? a.note,
});
