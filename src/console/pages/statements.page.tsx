/** An account's statements: issued, listed, downloaded. */
import { createReadStream, existsSync } from 'node:fs';
import { issueStatement } from '../../operator/statements/issue-statements.js';
import { listStatements } from '../../operator/statements/list-statements.js';
import { recordAudit } from '../../operator/support/audit-records.js';
import { WrongRequest } from '../../operator/refusal.js';
import { statementFileName, statementFilePath } from '../../operator/statements/console-files.js';
import type { AccountId } from '../../shared/ids.js';
import { BILLING, EVERYBODY, get, go, page, post, type Visit } from '../page.js';
import { cell } from '../../shared/sheet/sheet.js';
import { paths } from '../view/links.js';
import { Shown } from '../view/sheet.js';
import type { Markup } from '../view/markup.js';
import { Csrf, Section } from '../view/parts.js';
import { StatementsTable } from '../view/statements-table.js';
import { TaskPart } from '../view/task-part.js';
import { accountId, month } from '../words.js';

const taskOf = (account: AccountId): string => `statement of ${account}`;

export const statementsPage = get('/accounts/:account/statements', EVERYBODY, async (visit) => {
  const account = accountId(visit.params['account']);
  const statements = await listStatements(visit.operator, account);
  const listed = statements.map((each) => ({
    ...each,
    kept: existsSync(statementFilePath(visit.operator, account, each.head.month)),
  }));
  const [task] = visit.tasks.named(taskOf(account));
  return page(
    `Statements of account ${account}`,
    <>
      <h1>
        Statements of account <Shown of={cell.account(account)} />
      </h1>
      <p>
        A statement lists every charge and adjustment of a month (UTC), and is signed.{' '}
        <a href="/verify-statement">Check one</a>: the file stays on your machine.
      </p>
      {task !== undefined && <TaskPart task={task} now={visit.now} />}
      <StatementsTable
        listed={listed}
        file={({ head, kept }) =>
          kept ? (
            <a
              href={`${paths.account(account)}/statements/${head.month}`}
              download={statementFileName(account, head.month)}
            >
              download
            </a>
          ) : (
            <span class="soft">issue it again for the same file</span>
          )
        }
      />
      {BILLING.includes(visit.user.role) && <Issue visit={visit} account={account} />}
    </>,
  );
});

const Issue = ({ visit: { session, now }, account }: { visit: Visit; account: AccountId }): Markup => (
  <Section title="Issue the statement of a month">
    <p>
      Of a month that is over it is complete, and the only one: asked for again, it is the same to the byte.
      That of the running month is marked partial.
    </p>
    <form class="inline" method="post" action={`${paths.account(account)}/statements`}>
      <Csrf token={session.csrf} />
      <label for="month">Month</label>
      <input id="month" name="month" pattern="\d{4}-\d{2}" value={now.toISOString().slice(0, 7)} required />
      <button type="submit">Issue it</button>
    </form>
  </Section>
);

export const issueAct = post('/accounts/:account/statements', BILLING, async (visit) => {
  const { operator, params, form, tasks, user, now } = visit;
  const account = accountId(params['account']);
  const wish = {
    account,
    month: month(form['month']),
    file: statementFilePath(visit.operator, account, month(form['month'])),
    now,
  };
  tasks.start({ name: taskOf(account), by: user.name }, (progress) =>
    issueStatement(operator, { ...wish, onProgress: progress }),
  );
  return go(`${paths.account(account)}/statements`);
});

export const statementFile = get('/accounts/:account/statements/:month', EVERYBODY, async (visit) => {
  const { operator, params, reason } = visit;
  const account = accountId(params['account']);
  const of = month(params['month']);
  const file = statementFilePath(visit.operator, account, of);
  if (!existsSync(file))
    throw new WrongRequest(
      'unknown_statement',
      `The statement of ${of} was not issued from here: issue it first.`,
    );
  const about = { kind: 'statement', account_id: account, month: of } as const;
  await recordAudit(operator, { subject: { account }, account, about, reason });
  return {
    kind: 'file',
    name: statementFileName(account, of),
    type: 'application/x-ndjson',
    body: createReadStream(file),
  };
});
