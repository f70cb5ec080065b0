/** Notices commits of any connection to the log's file. */
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { watch, type FSWatcher } from 'node:fs';
import { pragmaReader } from '../../sqlite/open-database.js';

/** In milliseconds. */
export interface WatchPauses {
  /** Between looks while commits come. A look costs some microseconds and wakes the thread. */
  readonly often: number;
  /** The log is at rest after so long without a commit. */
  readonly restAfter: number;
  /** Between looks at rest. They find commits the system doesn't report, and a journal file that is new. */
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
  private watcher: FSWatcher | undefined;

  /** @param moved called after each noticed commit; several commits may share a call */
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
    this.stopWatcher();
    this.pauseMs = 0;
  }

  /** While the timer looks often, the system's reports aren't needed. */
  private lookOften(): void {
    this.restsAt = performance.now() + this.pauses.restAfter;
    this.stopWatcher();
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
    this.startWatcher();
  }

  private hasMoved(): boolean {
    try {
      const version = this.dataVersion();
      const moved = version !== this.version;
      this.version = version;
      return moved;
    } catch {
      // The next read meets an error of the disk too, and reports it.
      return false;
    }
  }

  private startWatcher(): void {
    if (this.watcher !== undefined) return;
    try {
      // A write to the journal comes before its commit. So after a report the timer looks often.
      this.watcher = watch(this.journal, { persistent: false }, () => {
        this.lookOften();
        this.look();
      });
      this.watcher.on('error', () => this.stopWatcher());
      // A commit of the moment before the watch began.
      this.look();
    } catch {
      // There is no journal yet, or no watch is left: the timer looks seldom until there is.
    }
  }

  private stopWatcher(): void {
    this.watcher?.close();
    this.watcher = undefined;
  }
}
