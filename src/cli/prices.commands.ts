/** The commands `prices …`: record the contract prices of an account. */
import { agreeAccountPrices } from '../operator/accounts/change-account.js';
import type { AccountId } from '../../packages/contract/src/ids.js';
import type { PriceAgreement } from '../streams/account/account.state.js';
import * as args from './arguments.js';
import type { ProgramCommand } from './command-line.js';
import { cell } from '../../packages/words/src/sheet/sheet.js';
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
    .description('records unit prices of some blocks from a day on; other blocks keep their prices')
    .requiredOption('--account <id>', 'account id', args.asAccountId)
    .requiredOption('--currency <code>', 'such as GBP')
    .requiredOption('--from <date>', 'first day (UTC), today or later', args.asDay)
    .requiredOption('--price <block=price>', 'price of a unit; may be given many times', args.asPrice)
    .does(async (cli, { account, currency, from, price }: AgreeOptions) => {
      const agreement: PriceAgreement = { currency, from, prices: price };
      const changed = await agreeAccountPrices(await cli.operator(), account, agreement);
      const result = { account_id: account, ...agreement, changed };
      cli.out.document(result, () =>
        facts({
          account: cell.account(account),
          from,
          currency,
          ...price,
          changed: changed ? 'yes' : 'no, it was agreed already',
        }),
      );
    });
}
