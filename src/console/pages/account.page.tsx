/** An account: what it used by day and block, what it pays, its keys, jobs and adjustments. */
import type { Markup } from '../view/markup.js';
import { listAdjustments, type AdjustmentOnRecord } from '../../operator/adjustments/shown-adjustments.js';
import { lookAtAccount } from '../../operator/accounts/look-at-account.js';
import { jobsOfAccount, type JobShown } from '../../operator/jobs/shown-jobs.js';
import { showUsage } from '../../operator/usage/show-usage.js';
import type { AccountShown, KeyShown } from '../../operator/accounts/find-account.js';
import type { AccountId } from '../../shared/ids.js';
import { ADMIN, EVERYBODY, page, type Page, type Visit } from '../page.js';
import { JobsTable } from '../view/jobs-table.js';
import { KEY_FACTS, KEY_LIFE } from '../view/key-columns.js';
import { AdjustmentLink, KeyLink, paths } from '../view/links.js';
import { money } from '../view/money.js';
import { FinalAct } from '../view/final-act.js';
import { Badge, Client, Count, Csrf, Facts, Section, Table, Time } from '../view/parts.js';
import { UseChart } from '../view/use-chart.js';
import { useFacts } from '../view/use-facts.js';
import { accountId, daysOfMonth, lastDays } from '../words.js';

const MOST_JOBS = 20;
const MOST_ADJUSTMENTS = 20;
const DAYS = 30;

export const accountPage: Page = {
  method: 'GET',
  path: '/accounts/:account',
  roles: EVERYBODY,
  answer: async (visit) => {
    const { operator, params, reason, user, session } = visit;
    const id = accountId(params['account']);
    const account = await lookAtAccount(operator, id, reason);
    const [use, jobs, adjustments] = await Promise.all([
      useOf(visit, id),
      newestJobs(visit, id),
      listAdjustments(operator, id),
    ]);
    return page(
      `Account ${id}`,
      <>
        <h1>
          Account {id} <Badge tone={account.status === 'active' ? 'good' : 'bad'}>{account.status}</Badge>
        </h1>
        <About account={account} />
        <Use account={id} use={use} />
        <Keys keys={account.keys} />
        <Section title="Jobs">
          <JobsTable name={`The newest ${MOST_JOBS} jobs`} jobs={jobs} />
        </Section>
        <Adjustments made={adjustments.slice(0, MOST_ADJUSTMENTS)} />
        <Prices account={account} />
        {ADMIN.includes(user.role) && <Access account={account} csrf={session.csrf} />}
      </>,
    );
  },
};

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
      Jobs that were accepted run on and are billed. It can be reinstated: keys that were not revoked work
      again.
    </FinalAct>
  ) : (
    <Section title="Reinstate it">
      <p>Keys that were not revoked work again.</p>
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

async function newestJobs({ operator }: Visit, account: AccountId): Promise<JobShown[]> {
  const jobs: JobShown[] = [];
  for await (const job of jobsOfAccount(operator, account)) {
    jobs.push(job);
    if (jobs.length >= MOST_JOBS) break;
  }
  return jobs;
}

const About = ({ account }: { account: AccountShown }): Markup => (
  <>
    <Facts
      of={[
        ['Name', <Client text={account.name} />],
        ['E-mail', <Client text={account.email} />],
        ['Opened', <Time at={account.opened_at} />],
        ['Blocks switched on', <Count of={account.blocks_enabled_count} />],
        [
          'Rows under way',
          `${account.open_rows.toLocaleString('en-GB')} of ${account.max_open_rows.toLocaleString('en-GB')} allowed`,
        ],
      ]}
    />
    <p class="acts">
      <a class="button" href={`${paths.account(account.account_id)}/statements`}>
        Statements
      </a>
    </p>
  </>
);

function Use({ account, use: { days, blocks } }: { account: number; use: Use }): Markup {
  const { from, to } = days;
  const bars = days.items.flatMap((item) =>
    'date' in item && 'blocks' in item ? [{ ...item, href: paths.bill({ account, day: item.date }) }] : [],
  );
  const byBlock = blocks.items.flatMap((item) => ('block' in item ? [item] : []));
  const months = [...new Set([from.slice(0, 7), to.slice(0, 7)])];
  return (
    <Section title={`Use, ${from} to ${to}`}>
      <Facts
        of={[
          ...useFacts(days),
          [
            'Explain a month',
            months.map((month) => (
              <>
                <a key={month} href={paths.bill({ account, month })}>
                  {month}
                </a>{' '}
              </>
            )),
          ],
        ]}
      />
      <UseChart name="Units by day and block" bars={bars} />
      <div class="beside">
        <Table
          name="By day"
          rows={bars}
          none="Nothing was used in these days."
          columns={[
            { head: 'Day', cell: ({ date, href }) => <a href={href}>{date}</a> },
            { head: 'Rows', figures: true, cell: ({ rows }) => <Count of={rows} /> },
            { head: 'Units', figures: true, cell: ({ units }) => <Count of={units} /> },
            { head: 'Amount', figures: true, cell: (item) => money(item.amount, item.currency) },
          ]}
        />
        <Table
          name="By block"
          rows={byBlock}
          none="No block was billed."
          columns={[
            { head: 'Block', cell: ({ block }) => block },
            { head: 'Units', figures: true, cell: ({ units }) => <Count of={units} /> },
            { head: 'Amount', figures: true, cell: (item) => money(item.amount, item.currency) },
          ]}
        />
      </div>
    </Section>
  );
}

const Keys = ({ keys }: { keys: readonly KeyShown[] }): Markup => (
  <Section title="Keys">
    <Table
      name="Keys, in the order of their issue"
      rows={keys}
      none="No key was issued."
      columns={[{ head: 'Key', cell: ({ key_id }) => <KeyLink id={key_id} /> }, ...KEY_FACTS, ...KEY_LIFE]}
    />
  </Section>
);

const Adjustments = ({ made }: { made: readonly AdjustmentOnRecord[] }): Markup => (
  <Section title="Adjustments">
    <Table
      name="The newest adjustments"
      rows={made}
      none="Nothing was adjusted."
      columns={[
        { head: 'Made', cell: ({ event }) => <Time at={event.time} /> },
        { head: 'Adjustment', cell: ({ fact }) => <AdjustmentLink id={fact.adjustment_id} /> },
        {
          head: 'Reason',
          cell: ({ fact, reverses }) => `${fact.reason}${reverses === null ? '' : ', a reversal'}`,
        },
        { head: 'Note', cell: ({ fact }) => <Client text={fact.note} /> },
        { head: 'Units', figures: true, cell: ({ fact }) => <Count of={fact.units} /> },
        { head: 'Amount', figures: true, cell: ({ fact }) => money(fact.amount, fact.currency) },
      ]}
    />
  </Section>
);

const Prices = ({ account: { prices } }: { account: AccountShown }): Markup => (
  <Section title="Prices">
    <Table
      name="As they were agreed"
      rows={prices}
      none="No price is agreed."
      columns={[
        { head: 'From', cell: ({ from }) => from },
        { head: 'Agreed', cell: ({ agreed_at }) => <Time at={agreed_at} /> },
        {
          head: 'A unit',
          cell: ({ prices: of, currency }) =>
            Object.entries(of)
              .map(([block, price]) => `${block} ${price} ${currency}`)
              .join(', '),
        },
      ]}
    />
  </Section>
);
