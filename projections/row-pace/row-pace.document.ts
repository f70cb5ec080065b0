/** Counts recorded and failed rows by minute of the day, over all accounts. The next day overwrites them. */
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
