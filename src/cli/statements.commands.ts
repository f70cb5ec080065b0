/** `statements …`: a month's signed statements, what can be proved by them, and their offline check. */
import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { StatementRefused, StatementResult } from '../operator/statements/issue-statements.js';
import {
  keysIn,
  proveStatement,
  verifyStatement,
  type StatementCheckReport,
} from '../operator/statements/verify-statement.js';
import { listStatementKeys, rotateStatementKey } from '../operator/statements/statement-keys.js';
import { WrongRequest } from '../operator/refusal.js';
import type { AccountId } from '../shared/ids.js';
import * as words from './arguments.js';
import type { Cli, ProgramCommand } from './command-line.js';
import { cell, cellText } from '../shared/sheet/sheet.js';
import { countText, thousands } from '../shared/text/formats.js';
import { facts } from './output.js';

export function statementsCommands(program: ProgramCommand): void {
  const statements = program
    .command('statements')
    .description('signed statements of a month: issues them, proves lines of them, checks them offline');
  issue(statements);
  prove(statements);
  verify(statements);
  keys(statements);
}

interface IssueOptions {
  month: string;
  out: string;
  account?: AccountId;
  all?: boolean;
}

function issue(statements: ProgramCommand): void {
  statements
    .command('issue')
    .description('writes the signed statement of a month; that of the running month is marked partial')
    .requiredOption('--month <month>', 'YYYY-MM, UTC', (text) =>
      words.month(text).from.slice(0, 'YYYY-MM'.length),
    )
    .requiredOption('--out <path>', 'the file; with --all the folder of the files')
    .option('--account <id>', 'account id', words.accountId)
    .option('--all', 'every account that was opened by the end of the month; may be run again')
    .does(async (cli, options: IssueOptions) => {
      if ((options.account === undefined) !== (options.all === true))
        throw new WrongRequest('wrong_use', 'Give either --account or --all.');
      await (options.account === undefined
        ? issueAll(cli, options)
        : issueOne(cli, options, options.account));
    });
}

async function issueOne(cli: Cli, { month, out }: IssueOptions, account: AccountId): Promise<void> {
  if (!existsSync(dirname(resolve(out))) || statSync(out, { throwIfNoEntry: false })?.isDirectory() === true)
    throw new WrongRequest('no_file', `${out} can't be written: it is a folder, or its folder is not there.`);
  const { issueStatement } = await import('../operator/statements/issue-statements.js');
  const progress = cli.out.progress('statement', 0, 'events');
  const shown = await issueStatement(await cli.operator(), {
    account,
    month,
    file: out,
    now: new Date(),
    onProgress: (events) => progress.update(events, events),
  }).finally(() => progress.stop());
  cli.out.document(shown, () => factsOf(shown));
}

function factsOf(shown: StatementResult): readonly string[] {
  const { currency, partial } = shown;
  return facts({
    account: cell.account(shown.account_id),
    month: partial ? `${shown.month} (partial: issued before the month was complete)` : shown.month,
    file: shown.file,
    'charges and adjustments': shown.entries,
    'delivered rows': shown.rows,
    units: shown.units,
    amount: cell.money(shown.amount, currency),
    'adjusted units': shown.adjusted_units,
    'adjusted amount': cell.money(shown.adjusted_amount, currency),
    'tree size': shown.tree_size,
    'tree head': shown.root,
    signed: [
      cell.time(shown.issued_at),
      ` with key ${shown.key_id}${shown.outcome === 'repeated' ? ', as before' : ''}`,
    ],
  });
}

