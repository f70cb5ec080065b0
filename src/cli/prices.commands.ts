/** The commands `prices …`: record prices, contracts and month rules of an account, and price lists. */
import { agreeAccountMonthRules } from '../operator/accounts/agree-rules-of-months.js';
import { monthRulesSheet } from '../operator/accounts/account.sheet.js';
import {
  agreeAccountContract,
  agreePricesOfAccount,
  termsSheet,
  withdrawAccountPrices,
} from '../operator/accounts/change-terms.js';
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
import * as args from './arguments.js';
import type { ProgramCommand } from './command-line.js';
import { cell } from '../../packages/words/src/sheet/sheet.js';
import { factLines } from './output.js';

export function pricesCommands(program: ProgramCommand): void {
  const prices = program.command('prices').description('contract prices');
  addAgreeCommand(prices);
  addRulesCommand(prices);
  addContractAndWithdrawCommands(prices);
  addPriceListCommands(prices);
}

function addContractAndWithdrawCommands(prices: ProgramCommand): void {
  prices
    .command('contract')
    .description('agrees the contract from the first of a month on: its currency, number and order')
    .requiredOption('--account <id>', 'account id', args.asAccountId)
    .requiredOption('--currency <code>', 'such as GBP')
    .requiredOption('--from <date>', 'the first of a month (UTC), the running one or later', args.asDay)
    .option('--to <date>', 'last day (UTC); its prices hold until another contract begins', args.asDay)
    .requiredOption('--number <text>', "the contract's number, as statements print it")
    .option('--purchase-order <text>', "the customer's order number, as statements print it")
    .requiredOption('--reason <reason>', 'the reason; stays in the log', args.asSentence)
    .option('--dry-run', 'only show what would be written, with the state before and after', false)
    .does(async (cli, { account, to = null, purchaseOrder: purchase_order = null, ...terms }) => {
      const request = { ...terms, to, purchase_order };
      cli.out.sheet(await agreeAccountContract(await cli.operator(), account, request), termsSheet);
    });
  prices
    .command('withdraw')
    .description('withdraws the prices that begin on a day to come')
    .requiredOption('--account <id>', 'account id', args.asAccountId)
    .requiredOption('--from <date>', 'the first day of the prices (UTC)', args.asDay)
    .requiredOption('--reason <reason>', 'the reason; stays in the log', args.asSentence)
    .option('--dry-run', 'only show what would be written, with the state before and after', false)
    .does(async (cli, { account, ...request }) => {
      cli.out.sheet(await withdrawAccountPrices(await cli.operator(), account, request), termsSheet);
    });
}

function addAgreeCommand(prices: ProgramCommand): void {
  prices
    .command('agree')
    .description('records unit prices of some blocks from a day on; other blocks keep their prices')
    .requiredOption('--account <id>', 'account id', args.asAccountId)
    .requiredOption('--currency <code>', 'such as GBP')
    .requiredOption('--from <date>', 'first day (UTC), today or later', args.asDay)
    .requiredOption('--price <block=price>', 'price of a unit; may be given many times', args.asPrice)
    .option(...args.REASON_OPTION)
    .option('--dry-run', 'only show what would be written, with the state before and after', false)
    .does(async (cli, { account, currency, from, price, reason, dryRun }) => {
      const agreement = { currency, from, prices: price, ...(reason === undefined ? {} : { reason }) };
      const result = await agreePricesOfAccount(await cli.operator(), account, { ...agreement, dryRun });
      if (dryRun) return cli.out.sheet(result, termsSheet);
      return cli.out.document(result, ({ changed }) =>
        factLines({
          account: cell.account(account),
          from,
          currency,
          ...price,
          changed: changed ? 'yes' : 'no, it was agreed already',
        }),
      );
    });
}

