/**
 * Checks the invariants for events after a checkpoint, each judged as in a walk from the beginning of the
 * log. Figures and pages are compared when their job has ended. Memory is bounded by the jobs under way and
 * by the events seen since this check was made.
 */
import type { Position } from '../../../packages/platform/src/event-store/event-store.js';
import type { ComparedReadModels } from '../documents.js';
import type { InvariantReport } from '../invariant.js';
import { GivenLists } from '../checks/given-lists.js';
import { PriceStarts } from '../price-starts.js';
import { ReversedOnce } from '../checks/reversed-once.check.js';
import { Walk, type WalkSource } from '../walk.js';
import { RecentJobs } from './recent-jobs.js';
import { RecentStatements } from './recent-statements.js';

export interface RecentSource extends WalkSource {
  readonly readModels: ComparedReadModels;
}

/** Advance it only to positions that the pages and billing lanes have passed. */
export class RecentCheck extends Walk {
  private readonly jobs: RecentJobs;

  /** @param checked everything up to this position was checked before */
  constructor(source: RecentSource, checked: Position) {
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
