/**
 * `billing explain --charge`: explains one charge by its row, its request and key, the prices of its day, the
 * rule and its adjustments.
 */
import Big from 'big.js';
import { ACCOUNTS } from '../../../projections/accounts/accounts.document.js';
import {
  CHUNK_PRINTS,
  FEW_ROWS_PLACES,
  LATE_PLACES,
  chunkRowsAt,
  fewRowsAt,
  printOf,
} from '../../../projections/charge-places/charge-places.document.js';
import { accountPart } from '../../../projections/key-parts.js';
import { KEYS } from '../../../projections/keys/keys.document.js';
import type { TypedReader } from '../../../packages/platform/src/projector/generation-reader.js';
import { everyDocument, everyFields } from '../../../packages/platform/src/projector/projector-state.js';
import { investigateRow } from '../investigate-row.js';
import { namedKey } from '../key/key-context.js';
import { requestById, type LoggedRequest } from '../request-log/request-batches.js';
import { pricedChargesOf } from '../row-bill.js';
import { sortBlockKeys, type BlockKey } from '../../../packages/contract/src/block-key.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { CHARGE_RULE } from '../../billing/charge-rules.js';
import { unitEntries } from '../../billing/usage/priced-use.js';
import { amountText } from '../../../packages/statement-check/src/rules/payable.js';
import { rowEventId } from '../../streams/rows/rows.events.js';
import type { AppliedPrice, PricedCharges } from '../disputes/priced-charges.js';
import type { ExplainedPrice } from './explained-bill.js';
import type { BillSources } from './figure.js';

/** A charge with its prices, its rule, its adjustments, and the key, request and row behind it. */
export type ChargeExplanation = NonNullable<Awaited<ReturnType<typeof explainCharge>>>;

/** The explanation of the charge with this id; null if no such charge exists. */
export async function explainCharge({ eventStore, reader, coordination }: BillSources, id: string) {
  const place = await findCharge(reader, id);
  if (place === null) return null;
  const { job: job_id, row } = place;
  const lookup = await investigateRow(eventStore, job_id, row);
  if (lookup.outcome !== 'found') return null;
  const { row: story, facts } = lookup;
  const { account_id, key_id, request_id } = story;
  const pricedCharges = await pricedChargesOf(eventStore, { account: account_id, job: job_id });
  const charge = pricedCharges.chargesOf(row, facts).find(({ charge_id }) => charge_id === id);
  if (charge === undefined) return null;
  const { late_block, time, units, net_units, net_amount, currency, amount, adjustments } = charge;
  const blocks = Object.fromEntries(
    sortBlockKeys(unitEntries(charge.blocks).map(([block]) => block)).map((block) => [
      block,
      charge.blocks[block] ?? 0,
    ]),
  );
  const day = time.slice(0, 'YYYY-MM-DD'.length);
  const key = await reader.find(KEYS, key_id);
  const account = await reader.find(ACCOUNTS, accountPart(account_id));
  const request = await requestById(coordination, request_id);
  return {
    charge_id: id,
    account_id,
    job_id,
    row,
    late_block,
    time,
    units,
    net_units,
    net_amount,
    blocks,
    prices: unitEntries(blocks).map(([block, count]) =>
      chargedBlock(pricedCharges, { block, units: count, day }),
    ),
    currency,
    amount,
    rule: CHARGE_RULE,
    adjustments,
    key: key === undefined ? null : namedKey(key, account),
    /** Taken from the request log; null after 30 days. */
    request: request === undefined ? null : requestFields(request),
    /** The row with all its events. */
    story,
  };
}

/** A price and its first day; `agreed_at` is the time of the agreement. Null where the block had no price. */
type ChargedPrice = ExplainedPrice &
  Pick<AppliedPrice, 'list'> & { readonly from: string | null; readonly agreed_at: string | null };

/** A block of the charge at the price of its day. */
function chargedBlock(
  charges: PricedCharges,
  { block, units, day }: { readonly block: BlockKey; readonly units: number; readonly day: string },
): ChargedPrice {
  const applied = charges.priceOn(block, day);
  const noPrice = { price: null, currency: null, amount: null, from: null, agreed_at: null };
  if (applied === null) return { block, units, ...noPrice };
  const { price, currency, from, agreed_at, list } = applied;
  const amount = amountText(new Big(price).times(units));
  return { block, units, price, currency, amount, from, agreed_at, ...(list === undefined ? {} : { list }) };
}

const requestFields = ({ request_id, time, method, path, status }: LoggedRequest) => ({
  request_id,
  time,
  method,
  path,
  status,
});

/**
 * Finds the job and row of a charge. The read model narrows the search; the full id decides.
 * @param id the charge id that `billing explain` and statements print
 * @returns null if no such charge exists
 */
async function findCharge(reader: TypedReader, id: string): Promise<RowPlace | null> {
  const latePlace = await reader.find(LATE_PLACES, id);
  if (latePlace !== undefined) return { job: latePlace.job_id, row: latePlace.row };
  for await (const { job, row } of rowsAt(reader, printOf(id)))
    if (rowEventId(job, row, 'RowCharged') === id) return { job, row };
  return null;
}

interface RowPlace {
  readonly job: JobId;
  readonly row: number;
}

/** Every row whose charge id has this fingerprint. */
async function* rowsAt(reader: TypedReader, fingerprint: string): AsyncGenerator<RowPlace> {
  for await (const document of everyDocument(reader, FEW_ROWS_PLACES.name))
    yield* fewRowsAt(document.key, FEW_ROWS_PLACES.fields(document), fingerprint);
  for await (const chunk of everyFields(reader, CHUNK_PRINTS)) {
    for (const row of chunkRowsAt(chunk, fingerprint)) yield { job: chunk.job_id, row };
  }
}
