/** The command `billing explain`: shows the rows, requests and prices behind a figure or a charge. */
import { billSheet } from '../../investigate/sheets/bill.sheet.js';
import { chargeSheet } from '../../investigate/sheets/charge.sheet.js';
import type { UsageRange } from '../../billing/usage/usage-range.js';
import type { BillSubject } from '../../operator/billing/bill-figure.js';
import { explainBill, explainOneCharge } from '../../operator/billing/explain-bill.js';
import { BLOCK_KEYS, type BlockKey } from '../../../packages/contract/src/block-key.js';
import type { AccountId, JobId, KeyId } from '../../../packages/contract/src/ids.js';
import * as args from '../arguments.js';
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

/** The maximum number of listed jobs and, without `--limit`, of listed charges. */
const MAX_SHOWN = 20;
/** The maximum number of charges in JSON without `--limit`. */
const MAX_IN_JSON = 100_000;

export function addExplainCommand(billing: ProgramCommand): void {
  billing
    .command('explain')
    .description('explains a usage figure or a charge: its charges, rows, requests and prices')
    .option('--account <id>', 'a figure of this account, with --day or --month', args.asAccountId)
    .option('--job <id>', 'the bill of a job', args.asJobId)
    .option('--key <id>', 'the bill of a key', args.asKeyId)
    .option('--charge <id>', 'one charge', args.asChargeId)
    .option('--day <date>', 'UTC', args.asDay)
    .option('--month <month>', 'YYYY-MM, UTC', args.asMonth)
    .option('--block <block>', 'units of this block only', args.asOneOf(BLOCK_KEYS, 'a block'))
    .option('--limit <count>', 'the number of charges to list', args.asWholeNumber(0, 1_000_000))
    .option(...args.REASON_OPTION)
    .does(async (cli, options: Options) => {
      const { charge, reason = null } = options;
      if (charge !== undefined) {
        const explanation = await explainOneCharge(
          await cli.operator(),
          checkChargeAlone(charge, options),
          reason,
        );
        return cli.out.sheet(explanation, () => chargeSheet(explanation));
      }
      const { block = null, limit = cli.out.isJson ? MAX_IN_JSON : MAX_SHOWN } = options;
      const request = { subject: subjectOf(options), block, limit, reason };
      const bill = await explainBill(await cli.operator(), request);
      cli.out.sheet(bill, () => billSheet(bill, MAX_SHOWN));
    });
}

/** Returns the charge's id. @throws WrongRequest where options of a figure stand beside it */
function checkChargeAlone(id: string, { account, job, key, day, month, block }: Options): string {
  if ([account, job, key, day, month, block].some((value) => value !== undefined))
    return args.refuseUsage(
      '--charge names one charge. Leave out --account, --job, --key, --day, --month and --block.',
    );
  return id;
}

function subjectOf({ account, job, key, day, month }: Options): BillSubject {
  if (day !== undefined && month !== undefined) return args.refuseUsage('Name --day or --month, not both.');
  const range = day === undefined ? (month ?? null) : { from: day, to: day };
  const subjectCount = [account, job, key].filter((value) => value !== undefined).length;
  if (subjectCount !== 1) return args.refuseUsage('Name one of --account, --job, --key and --charge.');
  if (job !== undefined) return { job, range };
  if (key !== undefined) return { key, range };
  if (account === undefined || range === null) return args.refuseUsage('Name the days: --day or --month.');
  return { account, range };
}
