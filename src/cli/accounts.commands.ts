/** The commands `accounts …`: open, change, suspend and show accounts. */
import { Option } from 'commander';
import type { Contact } from '../access/commands.js';
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
import { DEFAULT_BLOCKS, type BlockKey } from '../../packages/contract/src/block-key.js';
import type { AccountId } from '../../packages/contract/src/ids.js';
import type { PremiumOption } from '../../packages/contract/src/options.js';
import { countText } from '../../packages/words/src/text/formats.js';
import * as args from './arguments.js';
import type { Cli, ProgramCommand } from './command-line.js';
import { addAccountLinkCommands } from './console/account-link.commands.js';
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
  addAccountLinkCommands(accounts);
  addShowCommands(accounts);
}

function addCreateCommand(accounts: ProgramCommand): void {
  accounts
    .command('create')
    .description('opens an account and prints its id')
    .requiredOption('--email <address>', "the customer's e-mail address", args.asEmail)
    .requiredOption('--name <name>', "the customer's name", args.asSentence)
    .addOption(
      new Option('--blocks <list>', 'all, core or block keys joined by commas')
        .argParser(args.asBlocks)
        .default(DEFAULT_BLOCKS, 'the 32 that are not experimental'),
    )
    .option(...args.REASON_OPTION)
    .does(async (cli, options: Contact & ReasonOption & { blocks: readonly BlockKey[] }) => {
      const { name, email, blocks, reason } = options;
      const account_id = await openCustomerAccount(await cli.operator(reason), { name, email }, blocks);
      const result = { account_id, name, email, blocks_enabled_count: blocks.length };
      cli.out.document(
        result,
        () => `Opened account ${account_id} with ${countText(blocks.length, 'block')}.`,
      );
    });
}

/** The reason of a command. The command's event has no field for it, so the event's metadata holds it. */
type ReasonOption = { reason?: string };
type BlocksChange = ReasonOption & { enable?: readonly BlockKey[]; disable?: readonly BlockKey[] };
type PremiumOptionChange = ReasonOption & { enable?: PremiumOption; disable?: PremiumOption };

function addChangeCommands(accounts: ProgramCommand): void {
  accounts
    .command('blocks')
    .description('switches blocks on and off for requests accepted from now on')
    .argument('<account>', 'account id', args.asAccountId)
    .option('--enable <list>', 'block keys joined by commas', args.asBlocks)
    .option('--disable <list>', 'block keys joined by commas', args.asBlocks)
    .option(...args.REASON_OPTION)
    .does(async (cli, account: AccountId, { enable = [], disable = [], reason }: BlocksChange) => {
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
    .does(async (cli, account: AccountId, { enable, disable, reason }: PremiumOptionChange) => {
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
    .does(async (cli, account: AccountId, { name, email, reason }: Contact & ReasonOption) => {
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
    .does(async (cli, account: AccountId, { confirm, reason }: { confirm?: AccountId; reason?: string }) => {
      if (confirm !== account) {
        const detail = `This erases name and e-mail address of account ${account} for good. Confirm it with --confirm ${account}.`;
        throw new WrongRequest('not_confirmed', detail);
      }
      showChange(cli, await eraseAccountContact(await cli.operator(), account, { reason: reason ?? null }));
    });
}

interface BudgetOptions {
  monthUnits?: number;
  monthAmount?: string;
  stop: boolean;
  none: boolean;
  reason?: string;
  dryRun: boolean;
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
    .does(async (cli, account: AccountId, options: BudgetOptions) => {
      const { monthUnits: month_units = null, monthAmount: month_amount = null, stop, none } = options;
      const { reason, dryRun } = options;
      if ((month_units !== null || month_amount !== null) === none)
        return args.refuseUsage('Give --month-units or --month-amount, or --none to end the budget.');
      const reasonOption = reason === undefined ? {} : { reason };
      const terms = { month_units, month_amount, stop, ...reasonOption };
      if (dryRun) {
        const result = await setBudgetOfAccount(await cli.operator(), account, { ...terms, dryRun });
        return cli.out.sheet(result, () => budgetSheet(result));
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
    .does(async (cli, account: AccountId, { reason }: { reason: string }) => {
      showChange(cli, await suspendAccount(await cli.operator(), account, { reason }));
    });
  accounts
    .command('reinstate')
    .description('lets the keys of a suspended account work again, except revoked ones')
    .argument('<account>', 'account id', args.asAccountId)
    .option(...args.REASON_OPTION)
    .does(async (cli, account: AccountId, { reason }: ReasonOption) => {
      showChange(cli, await reinstateAccount(await cli.operator(reason), account, null));
    });
}

function addShowCommands(accounts: ProgramCommand): void {
  accounts
    .command('show')
    .description('shows entitlements, keys and prices of an account')
    .argument('<account>', 'account id', args.asAccountId)
    .does(async (cli, account: AccountId) => {
      const result = await showAccountWithAudit(await cli.operator(), account, null);
      cli.out.sheet(result, () => accountSheet(result));
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
