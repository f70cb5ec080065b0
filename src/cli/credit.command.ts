/** The command `billing credit`: grants a credit that is tied to no charge, or reverses one. */
import type { AccountId, AdjustmentId } from '../../packages/contract/src/ids.js';
import type { AdjustmentReason } from '../streams/adjustments/adjustments.events.js';
import { printAdjustment, PROMISE_OPTION, ADJUSTMENT_REASON_OPTION } from './adjust.command.js';
import * as args from './arguments.js';
import type { ProgramCommand } from './command-line.js';

interface CreditOptions {
  account?: AccountId;
  amount?: string;
  currency?: string;
  reverse?: AdjustmentId;
  reason: AdjustmentReason;
  note: string;
  dryRun: boolean;
  promise?: string;
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
    .does(async (cli, { account, amount, currency, reverse, promise, ...terms }: CreditOptions) => {
      if (reverse !== undefined && [account, amount, currency].some((value) => value !== undefined))
        return args.refuseUsage(
          '--reverse reverses a whole credit: combine it with --reason and --note only.',
        );
      // The handlers are loaded here, so that commands that only read start without them.
      const { creditAccount, reverseAccountAdjustment } =
        await import('../operator/adjustments/adjust-charges.js');
      if (reverse !== undefined) {
        const result = await reverseAccountAdjustment(await cli.operator(), { target: reverse, ...terms });
        return printAdjustment(cli.out, result, promise);
      }
      if (account === undefined || amount === undefined || currency === undefined)
        return args.refuseUsage(
          'Name an --account, an --amount and its --currency, or a credit to --reverse.',
        );
      const target = { amount, currency };
      const result = await creditAccount(await cli.operator(), account, { target, ...terms });
      printAdjustment(cli.out, result, promise);
    });
}
