/**
 * How many rows an account may have open, and finish in a day without paying for any (Contract 3.15). Counted by the
 * read models, with what this process has accepted since they were read; while they are behind, with what all processes
 * have accepted by the log. Two processes at once may pass a cap by what each takes in within a second or so.
 */
import { OPEN_ROWS, openRowsKey } from '../../../projections/open-rows/open-rows.document.js';
import { UNBILLED_ROWS, unbilledRowsKey } from '../../../projections/unbilled-rows/unbilled-rows.document.js';
import type { Position } from '../../platform/event-store/event-store.js';
import { LOG_START } from '../../platform/event-store/event-store.js';
import { ReadModelNotReadyError } from '../../platform/projector/generation-reader.js';
import type { LiveReadModels } from '../../platform/projector/live-read-models.js';
import type { Clock } from '../../platform/time/clock.js';
import { dayOf } from '../../shared/calendar.js';
import type { AccountId } from '../../shared/ids.js';
import type { RowCapRefusal } from '../commands.js';
import type { JobSettings } from '../job-ports.js';
import { UncountedRows } from './uncounted-rows.js';

/** Rows of a submission that the counts may not have yet. */
interface Reserved {
  readonly outcome: 'reserved';
  readonly rows: number;
  /** Undefined while it is being written. */
  position?: Position;
}

/** The rows of an account that this process has accepted and its read models may not count yet. Keeps their sum: a busy account has thousands. */
class OwnRows {
  private readonly reserved = new Set<Reserved>();
  private sum = 0;

  get rows(): number {
    return this.sum;
  }

  add(reserved: Reserved): void {
    this.reserved.add(reserved);
    this.sum += reserved.rows;
  }

  delete(reserved: Reserved): void {
    if (this.reserved.delete(reserved)) this.sum -= reserved.rows;
  }

  /** The counts have them now. */
  deleteUpTo(seen: Position): void {
    for (const mine of this.reserved)
      if (mine.position !== undefined && mine.position <= seen) this.delete(mine);
  }

  /** Of those whose place in the log is known, up to this one. */
  rowsUpTo(read: Position): number {
    let rows = 0;
    for (const mine of this.reserved)
      if (mine.position !== undefined && mine.position <= read) rows += mine.rows;
    return rows;
  }

  newest(): Position {
    let last = LOG_START;
    for (const { position = LOG_START } of this.reserved) if (position > last) last = position;
    return last;
  }
}

export type RowCapSettings = Pick<JobSettings, 'maxOpenRows' | 'maxUnbilledRowsPerDay'>;

export interface RowCounts {
  readonly open: number;
  /** Of the UTC day that was asked for. */
  readonly unbilled: number;
}

type Models = Pick<LiveReadModels, 'find' | 'lanePosition' | 'waitFor'>;

interface Standing {
  readonly counts: RowCounts;
  readonly day: string;
  readonly readAt: number;
  /** Where the read models were at least. */
  readonly seen: Position;
  /** Accepted by other processes, and not in the counts. */
  readonly uncounted: number;
  readonly own: OwnRows;
}

/** Counts are good for so long while an account is far from its caps: one read serves many resolves. */
const GOOD_FOR_MS = 1_000;
/** A read model that is behind by more answers with what it has. */
const PATIENCE_MS = 500;
const OPEN_RETRY_SECONDS = 60;
const DAY_MS = 86_400_000;

/** What the read models know: nothing while they are being built for the first time. */
export async function rowCounts(
  models: Pick<Models, 'find'>,
  account: AccountId,
  day: string,
): Promise<RowCounts> {
  try {
    const open = await models.find(OPEN_ROWS, openRowsKey(account));
    const unbilled = await models.find(UNBILLED_ROWS, unbilledRowsKey(account, day));
    return { open: open?.rows ?? 0, unbilled: unbilled?.rows ?? 0 };
  } catch (error) {
    if (error instanceof ReadModelNotReadyError) return { open: 0, unbilled: 0 };
    throw error;
  }
}

export class RowCaps {
  private readonly accounts = new Map<AccountId, Standing>();
  private readonly own = new Map<AccountId, OwnRows>();

  /**
   * @param models null: nothing is capped
   * @param now milliseconds of a clock that is never set
   */
  constructor(
    private readonly models: Models | null,
    private readonly clock: Clock,
    private readonly settings: RowCapSettings,
    private readonly uncounted: UncountedRows,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** To be followed by `settle`, however the submission ends. */
  async reserve(account: AccountId, rows: number): Promise<Reserved | RowCapRefusal> {
    const reserved: Reserved = { outcome: 'reserved', rows };
    if (this.models === null) return reserved;
    const day = dayOf(this.clock.now());
    let standing = this.accounts.get(account);
    if (standing === undefined || standing.day !== day || this.now() - standing.readAt > GOOD_FOR_MS)
      standing = await this.read(this.models, account, day);
    if (this.retryAfter(standing, rows) !== null) {
      await this.passed(this.models, standing);
      standing = await this.read(this.models, account, day);
    }
    const retryAfter = this.retryAfter(standing, rows);
    if (retryAfter === null) {
      standing.own.add(reserved);
      return reserved;
    }
    const { maxOpenRows: max_open_rows, maxUnbilledRowsPerDay: max_unbilled_rows_per_day } = this.settings;
    return {
      outcome: 'too_many_open_rows',
      max_open_rows,
      max_unbilled_rows_per_day,
      retry_after: retryAfter,
    };
  }

  /** @param position where the read models must be to know of the rows; null: they were not accepted */
  settle(account: AccountId, reserved: Reserved, position: Position | null): void {
    if (position === null) this.own.get(account)?.delete(reserved);
    else reserved.position = position;
  }

  /** Seconds until the rows may fit; null where they do. */
  private retryAfter({ counts, uncounted, own }: Standing, rows: number): number | null {
    const now = this.clock.now().getTime();
    if (counts.unbilled >= this.settings.maxUnbilledRowsPerDay)
      return Math.ceil((DAY_MS - (now % DAY_MS)) / 1_000);
    return counts.open + uncounted + own.rows + rows > this.settings.maxOpenRows ? OPEN_RETRY_SECONDS : null;
  }

  /** Waits for the read models to know what this process has accepted and maybe finished. */
  private async passed(models: Models, { own }: Standing): Promise<void> {
    await models.waitFor('work', own.newest(), PATIENCE_MS);
  }

  private async read(models: Models, account: AccountId, day: string): Promise<Standing> {
    // The position first: what is counted after it is at least as new.
    const seen = (await models.lanePosition('work')) ?? LOG_START;
    const counts = await rowCounts(models, account, day);
    const readTo = await this.uncounted.after(seen);
    // Nobody else has a turn from here on. What another read has seen since then is taken out of its own rows already.
    const known = this.accounts.get(account);
    if (known !== undefined && known.seen > seen)
      return known.day === day ? known : this.read(models, account, day);
    const own = this.own.get(account) ?? new OwnRows();
    this.own.set(account, own);
    own.deleteUpTo(seen);
    const uncounted = Math.max(0, this.uncounted.of(account) - own.rowsUpTo(readTo));
    const standing = { counts, day, readAt: this.now(), seen, uncounted, own };
    this.accounts.set(account, standing);
    return standing;
  }
}