async function issueAll(cli: Cli, { month, out }: IssueOptions): Promise<void> {
  if (statSync(out, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new WrongRequest('no_folder', `There is no folder ${out}.`);
  const { issueAllStatements } = await import('../operator/statements/issue-statements.js');
  const issued = issueAllStatements(await cli.operator(), {
    month,
    now: new Date(),
    fileOf: (account) => join(out, `statement-${account}-${month}.ndjson`),
    onProgress: () => undefined,
  });
  await cli.out.list(
    told(issued, () => cli.checkFailed()),
    {
      account: ({ account_id }) => cell.account(account_id),
      outcome: (each) => ('error' in each ? each.error : each.outcome),
      entries: (each) => ('error' in each ? null : each.entries),
      units: (each) => ('error' in each ? null : each.units),
      amount: (each) => ('error' in each ? null : cell.money(each.amount, each.currency)),
      'adjusted units': (each) => ('error' in each ? null : each.adjusted_units),
      'adjusted amount': (each) => ('error' in each ? null : cell.money(each.adjusted_amount, each.currency)),
      file: (each) => ('error' in each ? each.detail : each.file),
    },
    `No account was opened by the end of ${month}.`,
  );
}

/** One account without its statement is told beside the others', and the command ends with 1. */
async function* told(
  issued: AsyncIterable<StatementResult | StatementRefused>,
  onRefused: () => void,
): AsyncGenerator<StatementResult | StatementRefused> {
  for await (const each of issued) {
    if ('error' in each) onRefused();
    yield each;
  }
}

interface ProveOptions {
  line?: number;
  since?: string;
}

function prove(statements: ProgramCommand): void {
  statements
    .command('prove')
    .description(
      'prints a proof, as JSON, that a line is in the signed tree, or that the tree goes on from an older one',
    )
    .argument('<file>', 'a statement')
    .option(
      '--line <number>',
      'of the file, from 1: a charge or an adjustment',
      words.wholeNumber(1, 2 ** 40),
    )
    .option('--since <file>', 'the statement of the month before')
    .does(async (cli, file: string, { line, since }: ProveOptions) => {
      if ((line === undefined) === (since === undefined))
        throw new WrongRequest('wrong_use', 'Give either --line or --since.');
      const proof = await proveStatement(file, line === undefined ? { since: since ?? '' } : { line });
      cli.out.document(proof, () => JSON.stringify(proof));
    });
}

function verify(statements: ProgramCommand): void {
  statements
    .command('verify')
    .description(
      'checks a statement or a proof offline; 1 and what was changed where it is not as it was signed',
    )
    .argument('<file>', 'a statement, or what prove printed')
    .option('--public-key <key>', 'a key, or a file with keys; without it those that the log knows')
    .does(async (cli, file: string, { publicKey }: { publicKey?: string }) => {
      const trusted =
        publicKey === undefined ? await listStatementKeys(await cli.operator()) : keysIn(publicKey);
      const progress = cli.out.progress('verify', 0, 'lines');
      const report = await verifyStatement(file, trusted, (lines) => progress.update(lines, lines)).finally(
        () => progress.stop(),
      );
      if (!report.ok) cli.checkFailed();
      cli.out.document(report, () => verdictOf(report));
    });
}

/** Of findings; the others are much alike. */
const MOST_TOLD = 20;

function verdictOf(report: StatementCheckReport): readonly string[] {
  const { ok, kind, account_id, month, partial, entries, issued_at, key_id, findings, findings_total } =
    report;
  if (!ok) {
    const told = findings.slice(0, MOST_TOLD);
    const more = findings_total - told.length;
    return [
      findings.every(({ code }) => code === 'invalid')
        ? `${report.file} is signed, and says what no statement can say.`
        : `${report.file} is NOT as it was signed.`,
      ...told.map(
        ({ line, code, detail }) =>
          `${line === null ? 'file' : `line ${line}`}: ${code.replaceAll('_', ' ')}. ${detail}`,
      ),
      ...(more > 0 ? [`... and ${thousands(more)} more`] : []),
    ];
  }
  const of = `account ${account_id} for ${month}${partial === true ? ' (partial)' : ''}`;
  const signed = `signed ${cellText(cell.time(issued_at))} with key ${key_id}`;
  if (kind === 'inclusion') return [`The line is in the statement of ${of}, ${signed}.`];
  if (kind === 'consistency')
    return [`The statement of ${of} goes on from the earlier one; both are signed.`];
  return [
    `The statement of ${of} is as it was signed: ${countText(entries ?? 0, 'line')} of charges and adjustments, ${signed}.`,
  ];
}

function keys(statements: ProgramCommand): void {
  statements
    .command('keys')
    .description('the public keys that sign or signed statements')
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
    .description('makes another key sign from now on; what the old one signed stays valid')
    .requiredOption('--reason <reason>', 'kept in the log', words.sentence)
    .does(async (cli, { reason }: { reason: string }) => {
      const { key_id, retired } = await rotateStatementKey(await cli.operator(), reason);
      const document = { key_id, retired: retired.at(-1), all_retired: retired };
      cli.out.document(document, () => facts({ signs: key_id, retired: retired.join(', ') }));
    });
}
