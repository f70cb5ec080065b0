/** `prices …`: what an account pays. */
import { agreeAccountPrices } from '../operator/accounts/change-account.js';
import type { AccountId } from '../shared/ids.js';
import type { PriceAgreement } from '../streams/account/account.state.js';
import * as words from './arguments.js';
import type { ProgramCommand } from './command-line.js';
import { cell } from '../shared/sheet/sheet.js';
import { facts } from './output.js';

interface AgreeOptions {
  account: AccountId;
  currency: string;
  from: string;
  price: PriceAgreement['prices'];
}

export function pricesCommands(program: ProgramCommand): void {
  const prices = program.command('prices').description('contract prices');
  prices
    .command('agree')
    .description('records what a unit of some blocks costs from a day on; the others keep their prices')
    .requiredOption('--account <id>', 'account id', words.accountId)
    .requiredOption('--currency <code>', 'such as GBP')
    .requiredOption('--from <date>', 'first day (UTC), today or later', words.day)
    .requiredOption('--price <block=price>', 'price of a unit; may be given many times', words.price)
    .does(async (cli, { account, currency, from, price }: AgreeOptions) => {
      const agreement: PriceAgreement = { currency, from, prices: price };
      const made = await agreeAccountPrices(await cli.operator(), account, agreement);
      const shown = { account_id: account, ...agreement, changed: made };
      cli.out.document(shown, () =>
        facts({
          account: cell.account(account),
          from,
          currency,
          ...price,
          changed: made ? 'yes' : 'no, it was agreed already',
        }),
      );
    });
}
