/** The commands `accounts link` and `accounts unlink`: a customer's link to their own account. */
import { newAccountLink, endAccountLink } from '../../operator/own-account/manage-account-link.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { moment } from '../../../packages/words/src/text/formats.js';
import { MAX_LINK_DAYS } from '../../streams/account/account.decider.js';
import * as args from '../arguments.js';
import type { ProgramCommand } from '../command-line.js';

const DEFAULT_DAYS = 30;

export function accountLinkCommands(accounts: ProgramCommand): void {
  accounts
    .command('link')
    .description('makes and prints the link with which the customer sees their own account')
    .argument('<account>', 'account id', args.asAccountId)
    .option('--days <count>', 'days until it expires', args.asWholeNumber(1, MAX_LINK_DAYS), DEFAULT_DAYS)
    .does(async (cli, account: AccountId, { days }: { days: number }) => {
      const result = await newAccountLink(await cli.operator(), account, days);
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
    .does(async (cli, account: AccountId) => {
      const result = await endAccountLink(await cli.operator(), account);
      cli.out.document(result, () =>
        result.changed
          ? `The link of account ${account} has ended.`
          : `Account ${account} has no active link.`,
      );
    });
}
