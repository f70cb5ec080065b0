/** What each result says of its cost: job, row, units, amount, and what was free and why. */
import type { ResolveResponse, Row } from '../../../client/src/index.js';
import type { Charge, Outlook } from '../api/payments.js';
import { mostOf, type Prices } from '../api/prices.js';
import { leftOf, type Caps, type PassedCap } from '../spending/caps.js';
import { textOf, times, plus, ZERO, type Decimal } from '../spending/decimal.js';

export interface FreeBlock {
  readonly block: string;
  readonly why: string;
}

/** Reason codes are words of the service; anything else is not repeated. */
export const codeIn = (reason: unknown): string =>
  typeof reason === 'string' && /^[a-z0-9_]{1,80}$/.test(reason) ? reason : 'unknown';

/** The blocks of a row that cost nothing. */
export function freeIn({ blocks }: Pick<Row, 'blocks'>): FreeBlock[] {
  return Object.entries(blocks).flatMap(([block, envelope]) => {
    const { status } = envelope;
    if (status === 'available') return [];
    const why = 'reason' in envelope ? `${status}: ${codeIn(envelope.reason)}` : codeIn(status);
    return [{ block: codeIn(block), why }];
  });
}

const availableIn = ({ blocks }: Pick<Row, 'blocks'>): string[] =>
  Object.entries(blocks).flatMap(([block, { status }]) => (status === 'available' ? [block] : []));

/** One unit for each block that was available. */
export const unitsIn = (row: Pick<Row, 'blocks'>): number => availableIn(row).length;

/** Left out where no price is agreed. */
const moneyOf = (amount: Decimal, currency: string | null): { amount?: string; currency?: string } =>
  currency === null ? {} : { amount: textOf(amount), currency };

/** What a row cost at these prices. */
export const amountIn = (row: Pick<Row, 'blocks'>, prices: Prices | null) =>
  prices === null ? {} : moneyOf(mostOf(prices, 1, availableIn(row)).amount, prices.currency);

export function chargeFacts({ cost, currency, atMost, repeated }: Charge): object {
  return {
    units: cost.units,
    ...moneyOf(cost.amount, currency),
    ...(atMost ? { at_most: true } : {}),
    ...(repeated ? { repeats_an_earlier_call: true } : {}),
  };
}

/** Of a company. */
export function receiptOf(answer: ResolveResponse, charge: Charge): object {
  const free =
    charge.repeated && charge.cost.units === 0 ? [{ block: 'all', why: 'repeated_call' }] : freeIn(answer);
  return { receipt: { job_id: codedJob(answer.job_id), row: 0, ...chargeFacts(charge), free } };
}

/** Job ids are the service's own; one of another form is not repeated. */
export const codedJob = (job: string): string => (/^[\w-]{1,60}$/.test(job) ? job : 'unknown');

export function chargeWords({ cost, currency, atMost, repeated }: Charge): string {
  if (repeated && cost.units === 0) return 'The same call was made before: this one cost nothing.';
  const money = currency === null ? '' : ` (${textOf(cost.amount)} ${currency})`;
  return `${atMost ? 'Cost at most' : 'Cost'} ${cost.units} ${cost.units === 1 ? 'unit' : 'units'}${money}.`;
}

/** What a call would cost: in units, and where prices are agreed in money. */
export function estimateFacts({ rows, blocks, most, prices, spent }: Outlook, caps: Caps): object {
  const asked = [...new Set(blocks)];
  const known = asked.map((block) => ({ block, price: prices.blocks.get(block) }));
  const expected = known.every(({ price }) => price?.coverage != null)
    ? known.map(({ price }) => ({
        units: Math.round(rows * (price?.coverage ?? 0)),
        price: price?.price ?? ZERO,
      }))
    : null;
  const sum = (expected ?? []).map(({ units, price }) => times(price, units)).reduce(plus, ZERO);
  return {
    rows,
    blocks: asked,
    at_most: { units: most.units, ...moneyOf(most.amount, prices.currency) },
    expected:
      expected === null
        ? null
        : { units: expected.reduce((all, { units }) => all + units, 0), ...moneyOf(sum, prices.currency) },
    ...(prices.currency === null
      ? {}
      : { unpriced: known.flatMap(({ block, price }) => (price?.price == null ? [block] : [])) }),
    not_enabled: known.flatMap(({ block, price }) => (price?.enabled === true ? [] : [block])),
    left_under_caps: leftOf(spent, caps),
  };
}

const SPAN_WORDS = { call: 'one call', session: 'this session', day: 'this UTC day' } as const;

export function capWords({ span, of, cap, spent }: PassedCap): string {
  const before = span === 'call' ? '' : ` ${spent} are spent or reserved.`;
  const what = of === 'units' ? 'units' : 'in money';
  return `Refused, and nothing was spent: the cap of ${SPAN_WORDS[span]} is ${cap} ${what}.${before}`;
}
