/** The pages of a customer's own statements: to download them and to check them in the browser. */
import {
  rewriteFile,
  customerStatements,
  type CustomerStatement,
} from '../../../operator/own-account/own-statements.js';
import { statementDownload } from '../../../operator/statements/readable-files.js';
import { publicKeySet } from '../../../operator/statements/statement-keys.js';
import type { AccountId } from '../../../../packages/contract/src/ids.js';
import { pageNotFoundError } from '../../error-pages.js';
import { headedPage, page, part, redirect } from '../../console-page.js';
import type { Markup } from '../../view/jsx-markup.js';
import { polling } from '../../view/parts.js';
import {
  CHECKER_SCRIPT,
  StatementChecker,
  StatementLinks,
  StatementsTable,
} from '../../view/statement-parts.js';
import { readMonth } from '../../form-values.js';
import type { OwnPage, OwnVisit } from '../own-page.js';
import { ownPaths } from '../own-paths.js';

const taskName = (account: AccountId): string => `own statement of ${account}`;

const ownStatementsPage: OwnPage = {
  path: '/statements',
  answer: async (visit) =>
    headedPage(
      'Statements',
      <>
        <p>
          A statement lists every charge and adjustment of a month (UTC). It is signed.{' '}
          <a href={ownPaths.check}>Check a statement</a>: the file stays on your machine.
        </p>
        {await statementList(visit)}
      </>,
    ),
};

/** The list, fetched again while a file is made. */
const ownStatementsPart: OwnPage = {
  path: '/statements/list',
  isPolled: true,
  answer: async (visit) => part(await statementList(visit)),
};

async function statementList({ operator, account, tasks }: OwnVisit): Promise<Markup> {
  const statements = await customerStatements(operator, account);
  const [task] = tasks.tasksNamed(taskName(account));
  const isRunning = task?.state.status === 'running';
  return (
    <div {...polling(`${ownPaths.statements}/list`, isRunning)} aria-live="polite">
      <StatementsTable statements={statements} fileCell={(statement) => fileLink(statement, isRunning)} />
      {isRunning && (
        <>
          <p>A file is being made from the log. It appears here when it is complete.</p>
          <progress aria-label="The file is being made" />
        </>
      )}
      {task?.state.status === 'failed' && (
        <p class="trouble">The file could not be made. Ask whoever runs the service for the cause.</p>
      )}
    </div>
  );
}

function fileLink({ head, file }: CustomerStatement, isRunning: boolean): Markup {
  const path = ownPaths.statement(head.month);
  if (file !== null)
    return <StatementLinks path={path} exports={head.partial ? null : ownPaths.exports(head.month)} />;
  if (head.partial) return <span class="soft">on request only: the month is not over</span>;
  return isRunning ? <span class="soft">not yet</span> : <a href={path}>make the file</a>;
}

/** Sends the file if it is kept. Otherwise a task makes it again, and the list shows it when complete. */
const statementFilePage = (path: string): OwnPage => ({
  path,
  answer: async (visit) => {
    const { operator, account, params, tasks } = visit;
    const month = readMonth(params['month']);
    const statement = (await customerStatements(operator, account)).find(({ head }) => head.month === month);
    if (statement === undefined) throw pageNotFoundError();
    const { head, file } = statement;
    if (file !== null)
      return { kind: 'file', ...(await statementDownload(file, account, month, params['form'])) };
    if (head.partial) throw pageNotFoundError();
    tasks.start({ name: taskName(account), startedBy: `account ${account}` }, (onProgress) =>
      rewriteStatementFile(visit, head, onProgress),
    );
    return redirect(ownPaths.statements);
  },
});

async function rewriteStatementFile(
  { operator, log, now }: OwnVisit,
  head: CustomerStatement['head'],
  onProgress: (events: number) => void,
): Promise<void> {
  try {
    await rewriteFile(operator, { head, now, onProgress });
  } catch (err) {
    log.error({ err, account: head.account_id, month: head.month }, 'the file of a statement was not made');
    throw err;
  }
}

const ownCheckPage: OwnPage = {
  path: '/verify-statement',
  answer: async ({ operator }) => {
    const { keys } = await publicKeySet(operator);
    return page('Check a statement', <StatementChecker keys={keys} />, { scripts: [CHECKER_SCRIPT] });
  },
};

export const OWN_STATEMENT_PAGES: readonly OwnPage[] = [
  ownStatementsPage,
  ownStatementsPart,
  statementFilePage('/statements/:month'),
  statementFilePage('/statements/:month/:form'),
  ownCheckPage,
];
