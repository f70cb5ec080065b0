/**
 * How often past rows were matched and blocks available, over all accounts, by month: nothing of it is anybody's. By
 * month, so that what is shown can follow what the blocks have learnt since.
 */
import { typedCollection } from '../../src/platform/projector/typed-collection.js';
import type { Units } from '../usage/usage.document.js';

export type CoverageDocument = {
  /** Rows on record that name a company by something that can be one. */
  readonly named: number;
  /** Those of them that were delivered. */
  readonly delivered: number;
  /** Delivered rows, by block; `pending` and `not_enabled` are neither. */
  readonly available: Units;
  readonly not_found: Units;
};

export const COVERAGE = typedCollection<CoverageDocument>('coverage');

/** @param day YYYY-MM-DD or a time of it, UTC */
export const coverageKey = (day: string): string => day.slice(0, 'YYYY-MM'.length);
