/** The commands `prices list …`: publish price lists, show them, and give them to accounts. */
import {
  givePriceList,
  listPriceLists,
  publishPriceList,
  showPriceList,
} from '../operator/pricelists/price-lists.js';
import {
  PRICE_LIST_COLUMNS,
  priceListSheet,
  publishedSheet,
} from '../operator/pricelists/price-lists.sheet.js';
import { termsSheet } from '../operator/accounts/change-terms.js';
import type { AccountId } from '../../packages/contract/src/ids.js';
import type { PriceAgreement } from '../streams/account/account.state.js';
import * as args from './arguments.js';
import type { ProgramCommand } from './command-line.js';

interface Options {
  account: AccountId;
  currency: string;
  from: string;
  price: PriceAgreement['prices'];
  version?: number;
  reason: string;
  dryRun: boolean;
}

const asVersion = args.asWholeNumber(1, 1_000_000);

export function addPriceListCommands(prices: ProgramCommand): void {
  const priceLists = prices.command('list').description('price lists: templates of prices, in versions');
  addPublishCommand(priceLists);
  addGiveCommand(priceLists);
  addShowCommand(priceLists);
}

function addPublishCommand(priceLists: ProgramCommand): void {
  priceLists
    .command('publish')
    .description('publishes a price list, or the next version of one; no account changes')
    .argument('<list>', 'its name: small letters, digits and dashes')
    .requiredOption('--currency <code>', 'such as GBP')
    .requiredOption('--price <block=price>', 'price of a unit; may be given many times', args.asPrice)
    .requiredOption('--reason <reason>', 'the reason; stays in the log', args.asSentence)
    .option('--dry-run', 'only show what would be written, with the state before and after', false)
    .does(async (cli, name: string, { currency, price, reason, dryRun }: Options) => {
      const request = { name, currency, prices: price, reason, dryRun };
      const result = await publishPriceList(await cli.operator(), request);
      cli.out.sheet(result, () => publishedSheet(result));
    });
}

function addGiveCommand(priceLists: ProgramCommand): void {
  priceLists
    .command('give')
    .description('agrees the prices of a price list with an account; blocks not in it keep their prices')
    .argument('<list>', 'its name')
    .option('--version <n>', 'the version; default: the newest', asVersion)
    .requiredOption('--account <id>', 'account id', args.asAccountId)
    .requiredOption('--from <date>', 'first day (UTC), today or later', args.asDay)
    .requiredOption('--reason <reason>', 'the reason; stays in the log', args.asSentence)
    .option('--dry-run', 'only show what would be written, with the state before and after', false)
    .does(async (cli, name: string, { account, version, from, reason, dryRun }: Options) => {
      const request = { name, version: version ?? null, from, reason, dryRun };
      const result = await givePriceList(await cli.operator(), account, request);
      cli.out.sheet(result, () => termsSheet(result));
    });
}

function addShowCommand(priceLists: ProgramCommand): void {
  priceLists
    .command('show')
    .description('shows the versions of a price list and the accounts that have one, or all price lists')
    .argument('[list]', 'its name')
    .option('--version <n>', 'the version; default: the newest', asVersion)
    .does(async (cli, name: string | undefined, { version }: Pick<Options, 'version'>) => {
      const operator = await cli.operator();
      if (name === undefined) {
        if (version !== undefined) args.refuseUsage('--version needs the name of a price list before it.');
        const lists = await listPriceLists(operator);
        return cli.out.list(lists, PRICE_LIST_COLUMNS, 'No price list is published.');
      }
      const result = await showPriceList(operator, name, version ?? null);
      return cli.out.sheet(result, () => priceListSheet(result));
    });
}
