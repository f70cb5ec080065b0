/** A customer's own statements: downloaded, and checked in the browser. */
import { createReadStream } from 'node:fs';
import {
  rewriteStatementFile,
  ownStatements,
  type OwnStatement,
} from '../../../operator/own-account/own-statements.js';
import { statementFileName } from '../../../operator/statements/console-files.js';
import { publicKeySet } from '../../../operator/statements/statement-keys.js';
import type { AccountId } from '../../../shared/ids.js';
import type { Task } from '../../tasks.js';
import { nothingHere } from '../../troubles.js';
import type { Markup } from '../../view/markup.js';
import { CHECKER_SCRIPT, StatementChecker } from '../../view/statement-checker.js';
import { StatementsTable } from '../../view/statements-table.js';
import { month } from '../../words.js';
import type { OwnPage, OwnVisit } from '../own-page.js';
import { ownPaths } from '../own-paths.js';

const taskOf = (account: AccountId): string => `own statement of ${account}`;

export const ownStatementsPage: OwnPage = {
  path: '/statements',
  answer: async (visit) => ({
    kind: 'page',
    title: 'Statements',
    body: (
      <>
        <h1>Statements</h1>
        <p>
          A statement lists every charge and adjustment of a month (UTC), and is signed.{' '}
          <a href={ownPaths.check}>Check one</a>: the file stays on your machine.
        </p>
        {await listOf(visit)}
      </>
    ),
  }),
};

/** What moves: fetched again while a file is made. */
export const ownStatementsPart: OwnPage = {
  path: '/statements/list',
  polled: true,
  answer: async (visit) => ({ kind: 'part', body: await listOf(visit) }),
};

async function listOf({ operator, account, tasks }: OwnVisit): Promise<Markup> {
  const [task] = tasks.named(taskOf(account));
  return <List statements={await ownStatements(operator, account)} task={task ?? null} />;
}

function List({ statements, task }: { statements: readonly OwnStatement[]; task: Task | null }): Markup {
  const runs = task?.state.is === 'running';
  const moves = runs
    ? { 'hx-get': `${ownPaths.statements}/list`, 'hx-trigger': 'every 1s', 'hx-swap': 'outerHTML' }
    : {};
  return (
    <div {...moves} aria-live="polite">
      <StatementsTable listed={statements} file={(statement) => fileOf(statement, runs)} />
      {runs && (
        <>
          <p>A file is being made from the log; it is here when it is done.</p>
          <progress aria-label="It is made" />
        </>
      )}
      {task?.state.is === 'failed' && (
        <p class="trouble">The file could not be made. What it was is known to whoever runs the service.</p>
      )}
    </div>
  );
}

function fileOf({ head, file }: OwnStatement, runs: boolean): Markup {
  const to = ownPaths.statement(head.month);
  if (file !== null)
    return (
      <a href={to} download={statementFileName(head.account_id, head.month)}>
        download
      </a>
    );
  if (head.partial) return <span class="soft">ask for it: the month is not over</span>;
  return runs ? <span class="soft">not yet</span> : <a href={to}>make the file</a>;
}

/** The file where it is kept; else it is made again, and is on the list when it is done. */
export const ownStatementFile: OwnPage = {
  path: '/statements/:month',
  answer: async (visit) => {
    const { operator, account, params, tasks } = visit;
    const of = month(params['month']);
    const statement = (await ownStatements(operator, account)).find(({ head }) => head.month === of);
    if (statement === undefined) throw nothingHere();
    const { head, file } = statement;
    if (file !== null)
      return {
        kind: 'file',
        name: statementFileName(account, of),
        type: 'application/x-ndjson',
        body: createReadStream(file),
      };
    if (head.partial) throw nothingHere();
    tasks.start({ name: taskOf(account), by: `account ${account}` }, (onProgress) =>
      madeAgain(visit, head, onProgress),
    );
    return { kind: 'go', to: ownPaths.statements };
  },
};

async function madeAgain(
  { operator, log, now }: OwnVisit,
  head: OwnStatement['head'],
  onProgress: (events: number) => void,
): Promise<void> {
  try {
    await rewriteStatementFile(operator, { head, now, onProgress });
  } catch (err) {
    log.error({ err, account: head.account_id, month: head.month }, 'the file of a statement was not made');
    throw err;
  }
}

export const ownCheckPage: OwnPage = {
  path: '/verify-statement',
  answer: async ({ operator }) => {
    const { keys } = await publicKeySet(operator);
    return {
      kind: 'page',
      title: 'Check a statement',
      body: <StatementChecker keys={keys} />,
      scripts: [CHECKER_SCRIPT],
    };
  },
};
