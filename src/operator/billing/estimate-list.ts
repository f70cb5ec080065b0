/** Estimates what a list would cost an account, from the register and from past rows. Writes nothing. */
import type { SubmittedRow } from '../../../packages/contract/src/row.js';
import { countNamedRows } from '../../billing/estimate/named-rows.js';
import { begunCurrencyOn } from '../../streams/account/price-terms.js';
import { estimateCost, type CostEstimate } from '../../billing/estimate/estimate.js';
import { exactCount, expectedMatches } from '../../billing/estimate/expected-count.js';
import { pastCoverage } from '../../billing/estimate/past-coverage.js';
import { type ListMatches, matchList } from '../../../packages/enrichment/src/index.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import { dayOf } from '../../../packages/words/src/calendar.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import type { JsonObject } from '../../../packages/platform/src/values/json.js';
import { grantOptions } from '../../../packages/contract/src/options.js';
import { priceOn } from '../../streams/account/price-agreement.js';
import { SuppressionList } from '../../jobs/suppressions/suppression-list.js';
import { findAccount } from '../accounts/find-account.js';
import { driveLanesToHead, type OperatorServices } from '../operator.js';
import { blocksChangedByOptions, checkJobOptions } from './job-options.js';

export interface EstimateRequest {
  readonly account: AccountId;
  /** Block keys in the order of the catalogue; null: all blocks that the account has enabled. */
  readonly blocks: readonly BlockKey[] | null;
  /** The job's options as the client would send them. */
  readonly options: JsonObject;
  /** The number of rows in the list. */
  readonly count: number;
  /** Reads the list from its start; called more than once. */
  readonly rows: () => AsyncIterable<SubmittedRow>;
}

export interface ListEstimate extends CostEstimate {
  readonly account_id: AccountId;
  /** Matches of the rows in the register. Null if no register was imported: `matched_share` then counts. */
  readonly matching: ListMatches | null;
  /** Matched share of past rows that named a company, 0..1; null where there are too few. */
  readonly matched_share: number | null;
}

/** @throws WrongRequest for options with which a submission would be refused */
export async function estimateList(
  operator: OperatorServices,
  request: EstimateRequest,
): Promise<ListEstimate> {
  await driveLanesToHead(operator, 'access', 'billing');
  const account = await findAccount(operator, request.account);
  const options = checkJobOptions(request.options, account.options);
  const changedBlocks = blocksChangedByOptions(options);
  const today = dayOf(new Date());
  const coverage = await pastCoverage(operator.models, today);
  const { dataDir, keyHashSecret: secret } = operator.settings;
  const suppressions = new SuppressionList({ store: operator.stores.eventStore, secret });
  await suppressions.bringUpToDate();
  const { min_confidence } = grantOptions(options, 'enrich_job');
  const list = { rows: request.rows(), count: request.count, min_confidence, suppressed: suppressions };
  const matches = await matchList(dataDir, list);
  const matched =
    matches === null
      ? expectedMatches((await countNamedRows(request.rows())).asked_by, coverage.matched)
      : exactCount(matches.matched);
  const priceToday = (block: BlockKey) => priceOn(account.prices, block, today);
  const blocks = (request.blocks ?? account.blocks).map((block) => ({
    block,
    enabled: account.blocks.includes(block),
    coverage_share: coverage.shareOfBlock(block),
    unit_price: priceToday(block)?.price ?? null,
    options_differ: changedBlocks.has(block),
  }));
  const currency = begunCurrencyOn(account.prices, today);
  const figures = estimateCost({ rows: request.count, matched, blocks, currency });
  return { account_id: request.account, matching: matches, matched_share: coverage.matched, ...figures };
}
