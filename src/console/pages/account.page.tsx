/** An account: what it used by day and block, what it pays, its keys, jobs and adjustments. */
import type { Markup } from '../view/markup.js';
import { accountAdjustmentsPart } from '../../operator/adjustments/adjustment.sheet.js';
import { listAdjustments } from '../../operator/adjustments/find-adjustments.js';
import { lookAtAccount } from '../../operator/accounts/look-at-account.js';
import { JOB_COLUMNS } from '../../operator/jobs/job-details.sheet.js';
import { jobsPage } from '../../operator/jobs/find-jobs.js';
import { showUsage } from '../../operator/usage/show-usage.js';
import { useFacts, useTable } from '../../operator/usage/usage.sheet.js';
import { accountSheet } from '../../operator/accounts/account.sheet.js';
import type { AccountShown } from '../../operator/accounts/find-account.js';
import type { AccountId } from '../../shared/ids.js';
import { ADMIN, EVERYBODY, get, page, type Visit } from '../page.js';
import { FinalAct } from '../view/final-act.js';
import { UseChart } from '../view/use-chart.js';
import { accountId, daysOfMonth, lastDays } from '../words.js';
import { Csrf, Section } from '../view/parts.js';
import { Facts, Parts, SheetShown, Table } from '../view/sheet.js';
import { paths } from '../view/links.js';
import { cell, joinedCells, sheetTable } from '../../shared/sheet/sheet.js';

const MOST_JOBS = 20;
const MOST_ADJUSTMENTS = 20;
const DAYS = 30;

export const accountPage = get('/accounts/:account', EVERYBODY, async (visit) => {
  const { operator, params, reason, user, session } = visit;
  const id = accountId(params['account']);
  const account = await lookAtAccount(operator, id, reason);
  const [use, { jobs }, adjustments] = await Promise.all([
    useOf(visit, id),
    jobsPage(operator, id, { before: null, most: MOST_JOBS }),
    listAdjustments(operator, id),
  ]);
  return page(
    `Account ${id}`,
    <>
      <SheetShown of={accountSheet(account)}>
        <p class="acts">
          <a class="button" href={`${paths.account(id)}/statements`}>
            Statements
          </a>
        </p>
        <Use account={id} use={use} />
      </SheetShown>
      <Parts
        of={[
          {
            title: `Jobs, the newest ${MOST_JOBS}`,
            table: sheetTable(jobs, JOB_COLUMNS, { none: 'No job was submitted yet.' }),
          },
          accountAdjustmentsPart(adjustments, MOST_ADJUSTMENTS),
        ]}
      />
      {ADMIN.includes(user.role) && <Access account={account} csrf={session.csrf} />}
    </>,
  );
});

const Access = ({ account, csrf }: { account: AccountShown; csrf: string }): Markup => {
  const of = paths.account(account.account_id);
  return account.status === 'active' ? (
    <FinalAct
      title="Suspend it"
      to={`${of}/suspend`}
      csrf={csrf}
      confirm="Its keys answer 401 from now on"
      button="Suspend the account"
    >
      Jobs that were accepted run on and are billed. Its own link ends. It can be reinstated: keys that were
      not revoked work again.
    </FinalAct>
  ) : (
    <Section title="Reinstate it">
      <p>Keys that were not revoked work again. The account's own link stays ended.</p>
      <form class="stacked" method="post" action={`${of}/reinstate`}>
        <Csrf token={csrf} />
        <label>
          <input type="checkbox" name="confirmed" value="yes" required /> Its keys work from now on
        </label>
        <button type="submit">Reinstate the account</button>
      </form>
    </Section>
  );
};

const rangeOf = ({ query, now }: Visit) =>
  query['month'] === undefined ? lastDays(now, DAYS) : daysOfMonth(query['month']);

async function useOf(visit: Visit, account: AccountId) {
  const range = rangeOf(visit);
  const ask = <By extends 'day' | 'block'>(by: By) =>
    showUsage(visit.operator, { account, range, by, job: null });
  const [days, blocks] = await Promise.all([ask('day'), ask('block')]);
  return { days, blocks };
}
type Use = Awaited<ReturnType<typeof useOf>>;

function Use({ account, use: { days, blocks } }: { account: number; use: Use }): Markup {
  const { from, to } = days;
  const bars = days.items.flatMap((item) =>
    'date' in item && 'blocks' in item ? [{ ...item, href: paths.bill({ account, day: item.date }) }] : [],
  );
  const months = [...new Set([from.slice(0, 7), to.slice(0, 7)])];
  const explained = joinedCells(months.map((month) => cell.bill({ account, month }, month)));
  return (
    <Section title={`Use, ${from} to ${to}`}>
      <Facts of={{ ...useFacts(days), 'explain a month': explained }} />
      <UseChart name="Units by day and block" bars={bars} />
      <div class="beside">
        <Table name="By day" of={useTable(days, { account }, 'Nothing was used in these days.')} />
        <Table name="By block" of={useTable(blocks, null, 'No block was billed.')} />
      </div>
    </Section>
  );
}
