/** Makes the items of usage by job and by key, which operators see. */
import type { UsageJobDocument, UsageKeyDocument } from '../../../projections/usage/usage.document.js';
import { groupBy } from '../../../packages/platform/src/values/group-by.js';
import type { JobId, KeyId } from '../../../packages/contract/src/ids.js';
import { costFields, totalOf, unitsOfUse, type UsedDays } from './usage-body.js';
import type { Cost } from './usage-schemas.js';

interface UsageOfOwner extends Cost {
  readonly rows: number;
  readonly units: number;
}
export interface JobItem extends UsageOfOwner {
  readonly job_id: JobId;
}
export interface KeyItem extends UsageOfOwner {
  readonly key_id: KeyId;
}

/** Returns the items in the order of submission. */
export const jobItems = (figures: UsedDays<UsageJobDocument>): readonly JobItem[] =>
  usageByOwner(figures, ({ job_id }) => job_id).map(([id, use]) => ({ job_id: id as JobId, ...use }));

export const keyItems = (figures: UsedDays<UsageKeyDocument>): readonly KeyItem[] =>
  usageByOwner(figures, ({ key_id }) => key_id).map(([id, use]) => ({ key_id: id as KeyId, ...use }));

function usageByOwner<Day extends UsageJobDocument | UsageKeyDocument>(
  figures: UsedDays<Day>,
  idOf: (day: Day) => string,
): (readonly [id: string, use: UsageOfOwner])[] {
  return [...groupBy(figures.days, idOf)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, days]) => [
      id,
      {
        rows: totalOf(days, ({ rows }) => rows),
        units: totalOf(days, unitsOfUse),
        ...costFields(figures, days),
      },
    ]);
}
