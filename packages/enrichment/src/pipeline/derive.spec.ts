import { z } from 'zod';
import { aFact } from '../../../../test/support/run-block.js';
import { aJobOf } from '../../../../test/support/worlds/enrichment-world.js';
import { defineBlock } from '../blocks/runner/define-block.js';
import type { BlockKey } from '../../../contract/src/block-key.js';
import type { RequestedOptions } from '../../../contract/src/options.js';
import type { CompanyRecord } from '../sources/companies/company-record.js';
import { SharedReadings } from '../live/readings/shared-readings.js';
import { derive } from './derive.js';
import { fetchingIn, requestOf, rowTermsOf, sharedSearches } from './job-terms.js';

const job = (
  options: RequestedOptions = {},
  rows = 1,
  operation: 'resolve' | 'enrich_job' = 'enrich_job',
) => ({
  ...aJobOf(['domain', 'contacts', 'charges'], options, operation),
  rows,
});

describe('whether a website is fetched', () => {
  const site = (options: RequestedOptions, block: 'domain' | 'contacts' = 'domain', rows = 1) =>
    fetchingIn(job(options, rows), new Set(['site']))('site', block);

  it.each<[string, RequestedOptions, string | null]>([
    ['as a rule', {}, null],
    ['with the officers too', { validation: ['live', 'officers'] }, null],
    ['by rules alone', { validation: ['rules'] }, 'not_looked_up'],
    ['by rules and officers', { validation: ['officers'] }, 'not_looked_up'],
    ['without a verdict', { validation: ['none'] }, 'not_looked_up'],
  ])('%s', (_how, options, expected) => {
    expect(site(options)).toBe(expected);
  });

  it('is not asked again for contacts that may come from what is kept alone', () => {
    expect(site({ contacts_lookup: 'cached_only' }, 'contacts')).toBe('not_looked_up');
    expect(site({ contacts_lookup: 'cached_only' }, 'domain')).toBeNull();
  });

  it('does not depend on the size of the job', () => {
    expect(site({}, 'domain', 250_000)).toBeNull();
  });

  it('is impossible where nothing reads websites', () => {
    expect(fetchingIn(job(), new Set())('site', 'domain')).toBe('not_available_yet');
  });
});

describe('whether a website is searched for', () => {
  it.each<[string, RequestedOptions, number, string]>([
    ['in a small job', {}, 10, 'allowed'],
    ['where the job does not ask for it', { discover: [] }, 1, 'not_asked'],
    ['in a large job that names no number of searches', {}, 11, 'site_lookup_not_run'],
    ['in a large job that does', { max_live_lookups: 3 }, 11, 'allowed'],
    ['never', { max_live_lookups: 0 }, 1, 'site_lookup_not_run'],
  ])('%s', (_how, options, rows, expected) => {
    expect(requestOf(job(options, rows)).search).toBe(expected);
  });

  it('on a resolve only where it is asked for', () => {
    expect(requestOf(job({}, 1, 'resolve')).search).toBe('not_asked');
    expect(requestOf(job({ discover: ['domain'] }, 1, 'resolve')).search).toBe('allowed');
  });
});

it('tells blocks whether few rows are asked for', () => {
  expect([requestOf(job({}, 10)).few_rows, requestOf(job({}, 11)).few_rows]).toEqual([true, undefined]);
});

it('asks the register in a large job only for a block that reads a document, or is to be discovered', () => {
  const document = defineBlock({
    key: 'charges',
    tier: 'core',
    latency_class: 'document',
    description: 'A block.',
    source: ['service_model'],
    coverage: 'Every company.',
    readings: ['register_answer'],
    reasons: [],
    value: z.null(),
  })(() => ({ status: 'pending' }));
  const fetching = fetchingIn(job({}, 11), new Set(['register_answer']), [document]);
  expect(
    ['charges', 'domain', 'contacts'].map((block) => fetching('register_answer', block as BlockKey)),
  ).toEqual([null, null, 'not_looked_up']);
});

it('tells blocks what was asked for and is enabled', () => {
  expect(requestOf({ ...job(), not_enabled: ['contacts'] }).blocks).toEqual(['domain', 'charges']);
});

describe('the searches that the rows of a job share', () => {
  it.each<[string, RequestedOptions, number, number | null]>([
    ['as many as it names', { max_live_lookups: 3 }, 5_000, 3],
    ['in a small job too', { max_live_lookups: 1 }, 2, 1],
    ['uncounted where each row may have one', { max_live_lookups: 5_000 }, 5_000, null],
    ['uncounted where it names no number', {}, 5_000, null],
    ['none where there is none', { max_live_lookups: 0 }, 5_000, null],
    ['none where nothing is searched for', { max_live_lookups: 3, discover: [] }, 5_000, null],
  ])('are %s', (_how, options, rows, expected) => {
    expect(sharedSearches(job(options, rows))).toBe(expected);
  });

  it('are told to a row that has none of them', () => {
    expect([rowTermsOf({}, true)?.search, rowTermsOf({}, false)?.search]).toEqual(['source_busy', undefined]);
  });
});

it('tells blocks by which host a row named its company, unless it is nobody’s own', () => {
  const hostOf = (domain: string) => rowTermsOf({ domain }, false)?.asked_host;
  expect(hostOf('https://www.Bramley.co.uk/about')).toBe('bramley.co.uk');
  expect(hostOf('facebook.com/bramley')).toBeUndefined();
});

describe('whether a model is asked', () => {
  const asked = (kind: 'rewriting' | 'second_reading', rows: number, operation?: 'resolve') =>
    fetchingIn(job({}, rows, operation), new Set([kind]))(kind, 'company_summary');

  it('to write, for a resolve and a small job', () => {
    expect([asked('rewriting', 1, 'resolve'), asked('rewriting', 10), asked('rewriting', 11)]).toEqual([
      null,
      null,
      'not_looked_up',
    ]);
  });

  it('to read a site a second time, wherever the request wants it', () => {
    expect(asked('second_reading', 250_000)).toBeNull();
  });
});

it("derives rows together, of which one's fault is no other's", async () => {
  const faults: unknown[] = [];
  const block = defineBlock({
    key: 'charges',
    tier: 'core',
    latency_class: 'instant',
    description: 'A block.',
    source: ['service_model'],
    coverage: 'Every company.',
    needs: ['company'],
    reasons: [],
    value: z.null(),
  })(({ company: { as_of } }) => ({ status: 'available', value: null, source: 'service_model', as_of }));
  const deriving = {
    job: { ...job(), blocks: ['charges' as const] },
    blocks: [block],
    facts: {
      missing: new Map(),
      of: (number: string) => {
        if (number === 'damaged') throw new Error('no record');
        return { company: aFact<CompanyRecord>(null, '2026-01-02') };
      },
    },
  };
  const parts = {
    readings: new SharedReadings({}),
    searches: null,
    onFault: (where: string, error: unknown) => faults.push([where, error]),
  };
  const rows = ['one', 'damaged', 'two'].map((company_number) => ({ row: 0, asked: {}, company_number }));
  const answers = await derive(parts, deriving, rows, (_row, envelopes) => envelopes);
  expect(answers.map((envelopes) => envelopes?.map(({ status }) => status) ?? null)).toEqual([
    ['available'],
    null,
    ['available'],
  ]);
  expect(faults).toEqual([['row', new Error('no record')]]);
});
