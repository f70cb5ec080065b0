/** Checks the options of an estimate as a job's are checked, and finds the blocks that they change. */
import { Catalogue } from '../../../packages/enrichment/src/index.js';
import { checkOptions } from '../../jobs/request/checked-options.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import type { JsonObject } from '../../../packages/platform/src/values/json.js';
import {
  grantOptions,
  requestedPremiumOptions,
  type RequestedOptions,
  type GrantedOptions,
  type PremiumOption,
} from '../../../packages/contract/src/options.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';

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
