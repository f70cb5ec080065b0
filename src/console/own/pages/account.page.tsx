/** A customer's own account: its use by day, block and key, its keys and its limits. */
import type { Cost } from '../../../billing/usage/usage-schemas.js';
import { ofLimit, OWN_KEY_COLUMNS } from '../../../operator/accounts/account.sheet.js';
import { showAccount, type AccountShown, type KeyShown } from '../../../operator/accounts/find-account.js';
import { showUsage } from '../../../operator/usage/show-usage.js';
import { useFacts, useTable } from '../../../operator/usage/usage.sheet.js';
import { dayOf, isAskedDay } from '../../../shared/calendar.js';
import type { Markup } from '../../view/markup.js';
import { UnitsBars } from '../../view/units-bars.js';
import { UseChart } from '../../view/use-chart.js';
import { daysOfMonth, lastDays } from '../../words.js';
import type { OwnPage, OwnVisit } from '../own-page.js';
import { OWN } from '../own-paths.js';
import { Section } from '../../view/parts.js';
import { Facts, Table } from '../../view/sheet.js';
import { cell, cellText, sheetTable } from '../../../shared/sheet/sheet.js';

const DAYS = 30;
const DAY_MS = 86_400_000;

export const ownAccountPage: OwnPage = {
  path: '',
  answer: async (visit) => {
    const account = await showAccount(visit.operator, visit.account);
    const use = await useOf(visit);
    return {
      kind: 'page',
      title: `Account ${visit.account}`,
      body: (
        <>
          <h1>Account {visit.account}</h1>
          <Facts
            of={{
              name: cell.client(account.name),
              opened: cell.time(account.opened_at),
              'blocks switched on': account.blocks_enabled_count,
            }}
          />
          <Use use={use} now={visit.now} />
          <Limits account={account} />
          <Keys keys={account.keys} />
        </>
      ),
    };
  },
};

/** The days that are asked for; what is no month asks for the last days. */
function rangeOf({ query, now }: OwnVisit) {
  const month = query['month'];
  if (month !== undefined && isAskedDay(`${month}-01`)) return daysOfMonth(month);
  return lastDays(now, DAYS);
}

async function useOf(visit: OwnVisit) {
  const { operator, account } = visit;
  const range = rangeOf(visit);
  const [days, blocks, keys] = await Promise.all([
    showUsage(operator, { account, range, by: 'day', job: null }),
    showUsage(operator, { account, range, by: 'block', job: null }),
    showUsage(operator, { account, range, by: 'key', job: null }),
  ]);
  return { days, blocks, keys };
}
type Use = Awaited<ReturnType<typeof useOf>>;

/** Every day of the range, those of no use too. */
function everyDay({ from, to, items }: Use['days']) {
  const used = new Map(
    items.flatMap((item) => ('date' in item && 'blocks' in item ? [[item.date, item]] : [])),
  );
  const days = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += DAY_MS) {
    const date = dayOf(new Date(time));
    days.push(used.get(date) ?? { date, rows: 0, units: 0, blocks: {} });
  }
  return days;
}

function Use({ use: { days, blocks, keys }, now }: { use: Use; now: Date }): Markup {
  const { from, to } = days;
  const bars = everyDay(days);
  const used = bars.filter(({ rows, units }) => rows > 0 || units !== 0);
  const costs = (item: Cost) =>
    item.amount === undefined ? {} : { more: cellText(cell.money(item.amount, item.currency)) };
  return (
    <Section title={`Use, ${from} to ${to}`}>
      <form class="inline" method="get" action={OWN}>
        <label for="month">Month (UTC)</label>
        <input
          id="month"
          name="month"
          type="month"
          pattern="\d{4}-\d{2}"
          placeholder="YYYY-MM"
          value={to.slice(0, 7)}
          max={dayOf(now).slice(0, 7)}
          required
        />
        <button type="submit">Show</button>
        <a class="button plain" href={OWN}>
          The last {DAYS} days
        </a>
      </form>
      <Facts of={useFacts(days)} />
      {used.length === 0 ? (
        <p class="soft">Nothing was used in these days.</p>
      ) : (
        <>
          <UseChart name="Units by day and block" bars={bars} />
          <div class="beside">
            <UnitsBars
              name="Units by block"
              of={blocks.items.flatMap((item) =>
                'block' in item ? [{ name: item.block, units: item.units, ...costs(item) }] : [],
              )}
            />
            <UnitsBars
              name="Units by key"
              of={keys.items.flatMap((item) =>
                'key_id' in item ? [{ name: item.key_id, units: item.units, ...costs(item) }] : [],
              )}
            />
          </div>
          <Table name="By day" of={useTable(days, null)} />
        </>
      )}
    </Section>
  );
}

const Limits = ({ account }: { account: AccountShown }): Markup => (
  <Section title="Limits">
    <Facts
      of={{
        'rows under way': ofLimit(account.open_rows, account.max_open_rows),
        'unbilled rows today (UTC)': ofLimit(account.unbilled_rows_today, account.max_unbilled_rows_per_day),
        blocks: account.blocks.join(', ') || 'none',
        'premium options': account.options.join(', ') || 'none',
      }}
    />
  </Section>
);

const Keys = ({ keys }: { keys: readonly KeyShown[] }): Markup => (
  <Section title="Keys">
    <p class="soft">A key is shown whole once, when it is issued. Here stand its id and its limits.</p>
    <Table
      name="Keys, in the order of their issue"
      of={sheetTable(keys, OWN_KEY_COLUMNS, { none: 'No key was issued.' })}
    />
  </Section>
);
