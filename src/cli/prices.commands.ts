/** The commands `prices …`: record prices, contracts and month rules of an account, and price lists. */
import { agreeAccountMonthRules } from '../operator/accounts/agree-rules-of-months.js';
import { monthRulesSheet } from '../operator/accounts/month-rules.sheet.js';
import {
  agreeAccountContract,
  agreePricesOfAccount,
  termsSheet,
  withdrawAccountPrices,
} from '../operator/accounts/change-terms.js';
import type { AccountId } from '../../packages/contract/src/ids.js';
import type { MonthRules, PriceAgreement } from '../streams/account/account.state.js';
import * as args from './arguments.js';
import type { ProgramCommand } from './command-line.js';
import { cell } from '../../packages/words/src/sheet/sheet.js';
import { factLines } from './output.js';
import { addPriceListCommands } from './price-lists.commands.js';

interface AgreeOptions {
  account: AccountId;
  currency: string;
  from: string;
  price: PriceAgreement['prices'];
  reason?: string;
  dryRun: boolean;
}

export function pricesCommands(program: ProgramCommand): void {
  const prices = program.command('prices').description('contract prices');
  addAgreeCommand(prices);
  addRulesCommand(prices);
  addContractCommand(prices);
  addWithdrawCommand(prices);
  addPriceListCommands(prices);
}

interface ContractOptions {
  account: AccountId;
  currency: string;
  from: string;
  to?: string;
  number: string;
  purchaseOrder?: string;
  reason: string;
  dryRun: boolean;
}

function addContractCommand(prices: ProgramCommand): void {
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
    .does(async (cli, { account, to, purchaseOrder, ...terms }: ContractOptions) => {
      const request = { ...terms, to: to ?? null, purchase_order: purchaseOrder ?? null };
      const result = await agreeAccountContract(await cli.operator(), account, request);
      cli.out.sheet(result, () => termsSheet(result));
    });
}

function addWithdrawCommand(prices: ProgramCommand): void {
  prices
    .command('withdraw')
    .description('withdraws the prices that begin on a day to come')
    .requiredOption('--account <id>', 'account id', args.asAccountId)
    .requiredOption('--from <date>', 'the first day of the prices (UTC)', args.asDay)
    .requiredOption('--reason <reason>', 'the reason; stays in the log', args.asSentence)
    .option('--dry-run', 'only show what would be written, with the state before and after', false)
    .does(async (cli, { account, ...request }: Omit<ContractOptions, 'currency' | 'number'>) => {
      const result = await withdrawAccountPrices(await cli.operator(), account, request);
      cli.out.sheet(result, () => termsSheet(result));
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
    .does(async (cli, { account, currency, from, price, reason, dryRun }: AgreeOptions) => {
      const agreement = { currency, from, prices: price, ...(reason === undefined ? {} : { reason }) };
      const result = await agreePricesOfAccount(await cli.operator(), account, { ...agreement, dryRun });
      if (dryRun) return cli.out.sheet(result, () => termsSheet(result));
      const { changed } = result;
      return cli.out.document(result, () =>
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

interface RulesOptions {
  account: AccountId;
  currency: string;
  from: string;
  freeUnits?: number;
  tier?: MonthRules['tiers'];
  minimum?: string | null;
  none: boolean;
  reason: string;
  dryRun: boolean;
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
    .does(async (cli, { freeUnits = 0, tier = [], minimum = null, none, ...options }: RulesOptions) => {
      const { account, ...common } = options;
      const terms = { free_units: freeUnits, tiers: tier, minimum };
      const isWithoutRules = freeUnits === 0 && tier.length === 0 && minimum === null;
      if (isWithoutRules !== none)
        return args.refuseUsage('Give --free-units, --tier or --minimum; or --none alone to end all rules.');
      const result = await agreeAccountMonthRules(await cli.operator(), account, {
        ...common,
        ...terms,
      });
      cli.out.sheet(result, () => monthRulesSheet(result));
    });
}
