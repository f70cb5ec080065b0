import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BLOCKS } from '../../../packages/enrichment/src/blocks/index.js';
import { stateOf } from '../../../packages/enrichment/src/blocks/runner/define-block.js';
import type { BlockSource } from '../../../packages/enrichment/src/blocks/runner/envelope.js';
import { SOURCE_NAMES } from '../../../packages/enrichment/src/sources/index.js';
import { madeAnswers } from '../../rooms/blocks/codes/examples/kept-examples.js';
import { goldenAnswers, madeUpAnswers } from '../../http/golden/golden-answers.js';
import { blockExamples } from './block-examples.js';
import { blocksPage } from './blocks-doc.js';
import { CASES, valueAt } from './since-2024.js';
import { formatted } from '../../support/system/formatted.js';

const ROOT = path.resolve(__dirname, '../../..');
const PAGE = path.join(ROOT, 'docs/blocks.md');
const EXAMPLES = path.join(ROOT, 'src/api/blocks-page/block-examples.json');

/** What fills each source of an envelope; null: nothing in this version. */
const FILLED_BY: Readonly<Record<BlockSource, string | null>> = {
  company_register: 'companies',
  company_register_officers: 'officers',
  company_register_psc: 'psc',
  company_register_charges: 'charges',
  company_register_filings: 'filings',
  company_register_accounts: 'accounts',
  land_registry: 'property',
  pay_gap_register: 'pay_gap',
  contract_notices: 'contracts',
  grants_register: 'grants',
  official_gazette: null,
  planning_register: 'planning',
  postcode_register: 'postcodes',
  entity_identifier_register: 'entity_ids',
  site_ranking: 'site_ranking',
  own_website: null,
  search_provider: null,
  news_provider: null,
  business_listing: null,
  service_validator: 'companies',
  service_model: 'companies',
  cache: null,
  sandbox: null,
};

it('docs/blocks.md is what the definitions and the kept answers say (`npm run docs` writes it)', () => {
  const page = formatted('docs/blocks.md', blocksPage(goldenAnswers(), madeAnswers(), madeUpAnswers()));
  if (process.env['WRITE_DOCS'] === '1') writeFileSync(PAGE, page);
  expect(readFileSync(PAGE, 'utf8')).toBe(page);
});

it('the examples of /docs/blocks are those of the kept answers (`npm run docs` writes them)', () => {
  const examples = blockExamples(goldenAnswers(), madeAnswers());
  if (process.env['WRITE_DOCS'] === '1') writeFileSync(EXAMPLES, `${JSON.stringify(examples, null, 2)}\n`);
  expect(JSON.parse(readFileSync(EXAMPLES, 'utf8'))).toEqual(JSON.parse(JSON.stringify(examples)));
});

it.each(CASES.map((one) => [one.what, one] as const))('has a case of this: %s', (_what, one) =>
  expect(valueAt(madeUpAnswers(), one)).toBeDefined(),
);

it('every block that is there has an example, made up only where no real company has it', () => {
  const examples = blockExamples(goldenAnswers(), madeAnswers());
  const there = BLOCKS.filter((block) => stateOf(block) !== 'not_yet').map(({ key }) => key);
  expect(there.filter((key) => examples[key] === undefined)).toEqual([]);
  const made = Object.entries(examples).flatMap(([key, one]) => (one.made_data === undefined ? [] : key));
  expect(made.sort()).toEqual(madeAnswers().map(({ block }) => block));
});

describe('a block that is said to be full', () => {
  const full = BLOCKS.filter((block) => stateOf(block) === 'full');

  it.each(full.map((block) => [block.key, block] as const))(
    '%s names no source that nothing fills',
    (_key, block) => {
      // A live step fills its own source, and what is kept of it the cache.
      const ofReadings = (source: BlockSource): boolean =>
        (source === 'cache' && block.readings.length > 0) ||
        (source === 'own_website' && block.readings.includes('site')) ||
        (source === 'search_provider' && block.readings.includes('web_search')) ||
        (source === 'business_listing' && block.readings.includes('listing')) ||
        (source === 'news_provider' && block.readings.includes('news'));
      const read = block.source.filter((source) => !ofReadings(source));
      const unfilled = read.filter((source) => !SOURCE_NAMES.some((name) => name === FILLED_BY[source]));
      expect(unfilled).toEqual([]);
    },
  );

  it.each(
    full
      .filter(({ latency_class }) => latency_class !== 'instant')
      .map((block) => [block.key, block] as const),
  )('%s has the live step that its latency class speaks of', (_key, block) => {
    expect(block.readings).not.toEqual([]);
  });
});

it('a block that is not there yet does not say what it lacks', () => {
  expect(BLOCKS.filter((block) => stateOf(block) === 'not_yet' && block.lacks !== null)).toEqual([]);
});
