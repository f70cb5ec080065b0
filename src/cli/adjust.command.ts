/** The commands `billing adjust` and `billing reprice`: take charges back, and correct their prices. */
import { writeFileSync } from 'node:fs';
import type * as AdjustCharges from '../operator/adjustments/adjust-charges.js';
import { adjustmentSheet, nothingToAdjustSheet } from '../operator/adjustments/adjustment.sheet.js';
import type { ChargeSelection } from '../operator/adjustments/charges-to-adjust.js';
import type { OperatorServices } from '../operator/operator.js';
import { NotDone } from '../../packages/platform/src/errors/refusal.js';
import { BLOCK_KEYS, type BlockKey } from '../../packages/contract/src/block-key.js';
import type { AccountId, AdjustmentId, JobId } from '../../packages/contract/src/ids.js';
import { ADJUSTMENT_REASONS, type AdjustmentReason } from '../streams/adjustments/adjustments.events.js';
import * as args from './arguments.js';
import type { ProgramCommand } from './command-line.js';
import type { Output } from './output.js';

interface AdjustOptions {
  account?: AccountId;
  job?: JobId;
  row?: number;
  from?: string;
  to?: string;
  block?: BlockKey;
  reverse?: AdjustmentId;
  reason: AdjustmentReason;
  note: string;
  dryRun: boolean;
  promise?: string;
}

const ACCOUNT_OPTION = ['--account <id>', 'account id', args.asAccountId] as const;
const JOB_OPTION = ['--job <id>', 'charges of this job, which must have ended', args.asJobId] as const;
const ROW_OPTION = ['--row <n>', 'charges of this row only, from 0', args.asRow] as const;
const FROM_OPTION = [
  '--from <date>',
  'charges of this day (UTC) and later, of jobs that have ended',
  args.asDay,
] as const;
const TO_OPTION = ['--to <date>', 'charges up to this day, inclusive', args.asDay] as const;

/** The option `--reason` of commands that change what is owed. */
export const ADJUSTMENT_REASON_OPTION = [
  '--reason <reason>',
  ADJUSTMENT_REASONS.join(', '),
  args.asOneOf(ADJUSTMENT_REASONS, 'a reason'),
] as const;

/** The option that names the file of the signed note, which promises the customer the entry. */
export const PROMISE_OPTION = [
  '--promise <file>',
  'also write the note for the customer to this file',
] as const;

/** Prints the result. Writes the note to its file, if one is named. @throws NotDone where there is no note */
export function printAdjustment(
  out: Output,
  result: AdjustCharges.AdjustmentResult,
  promiseFile: string | undefined,
): void {
  out.sheet(result, () =>
    result.adjustment_id === null ? nothingToAdjustSheet(result.held_by) : adjustmentSheet(result),
  );
  if (promiseFile === undefined) return;
  const { promise, no_promise: reason = 'Nothing was written, so nothing is promised.' } = result;
  if (promise == null) throw new NotDone('no_promise', reason);
  writeFileSync(promiseFile, promise);
}

interface RepriceOptions extends AdjustOptions {
  account: AccountId;
  block: BlockKey;
  price: string;
}

export function addRepriceCommand(billing: ProgramCommand): void {
  billing
    .command('reprice')
    .description('corrects a wrong price of charges; `billing adjust --reverse` takes that back')
    .requiredOption(...ACCOUNT_OPTION)
    .option(...JOB_OPTION)
    .option(...ROW_OPTION)
    .option(...FROM_OPTION)
    .option(...TO_OPTION)
    .requiredOption('--block <block>', 'the block whose price was wrong', args.asOneOf(BLOCK_KEYS, 'a block'))
    .requiredOption('--price <price>', 'the corrected price of one unit, such as 0.0150')
    .requiredOption(...ADJUSTMENT_REASON_OPTION)
    .requiredOption('--note <text>', 'why, in your own words; stays in the log', args.asSentence)
    .option(...PROMISE_OPTION)
    .option('--dry-run', 'only show what would be written, with the state before and after', false)
    .does(async (cli, options: RepriceOptions) => {
      const { account, block, price, reason, note, dryRun } = options;
      const target = { ...selectionOf(options), block, price };
      const { repriceAccountCharges } = await import('../operator/adjustments/adjust-charges.js');
      const request = { target, reason, note, dryRun };
      const result = await repriceAccountCharges(await cli.operator(), account, request);
      printAdjustment(cli.out, result, options.promise);
    });
}

export function addAdjustCommand(billing: ProgramCommand): void {
  billing
    .command('adjust')
    .description(
      'takes charges back, all that are named or none; or reverses an adjustment, a repricing or a credit',
    )
    .option(...ACCOUNT_OPTION)
    .option(...JOB_OPTION)
    .option(...ROW_OPTION)
    .option(...FROM_OPTION)
    .option(...TO_OPTION)
    .option('--block <block>', 'units of this block only', args.asOneOf(BLOCK_KEYS, 'a block'))
    .option('--reverse <id>', 'the adjustment, repricing or credit to reverse', args.asAdjustmentId)
    .requiredOption(...ADJUSTMENT_REASON_OPTION)
    .requiredOption('--note <text>', 'why, in your own words; stays in the log', args.asSentence)
    .option(...PROMISE_OPTION)
    .option('--dry-run', 'only show what would be written', false)
    .does(async (cli, options: AdjustOptions) => {
      const adjust = chooseAdjustment(options);
      // The handlers are loaded here, so that commands that only read start without them.
      const result = await adjust(
        await cli.operator(),
        await import('../operator/adjustments/adjust-charges.js'),
      );
      printAdjustment(cli.out, result, options.promise);
    });
}

type Adjust = (
  operator: OperatorServices,
  handlers: typeof AdjustCharges,
) => Promise<AdjustCharges.AdjustmentResult>;

/** Returns the call that the options ask for: an adjustment or a reversal. */
function chooseAdjustment(options: AdjustOptions): Adjust {
  const { account, reverse, reason, note, dryRun } = options;
  const terms = { reason, note, dryRun };
  if (reverse === undefined) {
    const charges = selectionOf(options);
    if (account === undefined) return args.refuseUsage('Name the --account whose charges are adjusted.');
    return (operator, { adjustAccountCharges }) =>
      adjustAccountCharges(operator, account, { target: charges, ...terms });
  }
  const { job, row, from, to, block } = options;
  if ([account, job, row, from, to, block].some((value) => value !== undefined))
    return args.refuseUsage(
      '--reverse reverses a whole adjustment: combine it with --reason and --note only.',
    );
  return (operator, { reverseAccountAdjustment }) =>
    reverseAccountAdjustment(operator, { target: reverse, ...terms });
}

function selectionOf({ job, row, from, to, ...options }: AdjustOptions): ChargeSelection {
  const block = options.block ?? null;
  if (job !== undefined) {
    if (from !== undefined || to !== undefined)
      return args.refuseUsage('--job and --from --to exclude each other.');
    return { job, row: row ?? null, block };
  }
  if (row !== undefined) return args.refuseUsage('--row needs the --job of the row.');
  if (from === undefined || to === undefined)
    return args.refuseUsage('Name a --job, or --from and --to, or an adjustment to --reverse.');
  return from <= to ? { from, to, block } : args.refuseUsage('--from must not be later than --to.');
}
