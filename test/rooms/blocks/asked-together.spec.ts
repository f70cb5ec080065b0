/** The answer of a block does not depend on the other blocks that are asked for with it. */
import { BLOCKS, catalogueOf } from '../../../packages/enrichment/src/blocks/index.js';
import { factsOfFew, inOrderOfNeeds } from '../../../packages/enrichment/src/blocks/runner/needs-graph.js';
import { planBlocks } from '../../../packages/enrichment/src/blocks/runner/plan-blocks.js';
import type { Facts } from '../../../packages/enrichment/src/blocks/runner/facts.js';
import type { BlockEnvelope } from '../../../packages/enrichment/src/blocks/runner/envelope.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import { distributionOf } from '../../../packages/enrichment/src/sources/cohorts/distribution.js';
import { RATIO_KEYS } from '../../../packages/enrichment/src/sources/cohorts/ratios.js';
import type { CohortsOfCompany } from '../../../packages/enrichment/src/sources/facts/cohort.fact.js';
import { heldRecords } from '../../support/accounts-records.js';
import { record } from '../../support/basic-company-data.js';
import { aFact, anOfficer, chunkTerms, runBlocks } from '../../support/run-block.js';
import { readWith } from '../filed-accounts/changed-accounts.js';

const AS_OF = '2021-06-01';
const RANGE = distributionOf(Array.from({ length: 41 }, (_, at) => at * 0.1));
const COHORT: CohortsOfCompany = {
  ...{ band: 'any', own: null, backtests: {}, headcount: null },
  cohorts: [
    {
      ...{ code: '62', band: 'any', companies: 41, from: '2020-01-31', to: '2021-03-31' },
      distributions: Object.fromEntries(RATIO_KEYS.map((key) => [key, RANGE])),
    },
  ],
};
const item = (list: string, data: object) => ({ list, key: '1', version: AS_OF, data });
const ROW = { 'SICCode.SicText_1': '62020 - Information technology', CompanyStatus: 'Active' };
const TITLE = { proprietor: 'MAZARS', tenure: 'Freehold', postcode: null, address: 'A', joint: false };

const HELD = {
  company: aFact(record(ROW), AS_OF),
  accounts: aFact(heldRecords(readWith('Prod223_2911_05380971_20200831.html', []).record), '2021-03-31'),
  cohort: aFact(COHORT, AS_OF),
  titles: aFact({ items: [item('titles', TITLE)], whole: {} }, AS_OF),
  officers: aFact({ items: [item('officers', anOfficer({ name: 'DOE, Jane' }))], whole: {} }, AS_OF),
} as Partial<Facts>;

/** The envelopes of one company, by block, where these blocks are asked for. */
function answersTo(keys: readonly BlockKey[]): ReadonlyMap<BlockKey, BlockEnvelope> {
  const blocks = inOrderOfNeeds(keys, catalogueOf(BLOCKS));
  const absent = blocks.flatMap(factsOfFew).filter((fact) => !(fact in HELD));
  const terms = chunkTerms({ missing: new Map(absent.map((fact) => [fact, 'not_available_yet'])) });
  const plan = planBlocks(
    blocks,
    keys.map((key) => ({ key, enabled: true })),
    terms,
  );
  const facts = { ...Object.fromEntries(absent.map((fact) => [fact, 'not_available_yet'])), ...HELD };
  const envelopes = runBlocks(plan, facts);
  return new Map(keys.flatMap((key, at) => (envelopes[at] === undefined ? [] : [[key, envelopes[at]]])));
}

const KEYS = BLOCKS.map(({ key }) => key);
const together = answersTo(KEYS);

it('finds most blocks available, so that there is something to compare', () => {
  const available = KEYS.filter((key) => together.get(key)?.status === 'available');
  expect(available).toEqual(expect.arrayContaining(['financial_benchmarks', 'scores', 'company_summary']));
});

it.each(KEYS)('%s is the same alone and with all others', (key) => {
  expect(answersTo([key]).get(key)).toEqual(together.get(key));
});
