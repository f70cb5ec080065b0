/** `billing explain`: from a figure, or a charge, down to what it stands on. */
import { billSheet } from '../../investigate/sheets/bill.sheet.js';
import { chargeSheet } from '../../investigate/sheets/charge.sheet.js';
import type { UsageRange } from '../../billing/usage/usage-range.js';
import type { BillSubject } from '../../operator/billing/bill-figure.js';
import { explainBill, explainOneCharge } from '../../operator/billing/explain-bill.js';
import { WrongRequest } from '../../operator/refusal.js';
import { BLOCK_KEYS, type BlockKey } from '../../shared/block-key.js';
import type { AccountId, JobId, KeyId } from '../../shared/ids.js';
import * as words from '../arguments.js';
import type { ProgramCommand } from '../command-line.js';

interface Options {
  account?: AccountId;
  job?: JobId;
  key?: KeyId;
  charge?: string;
  day?: string;
  month?: UsageRange;
  block?: BlockKey;
  limit?: number;
  reason?: string;
}

/** Jobs that are listed, and charges where no limit is named. */
const MOST_SHOWN = 20;
const MOST_IN_JSON = 100_000;

export function explainCommand(billing: ProgramCommand): void {
  billing
    .command('explain')
    .description('what a figure of usage, or one charge, stands on: charges, rows, requests, prices')
    .option('--account <id>', 'a figure of this account, with --day or --month', words.accountId)
    .option('--job <id>', 'the bill of a job', words.jobId)
    .option('--key <id>', 'the bill of a key', words.keyId)
    .option('--charge <id>', 'one charge', words.chargeId)
    .option('--day <date>', 'UTC', words.day)
    .option('--month <month>', 'YYYY-MM, UTC', words.month)
    .option('--block <block>', 'units of this block only', words.oneOf(BLOCK_KEYS, 'a block'))
    .option('--limit <count>', 'charges to list', words.wholeNumber(0, 1_000_000))
    .option('--reason <reason>', 'why you look; stays in the log', words.sentence)
    .does(async (cli, options: Options) => {
      const { charge, reason = null } = options;
      if (charge !== undefined) {
        const found = await explainOneCharge(await cli.operator(), onlyCharge(charge, options), reason);
        return cli.out.sheet(found, () => chargeSheet(found));
      }
      const { block = null, limit = cli.out.json ? MOST_IN_JSON : MOST_SHOWN } = options;
      const wish = { subject: whatOf(options), block, most: limit, reason };
      const bill = await explainBill(await cli.operator(), wish);
      cli.out.sheet(bill, () => billSheet(bill, MOST_SHOWN));
    });
}

const wrongUse = (detail: string): WrongRequest => new WrongRequest('wrong_use', detail);

/** One charge needs no other word to be found. */
function onlyCharge(id: string, { account, job, key, day, month, block }: Options): string {
  if ([account, job, key, day, month, block].some((word) => word !== undefined))
    throw wrongUse(
      '--charge names one charge: leave --account, --job, --key, --day, --month and --block out.',
    );
  return id;
}

function whatOf({ account, job, key, day, month }: Options): BillSubject {
  if (day !== undefined && month !== undefined) throw wrongUse('Name --day or --month, not both.');
  const range = day === undefined ? (month ?? null) : { from: day, to: day };
  const named = [account, job, key].filter((word) => word !== undefined).length;
  if (named !== 1) throw wrongUse('Name one of --account, --job, --key and --charge.');
  if (job !== undefined) return { job, range };
  if (key !== undefined) return { key, range };
  if (account === undefined || range === null) throw wrongUse('Name the days: --day or --month.');
  return { account, range };
}
