/** Counts matched rows and available blocks by month, over all accounts: no figure is of one customer. */
import { typedCollection } from '../../packages/platform/src/projector/typed-collection.js';
import type { Units } from '../usage/usage.document.js';

export type CoverageDocument = {
  /** Recorded rows that name a company by a possible name, number or domain. */
  readonly named: number;
  readonly delivered: number;
  /** Delivered rows by block. Blocks that are `pending` or `not_enabled` count in neither figure. */
  readonly available: Units;
  readonly not_found: Units;
};

export const COVERAGE = typedCollection<CoverageDocument>('coverage');

/** @param day YYYY-MM-DD or an ISO time, UTC */
export const coverageKey = (day: string): string => day.slice(0, 'YYYY-MM'.length);
