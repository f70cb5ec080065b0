/** The commands `statements …`: issue signed monthly statements, prove their lines, check them offline. */
import { payableText } from '../operator/statements/payable-text.js';
import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { statementFileName } from '../billing/statements/kept-file.js';
import type { UnissuedStatement, StatementResult } from '../operator/statements/issue-statements.js';
import { proveStatement } from '../operator/statements/verify-statement.js';
import type { HeadProofs } from '../operator/statements/head-proofs.js';
import type { ReadableForm } from '../operator/statements/readable-files.js';
import { WrongRequest } from '../../packages/platform/src/errors/refusal.js';
import type { AccountId } from '../../packages/contract/src/ids.js';
import * as args from './arguments.js';
import type { Cli, ProgramCommand } from './command-line.js';
import { cell, type Cell } from '../../packages/words/src/sheet/sheet.js';
import { factLines } from './output.js';
import { addVerifyStatementsCommand } from './verify-statements.command.js';
import { addStatementsSyncCommand } from './watch/sync.command.js';
import { listStatementKeys, rotateStatementKey } from '../operator/statements/statement-keys.js';

export function statementsCommands(program: ProgramCommand): void {
  const statements = program
    .command('statements')
    .description('issues signed monthly statements, proves lines of them, and checks them offline');
  addIssueCommand(statements);
  addProofCommand(statements);
  addProveCommand(statements);
  addVerifyStatementsCommand(statements);
  addStatementsSyncCommand(statements);
  addStatementKeyCommands(statements);
}

const asMonth = (text: string): string => args.asMonth(text).from.slice(0, 'YYYY-MM'.length);

interface IssueOptions {
  readonly month: string;
  readonly out: string;
  readonly pdf?: true;
  readonly csv?: true;
}

/** Writes the readable files (PDF, CSV) that the options ask for beside a statement. @returns their paths */
async function writeForms(
  file: string,
  { pdf, csv }: IssueOptions,
): Promise<Partial<Record<ReadableForm, string>>> {
  const { writeBeside } = await import('../operator/statements/readable-files.js');
  return {
    ...(pdf === true ? { pdf: await writeBeside(file, 'pdf') } : {}),
    ...(csv === true ? { csv: await writeBeside(file, 'csv') } : {}),
  };
}

function addIssueCommand(statements: ProgramCommand): void {
  statements
    .command('issue')
    .description('writes the signed statement of a month; the current month gives a partial one')
    .requiredOption('--month <month>', 'YYYY-MM, UTC', asMonth)
    .requiredOption('--out <path>', 'the file to write; with --all the folder for the files')
    .option('--account <id>', 'account id', args.asAccountId)
    .option('--all', 'every account that was opened by the end of the month; may be run again')
    .option('--pdf', 'also writes a PDF for people beside each file')
    .option('--csv', 'also writes a CSV for people beside each file')
    .does(async (cli, options) => {
      const { account, all = false } = options;
      if ((account === undefined) !== all) return args.refuseUsage('Give either --account or --all.');
      await (account === undefined ? issueAll(cli, options) : issueOne(cli, options, account));
    });
}

async function issueOne(cli: Cli, options: IssueOptions, account: AccountId): Promise<void> {
  const { month, out } = options;
  if (!existsSync(dirname(resolve(out))) || statSync(out, { throwIfNoEntry: false })?.isDirectory() === true)
    throw new WrongRequest('no_file', `${out} can't be written: it is a folder, or has none.`);
  const { issueStatement } = await import('../operator/statements/issue-statements.js');
  const operator = await cli.operator();
  const request = { account, month, file: out, now: new Date() };
  const result = await cli.out.withProgress('statement', 'events', (update) =>
    issueStatement(operator, { ...request, onProgress: (events) => update(events, events) }),
  );
  const proof = await writeProof(await openProofs(operator), result);
  const forms = await writeForms(out, options);
  cli.out.document({ ...result, proof, ...forms }, () => [
    ...statementFacts(result, proof),
    ...factLines(forms),
  ]);
}

