/**
 * Caps the rows that an account may have open, and the rows that it may finish in a day without paying for
 * any (Contract 3.15). The read models count these rows, and this process adds the rows that it has accepted
 * since its last read. While the read models are behind, the rows that they lack are read from the log. Two
 * processes may together exceed a cap by the rows that each accepts within about a second.
 */
import { OPEN_ROWS } from '../../../projections/open-rows/open-rows.document.js';
import { UNBILLED_ROWS, unbilledRowsKey } from '../../../projections/unbilled-rows/unbilled-rows.document.js';
import { LOG_START, type Position } from '../../../packages/platform/src/event-store/event-store.js';
import { whenReady } from '../../../packages/platform/src/projector/generation-reader.js';
import type { LiveReadModels } from '../../../packages/platform/src/projector/live-read-models.js';
import type { Clock } from '../../../packages/platform/src/time/clock.js';
import { dayOf } from '../../../packages/words/src/calendar.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import type { RowCapRefusal } from '../commands.js';
import type { JobSettings } from '../job-ports.js';
import { UncountedRows } from './uncounted-rows.js';
import { accountPart } from '../../../projections/key-parts.js';

/** The rows of one submission that the read models may not count yet. */
interface RowReservation {
  readonly outcome: 'reserved';
  readonly rows: number;
  /** Undefined while the submission is being written. */
  position?: Position;
}

/** The rows that this process has accepted for an account and that the read models may not count yet. */
class OwnRows {
  private readonly reservations = new Set<RowReservation>();
  rows = 0;

  add(reservation: RowReservation): void {
    this.reservations.add(reservation);
    this.rows += reservation.rows;
  }

  delete(reservation: RowReservation): void {
    if (this.reservations.delete(reservation)) this.rows -= reservation.rows;
  }

  deleteUpTo(position: Position): void {
    for (const reservation of this.reservations)
      if (reservation.position !== undefined && reservation.position <= position) this.delete(reservation);
  }

  /** Returns the sum of the rows whose position in the log is known and not after `limit`. */
  rowsUpTo(limit: Position): number {
    let rows = 0;
    for (const reservation of this.reservations)
      if (reservation.position !== undefined && reservation.position <= limit) rows += reservation.rows;
    return rows;
  }

  newestPosition(): Position {
    let newest = LOG_START;
    for (const { position = LOG_START } of this.reservations) if (position > newest) newest = position;
    return newest;
  }
}

export interface AccountRowCounts {
  readonly open: number;
  /** Rows finished without a charge in the UTC day that was read. */
  readonly unbilled: number;
}

type Models = Pick<LiveReadModels, 'find' | 'lanePosition' | 'waitFor'>;

/** The counts of an account as this process last read them. */
interface CachedCounts {
  readonly counts: AccountRowCounts;
  readonly day: string;
  readonly readAtMs: number;
  /** The read models have passed at least this position. */
  readonly seenPosition: Position;
  /** Rows that other processes have accepted and that `counts` lacks. */
  readonly uncountedRows: number;
  readonly ownRows: OwnRows;
}

/** The time for which counts are reused below the caps, so that one read serves many resolves. */
const REUSE_MS = 1_000;
/** The time to wait for read models that lack rows of this process. After that their counts are used. */
const MODEL_WAIT_MS = 500;
/** The time after which a client should try again when the cap on open rows refused it. */
const OPEN_RETRY_SECONDS = 60;
const DAY_MS = 86_400_000;

/** Reads the counts of an account. They are 0 while the read models are built for the first time. */
export async function readAccountRowCounts(
  models: Pick<Models, 'find'>,
  account: AccountId,
  day: string,
): Promise<AccountRowCounts> {
  const readCounts = async (): Promise<AccountRowCounts> => {
    const openDocument = await models.find(OPEN_ROWS, accountPart(account));
    const unbilledDocument = await models.find(UNBILLED_ROWS, unbilledRowsKey(account, day));
    return { open: openDocument?.rows ?? 0, unbilled: unbilledDocument?.rows ?? 0 };
  };
  return whenReady(readCounts, { open: 0, unbilled: 0 });
}

