/** The commands `accounts link` and `accounts unlink`: a customer's link to their own account. */
import { newAccountLink, endAccountLink } from '../../operator/own-account/manage-account-link.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { moment } from '../../../packages/words/src/text/formats.js';
import { DEFAULT_LINK_DAYS, MAX_LINK_DAYS } from '../../streams/account/account.decider.js';
import * as args from '../arguments.js';
import type { ProgramCommand } from '../command-line.js';

export function addAccountLinkCommands(accounts: ProgramCommand): void {
  accounts
    .command('link')
    .description('makes and prints the link with which the customer sees their own account')
    .argument('<account>', 'account id', args.asAccountId)
    .option(
      '--days <count>',
      'days until it expires',
      args.asWholeNumber(1, MAX_LINK_DAYS),
      DEFAULT_LINK_DAYS,
    )
    .option(...args.REASON_OPTION)
    .does(async (cli, account: AccountId, { days, reason }: { days: number; reason?: string }) => {
      const result = await newAccountLink(await cli.operator(reason), account, days);
      cli.out.secret(result, () => [
        `Whoever has this link can see account ${account}, but change nothing, until ${moment(result.expires_at)}:`,
        result.link,
        'It is not shown again. Any earlier link has ended. accounts unlink ends this one.',
      ]);
    });
  accounts
    .command('unlink')
    .description('ends the link of the account and all sessions that began with it')
    .argument('<account>', 'account id', args.asAccountId)
    .option(...args.REASON_OPTION)
    .does(async (cli, account: AccountId, { reason }: { reason?: string }) => {
      const result = await endAccountLink(await cli.operator(reason), account);
      cli.out.document(result, () =>
        result.changed
          ? `The link of account ${account} has ended.`
          : `Account ${account} has no active link.`,
      );
    });
}