async function openProofs(operator: Awaited<ReturnType<Cli['operator']>>): Promise<HeadProofs> {
  const { HeadProofs: Proofs } = await import('../operator/statements/head-proofs.js');
  return new Proofs(operator);
}

/**
 * Writes the proof beside a statement.
 * @returns null for a partial one, where no log of heads is kept, or where this machine lacks the log's key
 */
const writeProof = async (
  proofs: HeadProofs,
  { account_id: account, month, partial, file }: StatementResult,
): Promise<string | null> => (partial ? null : proofs.write({ account, month }, file));

function statementFacts(statement: StatementResult, proof: string | null): readonly string[] {
  const { currency, partial } = statement;
  return factLines({
    account: cell.account(statement.account_id),
    month: partial ? `${statement.month} (partial: issued before the month was complete)` : statement.month,
    file: statement.file,
    proof,
    'charges and adjustments': statement.entries,
    'delivered rows': statement.rows,
    units: statement.units,
    amount: cell.sums(statement),
    'adjusted units': statement.adjusted_units,
    'adjusted amount': cell.money(statement.adjusted_amount, currency),
    credits: cell.money(statement.credited_amount, currency),
    'month rules':
      (statement.month_rules ?? '0') === '0' ? null : cell.money(statement.month_rules, currency),
    payable: payableText(statement),
    'tree size': statement.tree_size,
    'tree head': statement.root,
    signed: [
      cell.time(statement.issued_at),
      ` with key ${statement.key_id}${statement.outcome === 'repeated' ? ', as before' : ''}`,
    ],
  });
}

