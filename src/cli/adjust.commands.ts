/** The commands `billing adjust`, `reprice` and `credit`: take back charges, correct prices, give credits. */
import { writeFileSync } from 'node:fs';
import type {
  AdjustmentRequest,
  AdjustmentResult,
  ChargeSelection,
} from '../operator/adjustments/adjust-charges.js';
import { adjustmentSheet, nothingToAdjustSheet } from '../operator/adjustments/adjustment.sheet.js';
import { NotDone } from '../../packages/platform/src/errors/refusal.js';
import { BLOCK_KEYS, type BlockKey } from '../../packages/contract/src/block-key.js';
import type { AdjustmentId, JobId } from '../../packages/contract/src/ids.js';
import { ADJUSTMENT_REASONS } from '../streams/adjustments/adjustments.events.js';
import * as args from './arguments.js';
import type { Cli, ProgramCommand } from './command-line.js';
import type { Output } from './output.js';

/** Loads the handlers on first use, so that commands that only read start without them. */
const loadHandlers = () => import('../operator/adjustments/adjust-charges.js');

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
const ADJUSTMENT_REASON_OPTION = [
  '--reason <reason>',
  ADJUSTMENT_REASONS.join(', '),
  args.asOneOf(ADJUSTMENT_REASONS, 'a reason'),
] as const;

/** The option that names the file of the signed note, which promises the customer the entry. */
const PROMISE_OPTION = ['--promise <file>', 'also write the note for the customer to this file'] as const;

/** Prints the result. Writes the note to its file, if one is named. @throws NotDone where there is no note */
function printAdjustment(out: Output, result: AdjustmentResult, promiseFile: string | undefined): void {
  const isEmpty = result.adjustment_id === null;
  out.sheet(result, isEmpty ? ({ held_by }) => nothingToAdjustSheet(held_by) : adjustmentSheet);
  if (promiseFile === undefined) return;
  const { promise, no_promise: reason = 'Nothing was written, so nothing is promised.' } = result;
  if (promise == null) throw new NotDone('no_promise', reason);
  writeFileSync(promiseFile, promise);
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
    .does(async (cli, { account, price, reason, note, dryRun, promise, ...selection }) => {
      const target = { ...selectionOf(selection), block: selection.block, price };
      const { repriceAccountCharges } = await loadHandlers();
      const request = { target, reason, note, dryRun };
      printAdjustment(cli.out, await repriceAccountCharges(await cli.operator(), account, request), promise);
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
    .does(async (cli, { account, reverse, reason, note, dryRun, promise, ...selection }) => {
      const terms = { reason, note, dryRun };
      if (reverse !== undefined) {
        if (account !== undefined || Object.keys(selection).length > 0)
          return args.refuseUsage(
            '--reverse reverses a whole adjustment: combine it with --reason and --note only.',
          );
        return reverseEntry(cli, { target: reverse, ...terms }, promise);
      }
      const target = selectionOf(selection);
      if (account === undefined) return args.refuseUsage('Name the --account whose charges are adjusted.');
      const { adjustAccountCharges } = await loadHandlers();
      const result = await adjustAccountCharges(await cli.operator(), account, { target, ...terms });
      printAdjustment(cli.out, result, promise);
    });
}

async function reverseEntry(
  cli: Cli,
  request: AdjustmentRequest<AdjustmentId>,
  promiseFile: string | undefined,
): Promise<void> {
  const { reverseAccountAdjustment } = await loadHandlers();
  printAdjustment(cli.out, await reverseAccountAdjustment(await cli.operator(), request), promiseFile);
}

interface SelectionOptions {
  readonly job?: JobId;
  readonly row?: number;
  readonly from?: string;
  readonly to?: string;
  readonly block?: BlockKey;
}

function selectionOf({ job, row, from, to, ...options }: SelectionOptions): ChargeSelection {
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

export function addCreditCommand(billing: ProgramCommand): void {
  billing
    .command('credit')
    .description("takes an amount off an account's bill, tied to no charge; or reverses such a credit")
    .option('--account <id>', 'account id', args.asAccountId)
    .option('--amount <amount>', 'how much less is owed, such as 25.00')
    .option('--currency <code>', "of the account's prices, such as GBP")
    .option('--reverse <id>', 'the credit to reverse', args.asAdjustmentId)
    .requiredOption(...ADJUSTMENT_REASON_OPTION)
    .requiredOption('--note <text>', 'what for, in your own words; stays in the log', args.asSentence)
    .option(...PROMISE_OPTION)
    .option('--dry-run', 'only show what would be written, with the state before and after', false)
    .does(async (cli, { account, amount, currency, reverse, promise, ...terms }) => {
      if (reverse !== undefined) {
        if ([account, amount, currency].some((value) => value !== undefined))
          return args.refuseUsage(
            '--reverse reverses a whole credit: combine it with --reason and --note only.',
          );
        return reverseEntry(cli, { target: reverse, ...terms }, promise);
      }
      if (account === undefined || amount === undefined || currency === undefined)
        return args.refuseUsage(
          'Name an --account, an --amount and its --currency, or a credit to --reverse.',
        );
      const { creditAccount } = await loadHandlers();
      const request = { target: { amount, currency }, ...terms };
      printAdjustment(cli.out, await creditAccount(await cli.operator(), account, request), promise);
    });
}
