/** The commands `accounts …`: open, change, suspend and show accounts. */
import { Option } from 'commander';
import {
  type ChangedAccount,
  changeAccountBlocks,
  changeAccountOption,
  eraseAccountContact,
  openCustomerAccount,
  recordAccountContact,
  reinstateAccount,
  setAccountBudget,
  suspendAccount,
} from '../operator/accounts/change-account.js';
import { budgetSheet, setBudgetOfAccount } from '../operator/accounts/set-budget.js';
import { accountSheet, ACCOUNT_COLUMNS, budgetInWords } from '../operator/accounts/account.sheet.js';
import { listAccounts, showAccountWithAudit } from '../operator/accounts/find-account.js';
import { endAccountLink, newAccountLink } from '../operator/own-account/manage-account-link.js';
import { DEFAULT_BLOCKS, type BlockKey } from '../../packages/contract/src/block-key.js';
import { countText, moment } from '../../packages/words/src/text/formats.js';
import { DEFAULT_LINK_DAYS, MAX_LINK_DAYS } from '../streams/account/account.decider.js';
import * as args from './arguments.js';
import type { Cli, ProgramCommand } from './command-line.js';
import { WrongRequest } from '../../packages/platform/src/errors/refusal.js';
import { cell } from '../../packages/words/src/sheet/sheet.js';
import { factLines } from './output.js';

export function accountsCommands(program: ProgramCommand): void {
  const accounts = program.command('accounts').description('accounts and what they may use');
  addCreateCommand(accounts);
  addChangeCommands(accounts);
  addForgetCommand(accounts);
  addBudgetCommand(accounts);
  addSuspendCommands(accounts);
  addLinkCommands(accounts);
  addShowCommands(accounts);
}

function addCreateCommand(accounts: ProgramCommand): void {
  accounts
    .command('create')
    .description('opens an account and prints its id')
    .requiredOption('--email <address>', "the customer's e-mail address", args.asEmail)
    .requiredOption('--name <name>', "the customer's name", args.asSentence)
    .addOption<{ readonly blocks: readonly BlockKey[] }>(
      new Option('--blocks <list>', 'all, core or block keys joined by commas')
        .argParser(args.asBlocks)
        .default(DEFAULT_BLOCKS, 'the 32 that are not experimental'),
    )
    .option(...args.REASON_OPTION)
    .does(async (cli, { name, email, blocks, reason }) => {
      const account_id = await openCustomerAccount(await cli.operator(reason), { name, email }, blocks);
      const result = { account_id, name, email, blocks_enabled_count: blocks.length };
      cli.out.document(
        result,
        () => `Opened account ${account_id} with ${countText(blocks.length, 'block')}.`,
      );
    });
}

function addChangeCommands(accounts: ProgramCommand): void {
  accounts
    .command('blocks')
    .description('switches blocks on and off for requests accepted from now on')
    .argument('<account>', 'account id', args.asAccountId)
    .option('--enable <list>', 'block keys joined by commas', args.asBlocks)
    .option('--disable <list>', 'block keys joined by commas', args.asBlocks)
    .option(...args.REASON_OPTION)
    .does(async (cli, account, { enable = [], disable = [], reason }) => {
      if (enable.length + disable.length === 0) return refuseNoChange();
      showChange(cli, await changeAccountBlocks(await cli.operator(reason), account, { enable, disable }));
    });
  accounts
    .command('option')
    .description('switches a premium option on or off')
    .argument('<account>', 'account id', args.asAccountId)
    .option('--enable <option>', 'web_search, google_business or ai', args.asPremiumOption)
    .option('--disable <option>', 'web_search, google_business or ai', args.asPremiumOption)
    .option(...args.REASON_OPTION)
    .does(async (cli, account, { enable, disable, reason }) => {
      const option = enable ?? disable;
      if (option === undefined) return refuseNoChange();
      if (enable !== undefined && disable !== undefined)
        return args.refuseUsage('Enable or disable one option at a time.');
      const action = enable === undefined ? 'disable' : 'enable';
      showChange(cli, await changeAccountOption(await cli.operator(reason), account, { option, action }));
    });
  accounts
    .command('contact')
    .description('records a new name and e-mail address')
    .argument('<account>', 'account id', args.asAccountId)
    .requiredOption('--email <address>', "the customer's e-mail address", args.asEmail)
    .requiredOption('--name <name>', "the customer's name", args.asSentence)
    .option(...args.REASON_OPTION)
    .does(async (cli, account, { name, email, reason }) => {
      showChange(cli, await recordAccountContact(await cli.operator(reason), account, { name, email }));
    });
}

function addForgetCommand(accounts: ProgramCommand): void {
  accounts
    .command('forget')
    .description(
      "erases the customer's name and e-mail address and names of keys for good; keys, jobs and the bill stay",
    )
    .argument('<account>', 'account id', args.asAccountId)
    .option('--confirm <account>', 'the account id again: this is for good', args.asAccountId)
    .option('--reason <reason>', 'stays in the log', args.asSentence)
    .does(async (cli, account, { confirm, reason = null }) => {
      if (confirm !== account) {
        const detail = `This erases name and e-mail address of account ${account} for good. Confirm it with --confirm ${account}.`;
        throw new WrongRequest('not_confirmed', detail);
      }
      showChange(cli, await eraseAccountContact(await cli.operator(), account, { reason }));
    });
}

