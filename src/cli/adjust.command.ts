/** `billing adjust`: takes back what is not owed, or gives it again. */
import {
  adjustAccountCharges,
  reverseAccountAdjustment,
  type AdjustmentResult,
} from '../operator/adjustments/adjust-charges.js';
import { adjustmentSheet, nothingLeftSheet } from '../operator/adjustments/adjustment.sheet.js';
import type { SelectedCharges } from '../operator/adjustments/charged-jobs.js';
import type { Operator } from '../operator/operator.js';
import { WrongRequest } from '../operator/refusal.js';
import { BLOCK_KEYS, type BlockKey } from '../shared/block-key.js';
import type { AccountId, AdjustmentId, JobId } from '../shared/ids.js';
import { ADJUSTMENT_REASONS, type AdjustmentReason } from '../streams/adjustments/adjustments.events.js';
import * as words from './arguments.js';
import type { ProgramCommand } from './command-line.js';

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
}

const HIGHEST_ROW = 249_999;

export function adjustCommand(billing: ProgramCommand): void {
  billing
    .command('adjust')
    .description('takes charges back, whole or not at all; or gives again what an adjustment took back')
    .option('--account <id>', 'account id', words.accountId)
    .option('--job <id>', 'charges of this job, which is over', words.jobId)
    .option('--row <n>', 'of this row only, counted from 0', words.wholeNumber(0, HIGHEST_ROW))
    .option('--from <date>', 'charges dated from this day on (UTC), of jobs that are over', words.day)
    .option('--to <date>', 'up to this day, inclusive', words.day)
    .option('--block <block>', 'units of this block only', words.oneOf(BLOCK_KEYS, 'a block'))
    .option('--reverse <id>', 'an adjustment that was wrong', words.adjustmentId)
    .requiredOption(
      '--reason <reason>',
      ADJUSTMENT_REASONS.join(', '),
      words.oneOf(ADJUSTMENT_REASONS, 'a reason'),
    )
    .requiredOption('--note <text>', 'why, in your own words; stays in the log', words.sentence)
    .option('--dry-run', 'show what would be written, and write nothing', false)
    .does(async (cli, options: AdjustOptions) => {
      const ask = asked(options);
      const made = await ask(await cli.operator());
      cli.out.sheet(made, () =>
        made.adjustment_id === null ? nothingLeftSheet(made.held_by) : adjustmentSheet(made),
      );
    });
}

const wrongUse = (detail: string): never => {
  throw new WrongRequest('wrong_use', detail);
};

function asked(options: AdjustOptions): (operator: Operator) => Promise<AdjustmentResult> {
  const { account, reverse, reason, note, dryRun } = options;
  const words = { reason, note, dryRun };
  if (reverse === undefined) {
    const what = selection(options);
    if (account === undefined) return wrongUse('Name the --account whose charges are adjusted.');
    return (operator) => adjustAccountCharges(operator, account, { target: what, ...words });
  }
  const { job, row, from, to, block } = options;
  if ([account, job, row, from, to, block].some((other) => other !== undefined))
    return wrongUse('--reverse takes an adjustment as it is: it goes with --reason and --note only.');
  return (operator) => reverseAccountAdjustment(operator, { target: reverse, ...words });
}

function selection({ job, row, from, to, ...options }: AdjustOptions): SelectedCharges {
  const block = options.block ?? null;
  if (job !== undefined) {
    if (from !== undefined || to !== undefined) return wrongUse('--job and --from --to exclude each other.');
    return { job, row: row ?? null, block };
  }
  if (row !== undefined) return wrongUse('--row is a row of a --job.');
  if (from === undefined || to === undefined)
    return wrongUse('Name a --job, or --from and --to, or an adjustment to --reverse.');
  return from <= to ? { from, to, block } : wrongUse('--from must not be later than --to.');
}