function addRulesCommand(prices: ProgramCommand): void {
  prices
    .command('rules')
    .description('agrees free units, tiers and a minimum for whole months, in place of the rules before')
    .requiredOption('--account <id>', 'account id', args.asAccountId)
    .requiredOption('--currency <code>', "of the account's prices, such as GBP")
    .requiredOption('--from <date>', 'the first of a month (UTC), today or later', args.asDay)
    .option('--free-units <n>', 'units that cost nothing in each month', args.asWholeNumber(1, 1_000_000_000))
    .option(
      '--tier <units=percent>',
      'a discount behind a number of units; may be given many times',
      args.asTier,
    )
    .option('--minimum <amount>', 'the least that the units of a month cost, such as 50.00')
    .option('--none', 'months have no rules from then on', false)
    .requiredOption('--reason <reason>', 'the reason; stays in the log', args.asSentence)
    .option('--dry-run', 'only show what would be written, with the state before and after', false)
    .does(
      async (
        cli,
        { account, freeUnits: free_units = 0, tier: tiers = [], minimum = null, none, ...options },
      ) => {
        const isWithoutRules = free_units === 0 && tiers.length === 0 && minimum === null;
        if (isWithoutRules !== none)
          return args.refuseUsage(
            'Give --free-units, --tier or --minimum; or --none alone to end all rules.',
          );
        const rules = { ...options, free_units, tiers, minimum };
        cli.out.sheet(await agreeAccountMonthRules(await cli.operator(), account, rules), monthRulesSheet);
      },
    );
}

const asVersion = args.asWholeNumber(1, 1_000_000);

function addPriceListCommands(prices: ProgramCommand): void {
  const priceLists = prices.command('list').description('price lists: templates of prices, in versions');
  addPublishAndGiveCommands(priceLists);
  addShowListCommand(priceLists);
}

function addPublishAndGiveCommands(priceLists: ProgramCommand): void {
  priceLists
    .command('publish')
    .description('publishes a price list, or the next version of one; no account changes')
    .argument('<list>', 'its name: small letters, digits and dashes')
    .requiredOption('--currency <code>', 'such as GBP')
    .requiredOption('--price <block=price>', 'price of a unit; may be given many times', args.asPrice)
    .requiredOption('--reason <reason>', 'the reason; stays in the log', args.asSentence)
    .option('--dry-run', 'only show what would be written, with the state before and after', false)
    .does(async (cli, name, { currency, price: prices, reason, dryRun }) => {
      const request = { name, currency, prices, reason, dryRun };
      cli.out.sheet(await publishPriceList(await cli.operator(), request), publishedSheet);
    });
  priceLists
    .command('give')
    .description('agrees the prices of a price list with an account; blocks not in it keep their prices')
    .argument('<list>', 'its name')
    .option('--version <n>', 'the version; default: the newest', asVersion)
    .requiredOption('--account <id>', 'account id', args.asAccountId)
    .requiredOption('--from <date>', 'first day (UTC), today or later', args.asDay)
    .requiredOption('--reason <reason>', 'the reason; stays in the log', args.asSentence)
    .option('--dry-run', 'only show what would be written, with the state before and after', false)
    .does(async (cli, name, { account, version = null, ...terms }) => {
      const request = { name, version, ...terms };
      cli.out.sheet(await givePriceList(await cli.operator(), account, request), termsSheet);
    });
}

function addShowListCommand(priceLists: ProgramCommand): void {
  priceLists
    .command('show')
    .description('shows the versions of a price list and the accounts that have one, or all price lists')
    .argument('[list]', 'its name')
    .option('--version <n>', 'the version; default: the newest', asVersion)
    .does(async (cli, name, { version = null }) => {
      const operator = await cli.operator();
      if (name === undefined) {
        if (version !== null) args.refuseUsage('--version needs the name of a price list before it.');
        const lists = await listPriceLists(operator);
        return cli.out.list(lists, PRICE_LIST_COLUMNS, 'No price list is published.');
      }
      return cli.out.sheet(await showPriceList(operator, name, version), priceListSheet);
    });
}