async function issueAll(cli: Cli, options: IssueOptions): Promise<void> {
  const { month, out } = options;
  if (statSync(out, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new WrongRequest('no_folder', `There is no folder ${out}.`);
  const { issueAllStatements } = await import('../operator/statements/issue-statements.js');
  const operator = await cli.operator();
  const proofs = await openProofs(operator);
  const results = issueAllStatements(operator, {
    month,
    now: new Date(),
    fileOf: (account) => join(out, statementFileName(account, month)),
    onProgress: () => undefined,
  });
  await cli.out.list(
    withProofsAndForms(results, proofs, options, () => cli.markFailed()),
    {
      account: ({ account_id }) => cell.account(account_id),
      outcome: (statement) => (isRefused(statement) ? statement.error : statement.outcome),
      entries: unlessRefused(({ entries }) => entries),
      units: unlessRefused(({ units }) => units),
      amount: unlessRefused(({ amount, currency }) => cell.money(amount, currency)),
      'adjusted units': unlessRefused(({ adjusted_units }) => adjusted_units),
      'adjusted amount': unlessRefused(({ adjusted_amount, currency }) =>
        cell.money(adjusted_amount, currency),
      ),
      payable: unlessRefused(payableText),
      file: (statement) => (isRefused(statement) ? statement.detail : statement.file),
    },
    `No account was opened by the end of ${month}.`,
  );
}

type IssuedOrRefused = StatementResult | UnissuedStatement;

const isRefused = (statement: IssuedOrRefused): statement is UnissuedStatement => 'error' in statement;

const unlessRefused =
  (column: (statement: StatementResult) => Cell) =>
  (statement: IssuedOrRefused): Cell =>
    isRefused(statement) ? null : column(statement);

/** Writes proof and forms beside each issued statement. Yields all statements, also the refused ones. */
async function* withProofsAndForms(
  results: AsyncIterable<IssuedOrRefused>,
  proofs: HeadProofs,
  options: IssueOptions,
  onRefused: () => void,
): AsyncGenerator<IssuedOrRefused> {
  for await (const statement of results) {
    if (isRefused(statement)) onRefused();
    else {
      await writeProof(proofs, statement);
      await writeForms(statement.file, options);
    }
    yield statement;
  }
}

function addProofCommand(statements: ProgramCommand): void {
  statements
    .command('proof')
    .description('proves, as JSON, that a statement is in the log of heads')
    .requiredOption('--account <id>', 'account id', args.asAccountId)
    .requiredOption('--month <month>', 'YYYY-MM, UTC', asMonth)
    .does(async (cli, statement) => {
      const proof = await (await openProofs(await cli.operator())).proofOf(statement);
      cli.out.document(proof, JSON.stringify);
    });
}

function addProveCommand(statements: ProgramCommand): void {
  statements
    .command('prove')
    .description('proves, as JSON, that a line is in the tree or that it continues an older one')
    .argument('<file>', 'a statement')
    .option(
      '--line <number>',
      'line of the file, from 1: a charge or an adjustment',
      args.asWholeNumber(1, 2 ** 40),
    )
    .option('--since <file>', 'the statement of the month before')
    .does(async (cli, file, { line, since }) => {
      if ((line === undefined) === (since === undefined))
        return args.refuseUsage('Give either --line or --since.');
      const proof = await proveStatement(file, line === undefined ? { since: since ?? '' } : { line });
      cli.out.document(proof, JSON.stringify);
    });
}

/** Adds the commands to `statements`. */
function addStatementKeyCommands(statements: ProgramCommand): void {
  statements
    .command('keys')
    .description('lists the public keys that sign or have signed statements')
    .does(async (cli) =>
      cli.out.list(
        await listStatementKeys(await cli.operator()),
        {
          key: ({ key_id }) => key_id,
          'public key': ({ public_key }) => public_key,
          introduced: ({ introduced_at }) => cell.time(introduced_at),
          retired: ({ retired_at }) => cell.time(retired_at),
        },
        'No statement has been signed yet.',
      ),
    );
  statements
    .command('rotate-key')
    .description('signs with a new key from now on; old signatures stay valid')
    .requiredOption('--reason <reason>', 'stays in the log', args.asSentence)
    .does(async (cli, { reason }) => {
      const { key_id, retired } = await rotateStatementKey(await cli.operator(), reason);
      const document = { key_id, retired: retired.at(-1), all_retired: retired };
      cli.out.document(document, () => factLines({ signs: key_id, retired: retired.join(', ') }));
    });
  statements
    .command('replace-checkpoint-key')
    .description('signs the log of heads with a new key; after a restore, also gives it another name')
    .option('--lost', 'nobody has the old key: customers then ask a person')
    .option('--old-key <file>', 'the file of the old key, where the new one was put in its place')
    .option('--origin <name>', 'the new name of the log, after a restore of an older copy')
    .option('--why <sentence>', 'why it has a new name; everybody can read it', args.asSentence)
    .does(async (cli, { lost = false, oldKey, origin, why }) => {
      if (lost && oldKey !== undefined) return args.refuseUsage('Give --lost or --old-key, not both.');
      if ((origin === undefined) !== (why === undefined))
        return args.refuseUsage('Give --origin and --why together.');
      const { replaceCheckpointKey } = await import('../operator/statements/replace-keys.js');
      const newOrigin = origin === undefined || why === undefined ? null : { name: origin, why };
      const replacement = { isLost: lost, oldKeyFile: oldKey, origin: newOrigin };
      cli.out.document(await replaceCheckpointKey(await cli.operator(), replacement), ({ vkey }) =>
        factLines({ signs: vkey }),
      );
    });
  statements
    .command('replace-receipt-key')
    .description('signs receipts with a new key from now on; what the old key signed stays valid')
    .does(async (cli) => {
      const { replaceReceiptKey } = await import('../operator/statements/replace-keys.js');
      cli.out.document(await replaceReceiptKey(await cli.operator()), ({ vkey, retired }) =>
        factLines({ signs: vkey, retired: retired.join(', ') || null }),
      );
    });
}
