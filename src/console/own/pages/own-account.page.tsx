/** The page of a customer's own account: usage by day, block and key; keys and limits. */
import type { Cost } from '../../../billing/usage/usage-schemas.js';
import { limitText, CUSTOMER_KEY_COLUMNS } from '../../../operator/accounts/account.sheet.js';
import {
  showAccount,
  type AccountDetails,
  type KeyDetails,
} from '../../../operator/accounts/find-account.js';
import { showUsage } from '../../../operator/usage/show-usage.js';
import { monthRulesPart } from '../../../investigate/sheets/shared-parts.js';
import { usageFacts, usageTable } from '../../../operator/usage/usage.sheet.js';
import { dayOf, isRequestDay } from '../../../../packages/words/src/calendar.js';
import { headedPage } from '../../console-page.js';
import type { Markup } from '../../view/jsx-markup.js';
import { thousands } from '../../../../packages/words/src/text/formats.js';
import { UsageChart } from '../../view/usage-chart.js';
import { readDaysOfMonth, lastDays } from '../../form-values.js';
import type { OwnPage, OwnVisit } from '../own-page.js';
import { OWN_PATH, ownPaths } from '../own-paths.js';
import { UsageExportLinks, monthsIn } from '../../view/export-links.js';
import { Section } from '../../view/parts.js';
import { FactList, ListTable, PartList, TableView } from '../../view/sheet.js';
import { cell, cellText } from '../../../../packages/words/src/sheet/sheet.js';

const SHOWN_DAYS = 30;
const DAY_MS = 86_400_000;

export const ownAccountPage: OwnPage = {
  path: '',
  answer: async (visit) => {
    const account = await showAccount(visit.operator, visit.account);
    const usage = await usageOf(visit);
    return headedPage(
      `Account ${visit.account}`,
      <>
        <FactList
          facts={{
            name: cell.client(account.name),
            opened: cell.time(account.opened_at),
            'blocks enabled': account.blocks_enabled_count,
          }}
        />
        <UsageSection usage={usage} now={visit.now} />
        <Limits account={account} />
        <Keys keys={account.keys} />
      </>,
    );
  },
};

/** Returns the days of the month that the query names; without a valid month the last 30 days. */
function rangeOf({ query, now }: OwnVisit) {
  const month = query['month'];
  if (month !== undefined && isRequestDay(`${month}-01`)) return readDaysOfMonth(month);
  return lastDays(now, SHOWN_DAYS);
}

async function usageOf(visit: OwnVisit) {
  const { operator, account } = visit;
  const request = { account, range: rangeOf(visit), job: null } as const;
  const [days, blocks, keys] = await Promise.all([
    showUsage(operator, { ...request, by: 'day' }),
    showUsage(operator, { ...request, by: 'block' }),
    showUsage(operator, { ...request, by: 'key' }),
  ]);
  return { days, blocks, keys };
}
type Usage = Awaited<ReturnType<typeof usageOf>>;

/** Returns every day of the range, also those without usage. */
function everyDay({ from, to, items }: Usage['days']) {
  const itemByDate = new Map(
    items.flatMap((item) => ('date' in item && 'blocks' in item ? [[item.date, item]] : [])),
  );
  const days = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += DAY_MS) {
    const date = dayOf(new Date(time));
    days.push(itemByDate.get(date) ?? { date, rows: 0, units: 0, blocks: {} });
  }
  return days;
}

function UsageSection({ usage: { days, blocks, keys }, now }: { usage: Usage; now: Date }): Markup {
  const { from, to } = days;
  const bars = everyDay(days);
  const usedDays = bars.filter(({ rows, units }) => rows > 0 || units !== 0);
  const costDetail = (item: Cost) => (item.amount === undefined ? {} : { detail: cellText(cell.sums(item)) });
  return (
    <Section title={`Usage, ${from} to ${to}`}>
      <form class="inline" method="get" action={OWN_PATH}>
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
        <a class="button plain" href={OWN_PATH}>
          The last {SHOWN_DAYS} days
        </a>
      </form>
      <FactList facts={usageFacts(days)} />
      {usedDays.length === 0 ? (
        <p class="soft">No usage on these days.</p>
      ) : (
        <>
          <UsageChart name="Units by day and block" bars={bars} />
          <div class="beside">
            <UnitsBars
              name="Units by block"
              bars={blocks.items.flatMap((item) =>
                'block' in item ? [{ name: item.block, units: item.units, ...costDetail(item) }] : [],
              )}
            />
            <UnitsBars
              name="Units by key"
              bars={keys.items.flatMap((item) =>
                'key_id' in item ? [{ name: item.key_id, units: item.units, ...costDetail(item) }] : [],
              )}
            />
          </div>
          <TableView name="By day" table={usageTable(days, null)} />
        </>
      )}
      <PartList parts={[monthRulesPart(days.month_rules ?? [])]} />
      <UsageExportLinks months={monthsIn(days)} path={ownPaths.exports} />
    </Section>
  );
}

interface UnitsBar {
  readonly name: string;
  readonly units: number;
  /** More text beside the figure, such as the cost. */
  readonly detail?: string;
}

/**
 * Draws units as bars, each beside its name, the most units first. Names and figures are text of the page, so
 * they are as large on a phone as elsewhere. Negative units, which were taken back, have no bar.
 */
function UnitsBars({ name, bars }: { name: string; bars: readonly UnitsBar[] }): Markup | null {
  if (bars.length === 0) return null;
  const maxUnits = Math.max(1, ...bars.map(({ units }) => units));
  const sortedBars = [...bars].sort((a, b) => b.units - a.units);
  return (
    <figure class="chart">
      <figcaption>{name}</figcaption>
      <ul class="bars">
        {sortedBars.map(({ name: label, units, detail }) => (
          <li key={label}>
            <span class="what">{label}</span>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <rect class="part0" width={(100 * Math.max(0, units)) / maxUnits} height="10" />
            </svg>
            <span class="figure">
              {thousands(units)}
              {detail === undefined ? '' : ` · ${detail}`}
            </span>
          </li>
        ))}
      </ul>
    </figure>
  );
}

const Limits = ({ account }: { account: AccountDetails }): Markup => (
  <Section title="Limits">
    <FactList
      facts={{
        'rows in progress': limitText(account.open_rows, account.max_open_rows),
        'unbilled rows today (UTC)': limitText(
          account.unbilled_rows_today,
          account.max_unbilled_rows_per_day,
        ),
        blocks: account.blocks.join(', ') || 'none',
        'premium options': account.options.join(', ') || 'none',
      }}
    />
  </Section>
);

const Keys = ({ keys }: { keys: readonly KeyDetails[] }): Markup => (
  <Section title="Keys">
    <p class="soft">
      Only the id and the limits of a key are shown. The whole key is shown when it is issued.
    </p>
    <ListTable
      name="Keys, the oldest first"
      items={keys}
      columns={CUSTOMER_KEY_COLUMNS}
      none="No key has been issued."
    />
  </Section>
);
