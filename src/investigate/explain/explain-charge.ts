/**
 * `billing explain --charge`: explains one charge by its row, its request and key, the prices of its day, the
 * rule and its adjustments.
 */
import Big from 'big.js';
import { ACCOUNTS, type AgreedPrices } from '../../../projections/accounts/accounts.document.js';
import { KEYS } from '../../../projections/keys/keys.document.js';
import { investigateRow } from '../investigate-row.js';
import { namedKey, type NamedKey } from '../key/key-context.js';
import { requestById, type LoggedRequest } from '../request-log/request-batches.js';
import type { RowHistory } from '../row-history.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import { agreementOn } from '../../streams/account/price-agreement.js';
import { adjustmentsOf } from '../../billing/adjustments/adjustment-log.js';
import { AdjustmentsOfJob, owedBlocks } from './adjustments-of-job.js';
import { CHARGE_RULE } from '../../billing/charge-rules.js';
import { currencyOn } from '../../streams/account/price-terms.js';
import { unitEntries } from '../../billing/usage/priced-use.js';
import { amountText } from '../../../packages/statement-check/src/rules/payable.js';
import type { EvidencedCharge } from '../disputes/priced-charges.js';
import type { ExplainedPrice, UnitsByBlock } from './explained-bill.js';
import type { BillSources } from './figure.js';
import { findCharge, type ChargePlace } from './find-charge.js';
import { accountPart } from '../../../projections/key-parts.js';

/** A block of the charge at the price of its day. */
export interface ChargedPrice extends ExplainedPrice {
  /** First day of the price; `agreed_at` is the time of the agreement. */
  readonly from: string | null;
  readonly agreed_at: string | null;
  /** The version of a price list that was given; left out for a price without one. */
  readonly list?: AgreedPrices['list'];
}

export interface ChargeExplanation extends Omit<
  EvidencedCharge,
  'unpriced' | 'rule' | 'stream' | 'revision'
> {
  readonly account_id: AccountId;
  readonly prices: readonly ChargedPrice[];
  readonly rule: typeof CHARGE_RULE;
  readonly key: NamedKey | null;
  /** Taken from the request log; null after 30 days. */
  readonly request: Pick<LoggedRequest, 'request_id' | 'time' | 'method' | 'path' | 'status'> | null;
  /** The row with all its events. */
  readonly story: RowHistory;
}

/** The explanation of the charge with this id; null if no such charge exists. */
export async function explainCharge(sources: BillSources, id: string): Promise<ChargeExplanation | null> {
  const { eventStore, reader, coordination } = sources;
  const chargePlace = await findCharge(reader, id);
  if (chargePlace === null) return null;
  const lookup = await investigateRow(eventStore, chargePlace.job, chargePlace.row);
  const event = lookup.outcome === 'found' ? lookup.row.events.find((entry) => entry.id === id) : undefined;
  if (lookup.outcome !== 'found' || event === undefined) return null;
  const { row: history } = lookup;
  const blocks = chargedBlocks(history, chargePlace);
  const day = event.time.slice(0, 'YYYY-MM-DD'.length);
  const account = await reader.find(ACCOUNTS, accountPart(history.account_id));
  const agreements = account?.prices ?? [];
  const prices = unitEntries(blocks).map(([block, units]) => pricedBlock(agreements, { block, units, day }));
  const jobAdjustments = new AdjustmentsOfJob(chargePlace.job);
  for await (const entry of adjustmentsOf(eventStore, history.account_id)) jobAdjustments.add(entry);
  const adjustments = jobAdjustments.adjustmentsOf({ ...chargePlace, blocks, day });
  const { isOwed, priceOf } = owedBlocks(adjustments);
  const owedPrices = prices
    .filter(({ block }) => isOwed(block))
    .map((line) => ({ ...line, amount: correctedAmount(line, priceOf(line.block)) }));
  const amountOf = (lines: readonly Pick<ChargedPrice, 'amount'>[]): Big =>
    lines.reduce((sum, { amount }) => sum.plus(amount ?? 0), new Big(0));
  const isPriced = prices.some(({ amount }) => amount !== null);
  // A corrected price alone gives an amount too. It is in the currency of the charge's day.
  const hasAmount =
    isPriced || adjustments.some(({ price, reversed_by }) => price !== null && reversed_by === null);
  const key = await reader.find(KEYS, history.key_id);
  const loggedRequest = await requestById(coordination, history.request_id);
  return {
    charge_id: id,
    account_id: history.account_id,
    job_id: chargePlace.job,
    row: chargePlace.row,
    late_block: chargePlace.block,
    time: event.time,
    units: unitsOf(prices),
    net_units: unitsOf(owedPrices),
    net_amount: hasAmount ? amountText(amountOf(owedPrices)) : null,
    blocks,
    prices,
    currency: hasAmount ? currencyOn(agreements, day) : null,
    amount: isPriced ? amountText(amountOf(prices)) : null,
    rule: CHARGE_RULE,
    adjustments,
    key: key === undefined ? null : namedKey(key, account),
    request: loggedRequest === undefined ? null : requestFields(loggedRequest),
    story: history,
  };
}

const correctedAmount = ({ amount, units }: ChargedPrice, price: string | undefined): string | null =>
  price === undefined ? amount : amountText(new Big(price).times(units));

const unitsOf = (prices: readonly ChargedPrice[]): number =>
  prices.reduce((sum, { units }) => sum + units, 0);

/** The units of this charge. A late block has a charge of its own, apart from that of its row. */
function chargedBlocks({ blocks }: RowHistory, { block: lateBlock }: ChargePlace): UnitsByBlock {
  const chargedEntries = Object.entries(blocks).filter(
    ([block, history]) =>
      history.units > 0 && (lateBlock === null ? history.late === null : block === lateBlock),
  );
  return Object.fromEntries(chargedEntries.map(([block, { units }]) => [block, units]));
}

function pricedBlock(
  agreements: readonly AgreedPrices[],
  { block, units, day }: { readonly block: BlockKey; readonly units: number; readonly day: string },
): ChargedPrice {
  const agreement = agreementOn(agreements, block, day);
  const price = agreement?.prices[block];
  const noPrice = { price: null, currency: null, amount: null, from: null, agreed_at: null };
  if (agreement === null || price === undefined) return { block, units, ...noPrice };
  const { currency, from, agreed_at, list } = agreement;
  const amount = amountText(new Big(price).times(units));
  const listField = list === undefined ? {} : { list };
  return { block, units, price, currency, amount, from, agreed_at, ...listField };
}

function requestFields({
  request_id,
  time,
  method,
  path,
  status,
}: LoggedRequest): ChargeExplanation['request'] {
  return { request_id, time, method, path, status };
}
