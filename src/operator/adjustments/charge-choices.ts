/** Lists the choices of a form on charges: blocks and rows of a job, or blocks of an account. */
import { sortBlockKeys, type BlockKey } from '../../../packages/contract/src/block-key.js';
import type { AccountId, JobId } from '../../../packages/contract/src/ids.js';
import { dayOf } from '../../../packages/words/src/calendar.js';
import { unitEntries } from '../../billing/usage/priced-use.js';
import type { UsageRange } from '../../billing/usage/usage-range.js';
import { findAccount } from '../accounts/find-account.js';
import { showJob } from '../jobs/list-jobs.js';
import { driveLanesToHead, type OperatorServices } from '../operator.js';
import { showUsage, type UsageRequest } from '../usage/show-usage.js';
import { chargesToAdjust } from './adjust-charges.js';

/** The maximum number of rows of a job whose rows are listed. */
const MAX_LISTED_ROWS = 200;

export interface ChargeChoices {
  readonly account: AccountId;
  /** Blocks with a charge and their units, in the order of the catalogue. */
  readonly blocks: ReadonlyMap<BlockKey, number>;
  /** The first and the last day with a charge; null: there is none. */
  readonly days: UsageRange | null;
  /** Rows with a charge, each with its charged blocks; null where they are not listed. */
  readonly rows: ReadonlyMap<number, readonly BlockKey[]> | null;
}

/** @throws WrongRequest where there is no such job */
export async function choicesOfJob(operator: OperatorServices, job: JobId): Promise<ChargeChoices> {
  const { account_id: account, created_at, finished_at, counts } = await showJob(operator, job);
  const range = { from: dayOf(new Date(created_at)), to: dayOf(new Date()) };
  const blocksAndDays = await readBlocksAndDays(operator, { account, range, job });
  const listsRows = finished_at !== null && counts.total <= MAX_LISTED_ROWS;
  return { account, ...blocksAndDays, rows: listsRows ? await chargedRows(operator, account, job) : null };
}

/** @throws WrongRequest where there is no such account */
export async function choicesOfAccount(
  operator: OperatorServices,
  account: AccountId,
): Promise<ChargeChoices> {
  await driveLanesToHead(operator, 'access');
  const { opened_at } = await findAccount(operator, account);
  const range = { from: dayOf(new Date(opened_at ?? 0)), to: dayOf(new Date()) };
  return { account, ...(await readBlocksAndDays(operator, { account, range, job: null })), rows: null };
}

async function readBlocksAndDays(
  operator: OperatorServices,
  request: Pick<UsageRequest, 'account' | 'range' | 'job'>,
): Promise<Pick<ChargeChoices, 'blocks' | 'days'>> {
  const { items } = await showUsage(operator, { ...request, by: 'day' });
  const days = items.flatMap((item) => ('date' in item && item.units > 0 ? [item] : []));
  const sums = new Map<BlockKey, number>();
  for (const [block, units] of days.flatMap((day) => unitEntries(day.blocks)))
    sums.set(block, (sums.get(block) ?? 0) + units);
  const [from, to] = [days[0]?.date, days.at(-1)?.date];
  return {
    blocks: new Map(sortBlockKeys(sums.keys()).map((block) => [block, sums.get(block) ?? 0])),
    days: from === undefined || to === undefined ? null : { from, to },
  };
}

async function chargedRows(
  operator: OperatorServices,
  account: AccountId,
  job: JobId,
): Promise<ReadonlyMap<number, readonly BlockKey[]>> {
  const { charged } = await chargesToAdjust(operator, account, { job, row: null, block: null });
  const rows = new Map<number, BlockKey[]>();
  for (const { block, rows: rowSet } of charged.flatMap((chargedBlocksOfJob) => chargedBlocksOfJob.all()))
    for (let row = 0; row < rowSet.capacity; row++)
      if (rowSet.has(row)) rows.set(row, sortBlockKeys([...(rows.get(row) ?? []), block]));
  return new Map([...rows].sort(([a], [b]) => a - b));
}
