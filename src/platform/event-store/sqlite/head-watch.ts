/** Notices what any connection has committed to the log's file. */
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { watch, type FSWatcher } from 'node:fs';
import { pragmaReader } from '../../sqlite/open-database.js';

/** In milliseconds. */
export interface WatchPauses {
  /** Between looks while commits come: one costs some microseconds, and wakes the thread. */
  readonly often: number;
  /** Without a commit for so long the log is at rest. */
  readonly restAfter: number;
  /** Between looks at rest: where the system tells of no write, and for a journal that is made anew. */
  readonly seldom: number;
}

const PAUSES: WatchPauses = { often: 25, restAfter: 2_000, seldom: 250 };

export class HeadWatch {
  private readonly dataVersion: () => number;
  private readonly journal: string;
  private version = 0;
  private timer: NodeJS.Timeout | undefined;
  private pauseMs = 0;
  private restsAt = 0;
  private told: FSWatcher | undefined;

  /** @param moved called after each commit that was noticed, several as one */
  constructor(
    database: DatabaseSyncInstance,
    file: string,
    private readonly moved: () => void,
    private readonly pauses: WatchPauses = PAUSES,
  ) {
    this.dataVersion = pragmaReader(database, 'data_version');
    this.journal = `${file}-wal`;
  }

  turn(on: boolean): void {
    this.stop();
    if (!on) return;
    this.hasMoved();
    this.lookOften();
    this.moved();
  }

  private stop(): void {
    clearInterval(this.timer);
    this.endTelling();
    this.pauseMs = 0;
  }

  /** It is no matter then whether the system tells. */
  private lookOften(): void {
    this.restsAt = performance.now() + this.pauses.restAfter;
    this.endTelling();
    this.lookEvery(this.pauses.often);
  }

  private lookEvery(milliseconds: number): void {
    if (this.pauseMs === milliseconds) return;
    this.pauseMs = milliseconds;
    clearInterval(this.timer);
    this.timer = setInterval(() => this.look(), milliseconds).unref();
  }

  private look(): void {
    if (this.hasMoved()) {
      this.lookOften();
      this.moved();
    }
    if (performance.now() < this.restsAt) return;
    this.lookEvery(this.pauses.seldom);
    this.beTold();
  }

  private hasMoved(): boolean {
    try {
      const version = this.dataVersion();
      const moved = version !== this.version;
      this.version = version;
      return moved;
    } catch {
      // An error of the disk shows in the next read, which reports it.
      return false;
    }
  }

  private beTold(): void {
    if (this.told !== undefined) return;
    try {
      // A write comes before its commit: from now on it is looked for often.
      this.told = watch(this.journal, { persistent: false }, () => {
        this.lookOften();
        this.look();
      });
      this.told.on('error', () => this.endTelling());
      // Of a moment before.
      this.look();
    } catch {
      // There is no journal yet, or no more watches: it is looked for seldom until there is.
    }
  }

  private endTelling(): void {
    this.told?.close();
    this.told = undefined;
  }
}
