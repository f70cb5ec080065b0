/** `accounts link`, `accounts unlink`: a customer's way to see the own account in the console. */
import { issueAccountLink, endAccountLink } from '../../operator/own-account/manage-account-link.js';
import type { AccountId } from '../../shared/ids.js';
import { moment } from '../../shared/text/formats.js';
import { MAX_LINK_DAYS } from '../../streams/account/account.decider.js';
import * as words from '../arguments.js';
import type { ProgramCommand } from '../command-line.js';

const DEFAULT_DAYS = 30;

export function accountLinkCommands(accounts: ProgramCommand): void {
  accounts
    .command('link')
    .description(
      'makes the link by which the customer sees the own account in the console, and prints it once',
    )
    .argument('<account>', 'account id', words.accountId)
    .option('--days <count>', 'how long it holds', words.wholeNumber(1, MAX_LINK_DAYS), DEFAULT_DAYS)
    .does(async (cli, account: AccountId, { days }: { days: number }) => {
      const shown = await issueAccountLink(await cli.operator(), account, days);
      cli.out.secret(shown, () => [
        `Whoever has this link sees account ${account} until ${moment(shown.expires_at)}, and can change nothing:`,
        shown.link,
        'It is not shown again. A link from before has ended; accounts unlink ends this one.',
      ]);
    });
  accounts
    .command('unlink')
    .description('ends the link of the account, and whoever came in by it is out')
    .argument('<account>', 'account id', words.accountId)
    .does(async (cli, account: AccountId) => {
      const shown = await endAccountLink(await cli.operator(), account);
      cli.out.document(shown, () =>
        shown.changed
          ? `The link of account ${account} has ended.`
          : `Account ${account} has no link that could be ended.`,
      );
    });
}
