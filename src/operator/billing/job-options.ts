/** The options of a list that is to be estimated: checked as a job's are, and which blocks they make unlike the past. */
import type { BlockDefinition } from '../../blocks/runner/define-block.js';
import { BLOCK_CATALOGUE } from '../../blocks/index.js';
import { checkedOptions } from '../../jobs/request/checked-options.js';
import type { BlockKey } from '../../shared/block-key.js';
import type { JsonObject } from '../../shared/json.js';
import {
  grantOptions,
  premiumOptionsAsked,
  type AskedOptions,
  type GrantedOptions,
  type PremiumOption,
} from '../../shared/options.js';
import { WrongRequest } from '../refusal.js';

/** Blocks that `min_confidence` leaves out under it, whole or in items (Blocks 3.2). */
const WITH_CONFIDENCE: readonly BlockKey[] = [
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

/** @throws WrongRequest as a submission with these options would be refused */
export function jobOptions(sent: JsonObject, enabled: readonly PremiumOption[]): AskedOptions {
  const checked = checkedOptions(sent);
  if (checked.outcome === 'wrong') throw new WrongRequest('wrong_options', checked.problems.join(' '));
  const { options: asked } = checked;
  const missing = premiumOptionsAsked(asked).filter((option) => !enabled.includes(option));
  if (missing.length > 0)
    throw new WrongRequest(
      'option_not_enabled',
      `Not enabled for the account, so the whole list would be refused: ${missing.join(', ')}.`,
    );
  return asked;
}

/** Blocks that such a job may answer otherwise than past rows were, which were mostly asked for without options. */
export function askedOtherwise(asked: AskedOptions): ReadonlySet<BlockKey> {
  const [usual, granted] = [grantOptions({}, 'enrich_job'), grantOptions(asked, 'enrich_job')];
  const differs = (name: keyof GrantedOptions): boolean => wordOf(usual[name]) !== wordOf(granted[name]);
  const names = (Object.keys(usual) as (keyof GrantedOptions)[]).filter(differs);
  return new Set([
    ...(names.includes('min_confidence') ? WITH_CONFIDENCE : []),
    ...(names.some((name) => name !== 'min_confidence') ? readLive() : []),
    ...granted.discover.filter((block) => !usual.discover.includes(block)),
  ]);
}

/** An order of words means nothing but to people who are named. */
const wordOf = (value: GrantedOptions[keyof GrantedOptions]): string =>
  JSON.stringify(Array.isArray(value) ? [...(value as readonly string[])].sort() : value);

/** Options shape what is read live: the blocks that read, and those that are made of them. */
const readLive = (): BlockKey[] =>
  [...BLOCK_CATALOGUE.values()].filter(restsOnReadings).map(({ key }) => key);

const restsOnReadings = ({ readings = [], needs = [] }: BlockDefinition): boolean =>
  readings.length > 0 || needs.some((need) => typeof need !== 'string' && restsOnReadings(need));
