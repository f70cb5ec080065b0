/** The pages of an account's statements: list, issue and download. */
import { existsSync } from 'node:fs';
import { issueStatement } from '../../operator/statements/issue-statements.js';
import { listStatements } from '../../operator/statements/list-statements.js';
import { recordAudit } from '../../operator/support/audit-records.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { statementFilePath } from '../../operator/statements/console-files.js';
import { statementDownload } from '../../operator/statements/readable-files.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import type { ConsolePage, PageAnswer, Visit } from '../console-page.js';
import { BILLING_ROLES, ALL_ROLES, get, redirect, page, post } from '../console-page.js';
import { cell } from '../../../packages/words/src/sheet/sheet.js';
import { paths } from '../view/links.js';
import { CellView } from '../view/sheet.js';
import type { Markup } from '../view/jsx-markup.js';
import { ActForm, Section } from '../view/parts.js';
import {
  CHECKER_SCRIPT,
  StatementChecker,
  StatementLinks,
  StatementsTable,
} from '../view/statement-parts.js';
import { TaskPart } from '../view/task-part.js';
import { readAccountId, readMonth } from '../form-values.js';
import { publicKeySet } from '../../operator/statements/statement-keys.js';

const taskName = (account: AccountId): string => `statement of ${account}`;

const statementsPage = get('/accounts/:account/statements', ALL_ROLES, async (visit) => {
  const account = readAccountId(visit.params['account']);
  const statements = await listStatements(visit.operator, account);
  const listedStatements = statements.map((statement) => ({
    ...statement,
    hasFile: existsSync(statementFilePath(visit.operator, account, statement.head.month)),
  }));
  const [task] = visit.tasks.tasksNamed(taskName(account));
  return page(
    `Statements of account ${account}`,
    <>
      <h1>
        Statements of account <CellView content={cell.account(account)} />
      </h1>
      <p>
        A statement lists every charge and adjustment of a month (UTC). It is signed.{' '}
        <a href="/verify-statement">Check a statement</a>: the file stays on your machine.
      </p>
      {task !== undefined && <TaskPart task={task} now={visit.now} />}
      <StatementsTable
        statements={listedStatements}
        fileCell={({ head, hasFile }) =>
          hasFile ? (
            <StatementLinks
              path={`${paths.account(account)}/statements/${head.month}`}
              exports={head.partial ? null : paths.exports(account, head.month)}
            />
          ) : (
            <span class="soft">issue it again to get the same file</span>
          )
        }
      />
      {BILLING_ROLES.includes(visit.user.role) && <IssueForm visit={visit} account={account} />}
    </>,
  );
});

const IssueForm = ({ visit: { session, now }, account }: { visit: Visit; account: AccountId }): Markup => (
  <Section title="Issue the statement of a month">
    <p>
      A past month has one complete statement: issuing it again gives exactly the same file. The statement of
      the current month is marked partial.
    </p>
    <ActForm to={`${paths.account(account)}/statements`} csrf={session.csrf} isInline>
      <label for="month">Month</label>
      <input id="month" name="month" pattern="\d{4}-\d{2}" value={now.toISOString().slice(0, 7)} required />
      <button type="submit">Issue the statement</button>
    </ActForm>
  </Section>
);

const issueStatementAct = post('/accounts/:account/statements', BILLING_ROLES, async (visit) => {
  const { operator, params, form, tasks, user, now } = visit;
  const account = readAccountId(params['account']);
  const month = readMonth(form['month']);
  const file = statementFilePath(operator, account, month);
  tasks.start({ name: taskName(account), startedBy: user.name }, (onProgress) =>
    issueStatement(operator, { account, month, file, now, onProgress }),
  );
  return redirect(`${paths.account(account)}/statements`);
});

const answerFile = async ({ operator, params, reason }: Visit): Promise<PageAnswer> => {
  const account = readAccountId(params['account']);
  const month = readMonth(params['month']);
  const file = statementFilePath(operator, account, month);
  if (!existsSync(file))
    throw new WrongRequest(
      'unknown_statement',
      `The statement of ${month} has not been issued from here. Issue it first.`,
    );
  const about = { kind: 'statement', account_id: account, month } as const;
  await recordAudit(operator, { owner: { account_id: account }, about, reason });
  return { kind: 'file', ...(await statementDownload(file, account, month, params['form'])) };
};

const statementFile = get('/accounts/:account/statements/:month', ALL_ROLES, answerFile);
/** The statement for people: `pdf` or `csv`. */
const readableStatementFile = get('/accounts/:account/statements/:month/:form', ALL_ROLES, answerFile);

const verifyStatementPage = get('/verify-statement', ALL_ROLES, async ({ operator }) => {
  const { keys } = await publicKeySet(operator);
  return page('Check a statement', <StatementChecker keys={keys} />, { scripts: [CHECKER_SCRIPT] });
});

export const STATEMENT_PAGES: readonly ConsolePage[] = [
  statementsPage,
  issueStatementAct,
  statementFile,
  readableStatementFile,
  verifyStatementPage,
];
