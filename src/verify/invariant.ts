/** What every check of `verify` is: it sees every event of the log once and reports at the end what it found. */
import type { EventStore, Position } from '../platform/event-store/event-store.js';
import type { LoggedEvent } from '../streams/index.js';
import type { Place } from './pass-memory.js';
import { offence, type Offender } from './offender.js';

export interface InvariantReport {
  /** The number of the invariant: 1 is Architecture 8.1. */
  readonly id: number;
  readonly name: string;
  /** How many things were checked; `counted` says which. */
  readonly checked: number;
  readonly counted: string;
  readonly ok: boolean;
  /** At most `MOST_LISTED`, in log order. */
  readonly offenders: readonly Offender[];
  readonly offenders_total: number;
  /** What else an operator should know, e.g. how many jobs are unfinished. */
  readonly note: string | null;
}

/**
 * Whether jobs that have not ended are judged by what is in the log so far: at its head they are, amid it not, where the
 * rest of an append may be the next event.
 */
export type Judged = 'all jobs' | 'ended jobs';

/**
 * An invariant's check. `observe` sees every logical event once, in log order, with what is known of its job from the
 * events before it; `end` is called once, behind the last. Both touch nothing but the check's own memory.
 */
export interface InvariantCheck {
  readonly findings: Findings;
  observe(entry: LoggedEvent, place: Place): void;
  /** Finds what can only be said at the end. Returns what else an operator should know, or nothing. */
  end?(judged: Judged): string | null;
}

/** How far a walk over the log has come, and what may be read there. */
export interface Reach {
  readonly log: Pick<EventStore, 'readAll' | 'readStream'>;
  /** Inclusive. */
  readonly upTo: Position;
  /** Called between small portions of work: rests, where the walk must not take a whole core. */
  readonly pace: () => Promise<void>;
}

/** What needs more than the events of a walk: it is compared with read models, or read again. */
export interface Comparison {
  /** `judged`: false for an event from before the walk began, which is only to be known. */
  observe(entry: LoggedEvent, place: Place, judged: boolean): void;
  /** What was found since the last call. */
  settle(reach: Reach): Promise<readonly InvariantReport[]>;
}

/** A fault usually concerns many rows: more offenders than this are only counted. */
const MOST_LISTED = 100;

/** What a check has found so far. */
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
    if (this.listed.length < MOST_LISTED) this.listed.push(offender);
  }

  /** An event offends. */
  found(...said: Parameters<typeof offence>): void {
    this.offend(offence(...said));
  }

  report(note: string | null = null): InvariantReport {
    const { id, name, checked, counted, listed: offenders, total: offenders_total } = this;
    return { id, name, checked, counted, ok: offenders_total === 0, offenders, offenders_total, note };
  }
}

/** Invariants that several files say something of. */
export const usageFindings = (): Findings => new Findings(5, 'usage is the fold of charges', 'usage figures');
export const pagesFindings = (): Findings =>
  new Findings(6, 'pages give each row once, in order', 'jobs with pages');

/** Reports of the same invariants as one each, in the invariants' order. */
export function mergedReports(
  ...reports: readonly (readonly InvariantReport[])[]
): readonly InvariantReport[] {
  const merged = new Map<number, InvariantReport>();
  for (const report of reports.flat()) {
    const known = merged.get(report.id);
    merged.set(report.id, known === undefined ? report : added(known, report));
  }
  return [...merged.values()].sort((a, b) => a.id - b.id);
}

const added = (a: InvariantReport, b: InvariantReport): InvariantReport => ({
  ...a,
  checked: a.checked + b.checked,
  ok: a.ok && b.ok,
  offenders: [...a.offenders, ...b.offenders].slice(0, MOST_LISTED),
  offenders_total: a.offenders_total + b.offenders_total,
  note: b.note ?? a.note,
});
