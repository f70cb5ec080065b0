/** What a list would cost an account, from the register in force and from what became of past rows. Writes nothing. */
import { countNamedRows } from '../../billing/estimate/named-rows.js';
import { estimateCost, type CostEstimate } from '../../billing/estimate/estimate.js';
import { exactly, expectedOf } from '../../billing/estimate/expected-count.js';
import { pastCoverage } from '../../billing/estimate/past-coverage.js';
import { matchList, type ListMatches } from '../../enrichment/match-list.js';
import type { BlockKey } from '../../shared/block-key.js';
import { dayOf } from '../../shared/calendar.js';
import type { AccountId } from '../../shared/ids.js';
import type { JsonObject } from '../../shared/json.js';
import { grantOptions } from '../../shared/options.js';
import { priceOn } from '../../streams/account/price-agreement.js';
import type { AskedRow } from '../../streams/rowdata/rowdata.events.js';
import { SuppressionList } from '../../enrichment/suppress/suppression-list.js';
import { findAccount } from '../accounts/find-account.js';
import { upToDate, type Operator } from '../operator.js';
import { askedOtherwise, jobOptions } from './job-options.js';

export interface EstimateWish {
  readonly account: AccountId;
  /** In the order of the catalogue; null: all that the account has switched on. */
  readonly blocks: readonly BlockKey[] | null;
  /** Of the job, as the client would send them. */
  readonly options: JsonObject;
  /** How many rows the list has. */
  readonly count: number;
  /** Reads the list from its beginning. */
  readonly rows: () => AsyncIterable<AskedRow>;
}

export interface ListEstimate extends CostEstimate {
  readonly account_id: AccountId;
  /** What the register has for the rows; null where none was ever imported: then past rows say how many match. */
  readonly matching: ListMatches | null;
  /** Of past rows that named a company, 0..1; null where too few are known. */
  readonly matched_share: number | null;
}

/** @throws WrongRequest for options that a submission would be refused with */
export async function estimateList(operator: Operator, wish: EstimateWish): Promise<ListEstimate> {
  await upToDate(operator, 'access', 'billing');
  const account = await findAccount(operator, wish.account);
  const asked = jobOptions(wish.options, account.options);
  const otherwise = askedOtherwise(asked);
  const today = dayOf(new Date());
  const coverage = await pastCoverage(operator.models, today);
  const { dataDir, keyHashSecret: secret } = operator.settings;
  const suppressed = new SuppressionList({ store: operator.stores.eventStore, secret });
  await suppressed.upToDate();
  const { min_confidence } = grantOptions(asked, 'enrich_job');
  const list = { rows: wish.rows(), count: wish.count, min_confidence, suppressed };
  const matching = await matchList(dataDir, list);
  const matched =
    matching === null
      ? expectedOf((await countNamedRows(wish.rows())).named, coverage.matched)
      : exactly(matching.matched);
  const prices = (block: BlockKey) => priceOn(account.prices, block, today);
  const blocks = (wish.blocks ?? account.blocks).map((block) => ({
    block,
    enabled: account.blocks.includes(block),
    coverage_share: coverage.of(block),
    unit_price: prices(block)?.price ?? null,
    asked_otherwise: otherwise.has(block),
  }));
  const currency = account.prices.find(({ from }) => from <= today)?.currency ?? null;
  const figures = estimateCost({ rows: wish.count, matched, blocks, currency });
  return { account_id: wish.account, matching, matched_share: coverage.matched, ...figures };
}
