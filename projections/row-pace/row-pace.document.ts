/**
 * Counts the rows that were recorded in a minute, and the reasons of failed rows, over all accounts: no
 * figure is of a single customer. Each minute of the day has one document, which the next day overwrites.
 */
import { typedCollection } from '../../packages/platform/src/projector/typed-collection.js';
import type { ReasonCode } from '../../packages/contract/src/reason-code.js';

export type RowPaceDocument = {
  /** YYYY-MM-DDTHH:MM, UTC. */
  readonly minute: string;
  readonly rows: number;
  /** Rows that failed as a whole. */
  readonly failed: Readonly<Partial<Record<ReasonCode, number>>>;
};

export const ROW_PACE = typedCollection<RowPaceDocument>('row_pace');

/** @param time an ISO time, UTC */
export const minuteOf = (time: string): string => time.slice(0, 'YYYY-MM-DDTHH:MM'.length);

export const rowPaceKey = (minute: string): string => minute.slice('YYYY-MM-DDT'.length);