export class RowCaps {
  private readonly countsByAccount = new Map<AccountId, CachedCounts>();
  private readonly ownRowsByAccount = new Map<AccountId, OwnRows>();

  /** @param models if null, no rows are capped @param nowMs returns monotonic milliseconds */
  constructor(
    private readonly models: Models | null,
    private readonly clock: Clock,
    private readonly settings: Pick<JobSettings, 'maxOpenRows' | 'maxUnbilledRowsPerDay'>,
    private readonly uncountedRows: UncountedRows,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** Reserves room for the rows. The caller must call `settle` afterwards, however the submission ends. */
  async reserve(account: AccountId, rows: number): Promise<RowReservation | RowCapRefusal> {
    const reservation: RowReservation = { outcome: 'reserved', rows };
    if (this.models === null) return reservation;
    const day = dayOf(this.clock.now());
    let current = this.countsByAccount.get(account);
    if (current === undefined || current.day !== day || this.nowMs() - current.readAtMs > REUSE_MS)
      current = await this.read(this.models, account, day);
    if (this.retryAfterSeconds(current, rows) !== null) {
      await this.models.waitFor('work', current.ownRows.newestPosition(), MODEL_WAIT_MS);
      current = await this.read(this.models, account, day);
    }
    const retry_after = this.retryAfterSeconds(current, rows);
    if (retry_after === null) {
      current.ownRows.add(reservation);
      return reservation;
    }
    const { maxOpenRows: max_open_rows, maxUnbilledRowsPerDay: max_unbilled_rows_per_day } = this.settings;
    return { outcome: 'too_many_open_rows', max_open_rows, max_unbilled_rows_per_day, retry_after };
  }

  /** @param position where the rows were accepted in the log, or null if they were refused */
  settle(account: AccountId, reservation: RowReservation, position: Position | null): void {
    if (position === null) this.ownRowsByAccount.get(account)?.delete(reservation);
    else reservation.position = position;
  }

  /** Returns the seconds until the rows may fit, or null if they fit now. */
  private retryAfterSeconds({ counts, uncountedRows, ownRows }: CachedCounts, rows: number): number | null {
    if (counts.unbilled >= this.settings.maxUnbilledRowsPerDay)
      return Math.ceil((DAY_MS - (this.clock.now().getTime() % DAY_MS)) / 1_000);
    return counts.open + uncountedRows + ownRows.rows + rows > this.settings.maxOpenRows
      ? OPEN_RETRY_SECONDS
      : null;
  }

  private async read(models: Models, account: AccountId, day: string): Promise<CachedCounts> {
    // The position is read first: counts that are read later are at least as new.
    const seenPosition = (await models.lanePosition('work')) ?? LOG_START;
    const counts = await readAccountRowCounts(models, account, day);
    const readTo = await this.uncountedRows.readAfter(seenPosition);
    // Another read may have stored newer counts meanwhile. They are kept. Nothing is awaited from here on.
    const newerCounts = this.countsByAccount.get(account);
    if (newerCounts !== undefined && newerCounts.seenPosition > seenPosition)
      return newerCounts.day === day ? newerCounts : this.read(models, account, day);
    const ownRows = this.ownRowsByAccount.get(account) ?? new OwnRows();
    this.ownRowsByAccount.set(account, ownRows);
    ownRows.deleteUpTo(seenPosition);
    const uncountedRows = Math.max(0, this.uncountedRows.rowsOf(account) - ownRows.rowsUpTo(readTo));
    const current = { counts, day, readAtMs: this.nowMs(), seenPosition, uncountedRows, ownRows };
    this.countsByAccount.set(account, current);
    return current;
  }
}
