import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { record } from '../../../../test/support/basic-company-data.js';
import { runBlock } from '../../../../test/support/run-block.js';
import { BLOCK_KEYS, CORE_BLOCKS, type BlockKey } from '../../../contract/src/block-key.js';
import { isReasonCode } from '../../../contract/src/reason-code.js';
import { BLOCKS, BLOCK_CATALOGUE } from './index.js';

/** What they say without any other source than the register's file is in their own specs. */
const FILLED: readonly BlockKey[] = [
  'domain',
  'domain_validation',
  'registered_address',
  'company_identity',
  'filing_status',
  'industry',
  'charges',
  'officers',
  'registry_events',
  'firmographics',
  'comparables',
  'financials_filed',
  'employees_filed',
  'financials_live',
  'employees_live',
  'nature_of_business',
  'web_presence',
  'technologies',
  'business_intelligence',
  'company_summary',
  'contacts',
  'trading_address',
];
const EXPERIMENTAL: readonly BlockKey[] = [
  'news_signals',
  'web_traffic',
  'planning',
  'scores',
  'business_intelligence',
];
/** The others are instant (Blocks 1.15). */
const NOT_INSTANT: Readonly<Partial<Record<BlockKey, string>>> = {
  domain: 'site_live',
  domain_validation: 'site_live',
  charges: 'register_live',
  officers: 'register_live',
  registry_events: 'register_live',
  nature_of_business: 'site_live',
  contacts: 'site_live',
  news_signals: 'site_live',
  financials_live: 'document',
  employees_live: 'document',
  web_presence: 'site_live',
  technologies: 'site_live',
  trading_address: 'site_live',
};
/** Blocks 1.10. */
const DERIVED: readonly BlockKey[] = [
  'industry',
  'related_company_domain',
  'ultimate_owner',
  'signals',
  'employees',
  'financial_benchmarks',
  'revenue_estimate',
  'scores',
  'firmographics',
  'comparables',
  'business_intelligence',
  'company_summary',
];

/** Of all kinds, as paths from this folder. */
const BLOCK_FILES = readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.block.ts'),
);
const fileOf = (key: string): string => `${key.replaceAll('_', '-')}.block.ts`;

describe('the catalogue', () => {
  it('has the 37 blocks of the specification in its order', () => {
    expect(BLOCKS.map(({ key }) => key)).toEqual(BLOCK_KEYS);
  });

  it('has one file a block and no other', () => {
    expect(BLOCK_FILES.map((file) => basename(file)).sort()).toEqual(BLOCK_KEYS.map(fileOf).sort());
  });

  it('knows tiers, experimental, derived and latency as the catalogue of the specification has them', () => {
    for (const block of BLOCKS) {
      expect([block.key, block.tier]).toEqual([
        block.key,
        CORE_BLOCKS.some((key) => key === block.key) ? 'core' : 'premium',
      ]);
      expect([block.key, block.experimental]).toEqual([block.key, EXPERIMENTAL.includes(block.key)]);
      expect([block.key, block.derived]).toEqual([block.key, DERIVED.includes(block.key)]);
      expect([block.key, block.latency_class]).toEqual([block.key, NOT_INSTANT[block.key] ?? 'instant']);
    }
  });
});

describe.each(BLOCKS.map((block) => [block.key, block] as const))('%s', (key, block) => {
  it('declares published reasons only, each once', () => {
    for (const codes of [block.reasons, block.advisories, block.withheld]) {
      expect(codes.filter((code) => !isReasonCode(code))).toEqual([]);
      expect(new Set(codes).size).toBe(codes.length);
    }
  });

  it('is described in sentences, with sources and coverage', () => {
    expect(block.description).toMatch(/^[A-Z].*\.$/);
    expect(block.coverage).toMatch(/^[A-Z].*\.$/);
    expect(block.source.length).toBeGreaterThan(0);
  });

  it('has a value that a machine can be told about, closed to fields it does not name', () => {
    const schema = z.toJSONSchema(block.value);
    expect(schema.type).toBe(key === 'domain' ? 'string' : 'object');
    if (schema.type === 'object') expect(schema.additionalProperties).toBe(false);
  });

  if (FILLED.includes(key)) {
    it('has a spec of its own', () => {
      const file = BLOCK_FILES.find((path) => basename(path) === fileOf(key)) ?? '';
      expect(existsSync(join(__dirname, file.replace('.ts', '.spec.ts')))).toBe(true);
    });
  } else {
    it('says honestly that it is not available yet', () => {
      expect(runBlock(block, record(), '2024-12-01')).toEqual({
        status: 'not_found',
        reason: 'not_available_yet',
      });
    });
  }
});

it('finds each block by its key', () => {
  expect([...BLOCK_CATALOGUE.keys()]).toEqual(BLOCK_KEYS);
});
