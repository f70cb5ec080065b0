/** The fold of all charges: by account and day, by job, by key. */
import type { Logged } from '../../src/streams/envelope.js';
import type { DocumentOperation, Found } from '../../src/platform/projector/projection.js';
import { at, fieldsAt, put, update } from '../../src/platform/projector/operations.js';
import type { BlockKey } from '../../src/shared/block-key.js';
import type { JobId } from '../../src/shared/ids.js';
import { defineProjection } from '../define-projection.js';
import { withUse } from './add-use.js';
import type { Units } from './usage.document.js';
import {
  CHARGED_JOBS,
  USAGE_ACCOUNTS,
  USAGE_DAYS,
  USAGE_JOBS,
  USAGE_KEYS,
  chargedJobKey,
  usageAccountKey,
  usageDayKey,
  usageJobKey,
  usageKeyKey,
} from './usage.document.js';

interface Charge {
  readonly job_id: JobId;
  readonly rows: number;
  readonly units: Units;
}

const payer = ({ event }: { readonly event: { readonly data: { readonly job_id: JobId } } }) => [
  at(CHARGED_JOBS, chargedJobKey(event.data.job_id)),
];

function charged(
  { time, position }: Pick<Logged<unknown>, 'time' | 'position'>,
  found: Found,
  { job_id, rows, units }: Charge,
): readonly DocumentOperation[] {
  const paidBy = fieldsAt(found, CHARGED_JOBS, chargedJobKey(job_id));
  if (paidBy === undefined) throw new Error(`charges of ${job_id}, which was never submitted`);
  const { account_id, key_id } = paidBy;
  const day = time.slice(0, 'YYYY-MM-DD'.length);
  const use = { rows, units };
  return [
    update(USAGE_DAYS, usageDayKey(account_id, day), (current) =>
      withUse(current ?? { account_id, day }, use),
    ),
    update(USAGE_JOBS, usageJobKey(account_id, job_id, day), (current) =>
      withUse(current ?? { account_id, job_id, day }, use),
    ),
    update(USAGE_KEYS, usageKeyKey(account_id, key_id, day), (current) =>
      withUse(current ?? { account_id, key_id, day }, use),
    ),
    put(USAGE_ACCOUNTS, usageAccountKey(account_id), {
      account_id,
      as_of_position: position,
      as_of_time: time,
    }),
  ];
}

const oneUnit = (block: BlockKey): Units => ({ [block]: 1 });

export const usage = defineProjection({
  name: 'usage',
  version: 1,
  lane: 'billing',
  collections: [USAGE_DAYS, USAGE_JOBS, USAGE_KEYS, USAGE_ACCOUNTS, CHARGED_JOBS],
  lookups: { RowsRecorded: payer, BlockCharged: payer },
  on: {
    JobSubmitted: ({ event: { data } }) => [
      put(CHARGED_JOBS, chargedJobKey(data.job_id), { account_id: data.account_id, key_id: data.key_id }),
    ],
    RowsRecorded: (recorded, found) => {
      const { job_id, charged: rows, units } = recorded.event.data;
      return rows === 0 ? [] : charged(recorded, found, { job_id, rows, units });
    },
    BlockCharged: (late, found) => {
      const { job_id, block } = late.event.data;
      return charged(late, found, { job_id, rows: 0, units: oneUnit(block) });
    },
  },
});