function addBudgetCommand(accounts: ProgramCommand): void {
  accounts
    .command('budget')
    .description('sets the budget of each calendar month (UTC), in net units or in money')
    .argument('<account>', 'account id', args.asAccountId)
    .option('--month-units <n>', 'the budget in net units', args.asWholeNumber(1, 1_000_000_000))
    .option('--month-amount <amount>', 'such as 250.00, in the currency of the prices')
    .option('--stop', 'refuse requests that could pass the budget (429); otherwise it is only shown', false)
    .option('--none', 'ends the budget', false)
    .option(...args.REASON_OPTION)
    .option('--dry-run', 'only show what would be written, with the state before and after', false)
    .does(async (cli, account, { stop, none, reason, dryRun, ...limits }) => {
      const { monthUnits: month_units = null, monthAmount: month_amount = null } = limits;
      if ((month_units !== null || month_amount !== null) === none)
        return args.refuseUsage('Give --month-units or --month-amount, or --none to end the budget.');
      const reasonOption = reason === undefined ? {} : { reason };
      const terms = { month_units, month_amount, stop, ...reasonOption };
      if (dryRun) {
        const result = await setBudgetOfAccount(await cli.operator(), account, { ...terms, dryRun });
        return cli.out.sheet(result, budgetSheet);
      }
      const { budget, changed } = await setAccountBudget(await cli.operator(), account, terms);
      return cli.out.document({ account_id: account, budget, changed }, () =>
        factLines({
          account: cell.account(account),
          budget: budgetInWords(budget),
          changed: changed ? 'yes' : 'no, it was set already',
        }),
      );
    });
}

const refuseNoChange = (): never => args.refuseUsage('Say what to change with --enable or --disable.');

function addSuspendCommands(accounts: ProgramCommand): void {
  accounts
    .command('suspend')
    .description('stops all keys of the account (they answer 401); its jobs continue')
    .argument('<account>', 'account id', args.asAccountId)
    .requiredOption('--reason <reason>', 'stays in the log', args.asSentence)
    .does(async (cli, account, { reason }) => {
      showChange(cli, await suspendAccount(await cli.operator(), account, { reason }));
    });
  accounts
    .command('reinstate')
    .description('lets the keys of a suspended account work again, except revoked ones')
    .argument('<account>', 'account id', args.asAccountId)
    .option(...args.REASON_OPTION)
    .does(async (cli, account, { reason }) => {
      showChange(cli, await reinstateAccount(await cli.operator(reason), account, null));
    });
}

function addLinkCommands(accounts: ProgramCommand): void {
  const asDays = args.asWholeNumber(1, MAX_LINK_DAYS);
  accounts
    .command('link')
    .description('makes and prints the link with which the customer sees their own account')
    .argument('<account>', 'account id', args.asAccountId)
    .option('--days <count>', 'days until it expires', asDays, DEFAULT_LINK_DAYS)
    .option(...args.REASON_OPTION)
    .does(async (cli, account, { days, reason }) => {
      const result = await newAccountLink(await cli.operator(reason), account, days);
      cli.out.secret(result, ({ link, expires_at }) => [
        `Whoever has this link can see account ${account}, but change nothing, until ${moment(expires_at)}:`,
        link,
        'It is not shown again. Any earlier link has ended. accounts unlink ends this one.',
      ]);
    });
  accounts
    .command('unlink')
    .description('ends the link of the account and all sessions that began with it')
    .argument('<account>', 'account id', args.asAccountId)
    .option(...args.REASON_OPTION)
    .does(async (cli, account, { reason }) => {
      cli.out.document(await endAccountLink(await cli.operator(reason), account), ({ changed }) =>
        changed ? `The link of account ${account} has ended.` : `Account ${account} has no active link.`,
      );
    });
}

function addShowCommands(accounts: ProgramCommand): void {
  accounts
    .command('show')
    .description('shows entitlements, keys and prices of an account')
    .argument('<account>', 'account id', args.asAccountId)
    .does(async (cli, account) => {
      cli.out.sheet(await showAccountWithAudit(await cli.operator(), account, null), accountSheet);
    });
  accounts
    .command('list')
    .description('lists all accounts')
    .does(async (cli) => {
      await cli.out.list(
        listAccounts(await cli.operator()),
        ACCOUNT_COLUMNS,
        'There is no account yet: accounts create opens one.',
      );
    });
}

function showChange(cli: Cli, change: ChangedAccount): void {
  cli.out.document(change, () =>
    factLines({
      account: cell.account(change.account_id),
      status: change.status,
      blocks: change.blocks_enabled_count,
      options: change.options.join(', ') || 'none',
      changed: change.changed ? 'yes' : 'no, nothing to change',
    }),
  );
}
