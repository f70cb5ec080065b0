/** Estimates what a list would cost an account, from the register and from past rows. Writes nothing. */
import type { SubmittedRow } from '../../../packages/contract/src/row.js';
import { countNamedRows } from '../../billing/estimate/named-rows.js';
import { begunCurrencyOn } from '../../streams/account/price-terms.js';
import { estimateCost, type CostEstimate } from '../../billing/estimate/estimate.js';
import { exactCount, expectedMatches } from '../../billing/estimate/expected-count.js';
import { pastCoverage } from '../../billing/estimate/past-coverage.js';
import { type ListMatches, matchList, Catalogue } from '../../../packages/enrichment/src/index.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import { dayOf } from '../../../packages/words/src/calendar.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import type { JsonObject } from '../../../packages/platform/src/values/json.js';
import type {
  RequestedOptions,
  GrantedOptions,
  PremiumOption,
} from '../../../packages/contract/src/options.js';
import { grantOptions, requestedPremiumOptions } from '../../../packages/contract/src/options.js';
import { priceOn } from '../../streams/account/price-agreement.js';
import { SuppressionList } from '../../jobs/suppressions/suppressed-hashes.js';
import { findAccount } from '../accounts/find-account.js';
import { driveLanesToHead, type OperatorServices } from '../operator.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { checkOptions } from '../../jobs/request/checked-options.js';

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

/** Blocks that leave out answers or items below `min_confidence` (Blocks 3.2). */
const BLOCKS_WITH_CONFIDENCE: readonly BlockKey[] = [
  'domain',
  'related_company_domain',
  'nature_of_business',
  'property',
  'ultimate_owner',
  'subsidiaries',
  'contacts',
  'trading_address',
  'employees',
  'revenue_estimate',
  'financials_live',
  'employees_live',
  'signals',
  'news_signals',
  'planning',
  'funding',
  'technologies',
];

/** @throws WrongRequest where a submission with these options would be refused */
export function checkJobOptions(options: JsonObject, enabled: readonly PremiumOption[]): RequestedOptions {
  const check = checkOptions(options);
  if (check.outcome === 'invalid') throw new WrongRequest('wrong_options', check.problems.join(' '));
  const { options: requestedOptions } = check;
  const missing = requestedPremiumOptions(requestedOptions).filter((option) => !enabled.includes(option));
  if (missing.length > 0)
    throw new WrongRequest(
      'option_not_enabled',
      `Not enabled for the account, so the whole list would be refused: ${missing.join(', ')}.`,
    );
  return requestedOptions;
}

/** Returns the blocks whose answers these options may change. Past rows mostly had the default options. */
export function blocksChangedByOptions(options: RequestedOptions): ReadonlySet<BlockKey> {
  const [defaults, granted] = [grantOptions({}, 'enrich_job'), grantOptions(options, 'enrich_job')];
  const differs = (name: keyof GrantedOptions): boolean =>
    comparableText(defaults[name]) !== comparableText(granted[name]);
  const names = (Object.keys(defaults) as (keyof GrantedOptions)[]).filter(differs);
  return new Set([
    ...(names.includes('min_confidence') ? BLOCKS_WITH_CONFIDENCE : []),
    ...(names.some((name) => name !== 'min_confidence') ? liveBlocks() : []),
    ...granted.discover.filter((block) => !defaults.discover.includes(block)),
  ]);
}

/** Returns an option as text to compare. The order of a list of words has no effect on the blocks. */
const comparableText = (value: GrantedOptions[keyof GrantedOptions]): string =>
  JSON.stringify(Array.isArray(value) ? [...(value as readonly string[])].sort() : value);

/** Returns the blocks that read live sources, and the blocks that need one of these. */
const liveBlocks = (): BlockKey[] =>
  [...Catalogue.BLOCK_CATALOGUE.values()].filter(needsCachedLookups).map(({ key }) => key);

const needsCachedLookups = ({ readings = [], needs = [] }: Catalogue.BlockDefinition): boolean =>
  readings.length > 0 || needs.some((need) => typeof need !== 'string' && needsCachedLookups(need));
