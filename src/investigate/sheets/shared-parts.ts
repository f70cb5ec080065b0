/** Columns and parts that several sheets share: jobs, adjustments, amounts and events. */
import {
  cell,
  sheetTable,
  type Cell,
  type SheetColumns,
  type SheetFacts,
  type Part,
  type SheetSentence,
} from '../../../packages/words/src/sheet/sheet.js';
import { amountText, countText, money, thousands } from '../../../packages/words/src/text/formats.js';
import type { UsageMonthRule } from '../../billing/usage/usage-schemas.js';
import type { ChargeAdjustment } from '../explain/adjustments-of-job.js';
import type { AmountsOwed, ExplainedAdjustment, JobHead } from '../explain/explained-bill.js';
import type { EventReference } from '../log-reading.js';

export const LISTED_JOB_COLUMNS: SheetColumns<JobHead> = {
  submitted: ({ submitted_at }) => cell.time(submitted_at),
  job: ({ job_id }) => cell.job(job_id),
  key: ({ key_id }) => cell.key(key_id),
  status: ({ status, erased_at }) => (erased_at === null ? status : `${status}, rows erased`),
};

/** The charged units and amount and, after adjustments, what is owed. */
export const owedFacts = ({ units, ...owed }: Partial<AmountsOwed>): SheetFacts => ({
  units: units ?? null,
  amount: cell.sums(owed),
  ...(owed.net_units === undefined || (owed.net_units === units && hasSameAmounts(owed))
    ? {}
    : {
        'units after adjustments': owed.net_units,
        'amount after adjustments': cell.sums(owed, 'net_amount'),
      }),
});

/** Sentences on the amount owed after adjustments, to be read first; none where nothing was adjusted. */
export const owedSentences = ({ units, net_units, ...owed }: AmountsOwed): readonly SheetSentence[] =>
  net_units === units && hasSameAmounts(owed)
    ? []
    : [
        {
          tone: 'good',
          says: [
            ...[`Owed now: ${countText(net_units, 'unit')}, `, cell.sums(owed, 'net_amount')],
            ...[`. Charged: ${countText(units, 'unit')}, `, cell.sums(owed), '.'],
          ],
        },
      ];

const hasSameAmounts = ({ currencies = [], amount, net_amount }: Partial<AmountsOwed>): boolean =>
  amount === net_amount && currencies.every((sums) => sums.amount === sums.net_amount);

/** The unit prices of blocks, as `industry 0.0150 GBP`. */
export const pricesText = ({
  prices,
  currency,
}: {
  readonly prices: Readonly<Record<string, string>>;
  readonly currency: string;
}): string =>
  Object.entries(prices)
    .map(([block, price]) => `${block} ${amountText(price, currency)}`)
    .join(', ');

export const chargeAdjustmentsPart = (adjustments: readonly ChargeAdjustment[]): Part => ({
  title: 'Adjustments',
  table: sheetTable(adjustments, CHARGE_ADJUSTMENT_COLUMNS, { none: 'Nothing was taken back.' }),
});

const CHARGE_ADJUSTMENT_COLUMNS: SheetColumns<ChargeAdjustment> = {
  made: ({ time }) => cell.time(time),
  adjustment: ({ adjustment_id }) => cell.adjustment(adjustment_id),
  blocks: ({ blocks }) => blocks.join(', '),
  'corrected price': ({ price }) => price && money(price),
  reason: ({ reason }) => withSpaces(reason),
  note: ({ note }) => cell.client(note),
  'reversed by': ({ reversed_by }) => cell.adjustment(reversed_by),
};

export const figureAdjustmentsPart = (adjustments: readonly AdjustmentWithAmount[]): Part => ({
  title: 'Adjustments',
  table: sheetTable(adjustments, {
    ...ADJUSTMENT_COLUMNS,
    amount: ({ amount, currency }) => cell.money(amount, currency),
  }),
});

/** An adjustment with the amount that it adds to a figure. */
export interface AdjustmentWithAmount extends ListedAdjustment {
  readonly amount?: string | null | undefined;
  readonly currency?: string | null | undefined;
}

/** The credits of a figure, each a line of its own. */
export const creditsPart = (credits: readonly Omit<AdjustmentWithAmount, 'units'>[]): Part => ({
  title: 'Credits',
  table: sheetTable(credits, {
    granted: ({ time }) => cell.time(time),
    credit: ({ adjustment_id }) => cell.adjustment(adjustment_id),
    reason: reasonCell,
    amount: ({ amount, currency }) => cell.money(amount, currency),
  }),
});

/** The results of month rules. The net amount does not include them. */
export const monthRulesPart = (rules: readonly UsageMonthRule[]): Part => ({
  title: 'Month rules',
  table: sheetTable(rules, {
    month: ({ month }) => month,
    rule: monthRuleText,
    version: ({ version }) => version,
    units: ({ units }) => units,
    amount: ({ amount, currency }) => cell.money(amount, currency),
  }),
});

export function monthRuleText({ free_units, tiers = [], minimum }: RuleTerms): string {
  if (free_units !== undefined) return `the first ${thousands(free_units)} units cost nothing`;
  if (minimum !== undefined) return `at least ${money(minimum)}`;
  return tiers.map(({ after, percent }) => `${percent} % off behind ${thousands(after)} units`).join(', ');
}

type RuleTerms = Pick<UsageMonthRule, 'free_units' | 'tiers' | 'minimum'>;

type ListedAdjustment = Pick<ExplainedAdjustment, 'time' | 'adjustment_id' | 'units' | 'reason' | 'reverses'>;

export const withSpaces = (reason: string): string => reason.replaceAll('_', ' ');

function reasonCell({ reason, reverses }: Pick<ListedAdjustment, 'reason' | 'reverses'>): Cell {
  return reverses === null
    ? withSpaces(reason)
    : [`${withSpaces(reason)}, reverses `, cell.adjustment(reverses)];
}

export const ADJUSTMENT_COLUMNS: SheetColumns<ListedAdjustment> = {
  made: ({ time }) => cell.time(time),
  adjustment: ({ adjustment_id }) => cell.adjustment(adjustment_id),
  units: ({ units }) => units,
  reason: reasonCell,
};

const EVENT_COLUMNS: SheetColumns<EventReference> = {
  time: ({ time }) => cell.time(time),
  event: ({ type }) => type,
  'as stored': cell.event,
  who: ({ actor }) => cell.client(actor),
  id: ({ id }) => cell.code(id),
};

/** The maximum number of events that the command line prints. Of more, it prints the first and the last. */
const MAX_EVENTS = 40;

/** The part that lists events, each with its place in the store. */
export const eventsPart = (events: readonly EventReference[]): Part => ({
  title: 'Events',
  table: sheetTable(events, EVENT_COLUMNS, { maxLines: MAX_EVENTS, cut: 'middle' }),
});
