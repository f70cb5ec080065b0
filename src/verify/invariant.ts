/** What every check of `verify` is: it sees every event of the log once and reports at the end what it found. */
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
 * events before it; `conclude` is called once, at the end. Both touch nothing but the check's own memory.
 */
export interface InvariantCheck {
  observe(entry: LoggedEvent, place: Place): void;
  conclude(judged: Judged): InvariantReport;
}

/** A fault usually concerns many rows: more offenders than this are only counted. */
export const MOST_LISTED = 100;

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
