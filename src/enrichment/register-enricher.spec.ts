import { rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  FILES,
  TestFolder,
  csvFile,
  manyRows,
  type RowOverrides,
} from '../../test/support/basic-company-data.js';
import { BLOCKS, catalogueOf, type BlockCatalogue } from '../blocks/catalogue.js';
import { defineBlock } from '../blocks/define-block.js';
import type { AskedRow } from '../events/rowdata.events.js';
import { activeEdition, editionPath } from '../register/edition.js';
import { importRegister } from '../register/import-register.js';
import { BLOCK_KEYS, type BlockKey } from '../shared/block-key.js';
import { grantOptions } from '../shared/options.js';
import type { EnrichedRow } from './enricher.js';
import { RegisterEnricher, type EnricherSetup } from './register-enricher.js';

const FOUR: readonly BlockKey[] = ['industry', 'company_identity', 'registered_address', 'filing_status'];

let folder: TestFolder;
let faults: unknown[];
const open: RegisterEnricher[] = [];
beforeEach(() => {
  folder = new TestFolder();
  faults = [];
});
afterEach(() => {
  open.splice(0).forEach((enricher) => {
    enricher.close();
  });
  folder.remove();
});

const dataDir = (): string => join(folder.path, 'data');
const load = async (...files: readonly string[]): Promise<void> => {
  expect(await importRegister({ source: 'companies', files, dataDir: dataDir() })).toMatchObject({
    outcome: 'imported',
  });
};
const loadRows = (rows: readonly RowOverrides[]): Promise<void> =>
  load(folder.write('BasicCompanyData-2024-07-01.csv', csvFile(rows)));

function enricher(setup: Partial<EnricherSetup> = {}): RegisterEnricher {
  const made = new RegisterEnricher({
    dataDir: dataDir(),
    today: () => '2020-06-15',
    onFault: (_where, error) => faults.push(error),
    ...setup,
  });
  open.push(made);
  return made;
}

interface Asking {
  readonly blocks?: readonly BlockKey[];
  readonly not_enabled?: readonly BlockKey[];
  readonly min_confidence?: number;
  readonly jobRows?: number;
  readonly from?: number;
}

async function enrich(
  by: RegisterEnricher,
  rows: readonly AskedRow[],
  { blocks = FOUR, not_enabled = [], min_confidence = 0.5, jobRows = rows.length, from = 0 }: Asking = {},
): Promise<readonly EnrichedRow[]> {
  return by.enrich({
    job: {
      operation: 'enrich_job',
      blocks,
      not_enabled,
      options: grantOptions({ min_confidence }, 'enrich_job'),
      rows: jobRows,
    },
    editions: await by.currentEditions(blocks),
    from,
    rows,
  });
}

const served = (row: EnrichedRow | undefined): unknown =>
  JSON.parse(Buffer.from(row?.json ?? []).toString('utf8')) as unknown;
const errorEntry = (row: EnrichedRow | undefined): unknown =>
  row?.status === 'failed' ? JSON.parse(Buffer.from(row.error).toString('utf8')) : null;

describe('a delivered row', () => {
  it('is served as the specification has it, blocks in its order, every byte written once', async () => {
    await load(FILES.june2020);
    const [row] = await enrich(enricher(), [{ ref: 'a', company_number: '11990344' }], {
      blocks: ['filing_status', 'domain', 'registered_address'],
      not_enabled: ['registered_address'],
    });
    const edition = activeEdition(dataDir(), 'companies');
    expect(Buffer.from(row?.json ?? []).toString('utf8')).toBe(
      JSON.stringify({
        ref: 'a',
        status: 'done',
        blocks: {
          domain: { status: 'not_found', reason: 'not_available_yet' },
          registered_address: { status: 'not_enabled', reason: 'no_entitlement' },
          filing_status: {
            status: 'available',
            value: {
              accounts_last_made_up_on: null,
              accounts_next_due_on: '2021-02-10',
              accounts_category: null,
              confirmation_statement_last_made_up_on: null,
              confirmation_statement_next_due_on: '2020-05-23',
            },
            source: 'company_register',
            as_of: '2020-06-01',
            flagged_for_review: false,
            detail: {
              freshness: { checked_live: false, edition, stale: false },
              advisories: ['first_accounts_not_yet_due'],
            },
          },
        },
        matched: {
          company_number: '11990344',
          company_name: 'UNIQ FINANCE GROUP LTD',
          match_confidence: 1,
          matched_on: 'company_number',
        },
      }),
    );
    expect(row).toMatchObject({
      status: 'delivered',
      company_number: '11990344',
      matched_on: 'company_number',
      match_confidence: 1,
      blocks: {
        domain: { status: 'not_found', reason: 'not_available_yet' },
        registered_address: { status: 'not_enabled', reason: 'no_entitlement' },
        filing_status: { status: 'available' },
      },
    });
  });

  it('has an answer for each of the 37 blocks, and the four of the register filled', async () => {
    await load(FILES.december2024);
    const [row] = await enrich(enricher(), [{ company_number: '08209948' }], { blocks: BLOCK_KEYS });
    if (row?.status !== 'delivered') throw new Error('not delivered');
    expect(Object.keys(row.blocks)).toEqual(BLOCK_KEYS);
    expect(BLOCK_KEYS.filter((key) => row.blocks[key]?.status === 'available').sort()).toEqual(
      [...FOUR].sort(),
    );
  });

  it('says that an edition is stale once two publications have passed', async () => {
    await load(FILES.june2020);
    const stale = async (day: string): Promise<unknown> => {
      const rows = await enrich(enricher({ today: () => day }), [{ company_number: '11990344' }]);
      return (served(rows[0]) as { blocks: { industry: { detail: { freshness: { stale: boolean } } } } })
        .blocks.industry.detail.freshness.stale;
    };
    expect(await stale('2020-08-02')).toBe(false);
    expect(await stale('2020-08-03')).toBe(true);
  });
});

describe('a row by name', () => {
  const rows: RowOverrides[] = [
    { CompanyNumber: '00000001', CompanyName: 'ACME LIMITED' },
    { CompanyNumber: '00000002', CompanyName: 'ACME PLC' },
    {
      CompanyNumber: '00000003',
      CompanyName: 'ROADRUNNER LIMITED',
      'PreviousName_1.CompanyName': 'WILE E. COYOTE LIMITED',
      'PreviousName_2.CompanyName': 'BEEP & BEEP LTD',
    },
    {
      CompanyNumber: '00000004',
      CompanyName: 'COYOTE HOLDINGS LIMITED',
      'PreviousName_1.CompanyName': 'BEEP AND BEEP LIMITED',
      'PreviousName_2.CompanyName': 'BEEP AND BEEP PLC',
    },
  ];

  it.each([
    ['acme limited', '00000001', 'company_name', 0.98],
    ['Roadrunner', '00000003', 'company_name', 0.9],
    ['Wile E Coyote', '00000003', 'previous_name', 0.7],
  ])('%p is %s', async (company_name, company_number, matched_on, match_confidence) => {
    await loadRows(rows);
    const [row] = await enrich(enricher(), [{ company_name }]);
    expect(row).toMatchObject({ status: 'delivered', company_number, matched_on, match_confidence });
  });

  it.each([
    ['ACME', ['00000001', '00000002']],
    ['Beep & Beep', ['00000003', '00000004']],
  ])('%p is ambiguous', async (company_name, numbers) => {
    await loadRows(rows);
    const [row] = await enrich(enricher(), [{ ref: 'x', company_name }], { from: 7 });
    expect(row).toMatchObject({ status: 'failed', reason: 'ambiguous_match' });
    expect(served(row)).toEqual({ ref: 'x', status: 'done', blocks: {}, reason: 'ambiguous_match' });
    expect(errorEntry(row)).toEqual({
      row: 7,
      ref: 'x',
      company_name,
      reason: 'ambiguous_match',
      retry_suggested: false,
      detail: expect.stringContaining(company_name) as string,
      candidates: numbers.map((company_number) => ({
        company_number,
        company_name: expect.any(String) as string,
      })),
    });
  });

  it('heeds min_confidence', async () => {
    await loadRows(rows);
    const [row] = await enrich(enricher(), [{ company_name: 'Roadrunner' }], { min_confidence: 0.95 });
    expect(row).toMatchObject({ status: 'failed', reason: 'not_matched' });
  });
});

describe('a batch', () => {
  it('answers each row in its place, good and bad mixed, doubles each for itself', async () => {
    await loadRows(manyRows(3));
    const rows: AskedRow[] = [
      { ref: 'a', company_number: '10000002' },
      { ref: 'b' },
      { ref: 'c', company_number: '12' },
      { ref: 'd', company_number: '99999999' },
      { ref: 'e', domain: 'facebook.com' },
      { ref: 'f', domain: 'acme.co.uk' },
      { ref: 'a', company_number: '10000002' },
      { ref: 'g', company_name: 'synthetic company 1' },
    ];
    const answers = await enrich(enricher(), rows);
    expect(answers.map((row) => (row.status === 'failed' ? row.reason : row.company_number))).toEqual([
      '10000002',
      'no_company_key',
      'invalid_company_number',
      'not_matched',
      'not_own_site',
      'not_matched',
      '10000002',
      '10000001',
    ]);
    expect(answers.map((row) => (served(row) as { ref: string }).ref)).toEqual(rows.map(({ ref }) => ref));
  });

  it('does not look websites up in a job of more than ten rows', async () => {
    await loadRows(manyRows(1));
    const [row] = await enrich(enricher(), [{ domain: 'acme.co.uk' }], { jobRows: 11 });
    expect(row).toMatchObject({ reason: 'site_lookup_not_run' });
  });

  it('gives the same bytes again from the same edition, another one in force or not', async () => {
    await load(FILES.june2020);
    const first = enricher();
    const editions = await first.currentEditions(FOUR);
    const ask = (by: RegisterEnricher) =>
      by.enrich({
        job: {
          operation: 'enrich_job',
          blocks: FOUR,
          not_enabled: [],
          options: grantOptions({}, 'enrich_job'),
          rows: 1,
        },
        editions,
        from: 0,
        rows: [{ company_number: '11990344' }],
      });
    const before = await ask(first);
    await load(FILES.august2023);
    expect(await first.currentEditions(FOUR)).not.toEqual(editions);
    expect(await ask(first)).toEqual(before);
    expect(await ask(enricher())).toEqual(before);
  });
});

describe('without a readable register', () => {
  const rows: AskedRow[] = [
    { company_number: '11990344' },
    { company_name: 'ACME' },
    { domain: 'acme.co.uk' },
    { domain: 'facebook.com' },
    { company_number: '1' },
    {},
  ];
  const expected = [
    'source_unavailable',
    'source_unavailable',
    'source_unavailable',
    'not_own_site',
    'invalid_company_number',
    'no_company_key',
  ];
  const reasons = (answers: readonly EnrichedRow[]) =>
    answers.map((row) => (row.status === 'failed' ? row.reason : 'delivered'));

  it('fails rows for that reason while nothing was ever imported', async () => {
    const by = enricher();
    expect(await by.currentEditions(FOUR)).toEqual({});
    const answers = await enrich(by, rows);
    expect(reasons(answers)).toEqual(expected);
    expect(errorEntry(answers[0])).toMatchObject({ retry_suggested: true });
  });

  it.each<[string, (path: string) => void]>([
    [
      'is gone',
      (path) => {
        rmSync(path);
      },
    ],
    [
      'is damaged',
      (path) => {
        truncateSync(path, 5_000);
      },
    ],
  ])('fails them where the edition %s, and says so to the operator', async (_what, harm) => {
    await load(FILES.june2020);
    harm(editionPath(dataDir(), 'companies', activeEdition(dataDir(), 'companies') ?? ''));
    expect(reasons(await enrich(enricher(), rows))).toEqual(expected);
    expect(faults).not.toEqual([]);
  });

  it('knows which editions this machine holds', async () => {
    await load(FILES.june2020);
    const by = enricher();
    expect(await by.holds(await by.currentEditions(FOUR))).toBe(true);
    expect(await by.holds({ companies: '2020-06-01-000000000000' })).toBe(false);
    expect(await by.holds({})).toBe(true);
  });
});

/** The product's blocks, one of them replaced. */
const withBlock = (block: (typeof BLOCKS)[number]): BlockCatalogue =>
  catalogueOf(BLOCKS.map((own) => (own.key === block.key ? block : own)));

const declared = {
  key: 'scores',
  tier: 'premium',
  latency_class: 'instant',
  description: 'A block of this test.',
  source: ['service_model'],
  coverage: 'None.',
  needs: ['company'],
  reasons: ['no_scores_on_file'],
  advisories: ['sources_disagree'],
  value: z.number(),
} as const;

describe('a block that throws', () => {
  const poison = defineBlock(declared)(({ company }) => {
    if (company.record?.number === '10000001') throw new Error('poison');
    return { status: 'available', value: 1, source: 'service_model', as_of: company.as_of };
  });

  it('answers error in that row, and takes nothing else with it', async () => {
    await loadRows(manyRows(3));
    const rows = manyRows(3).map(({ CompanyNumber = '' }) => ({ company_number: CompanyNumber }));
    const answers = await enrich(enricher({ blocks: withBlock(poison) }), rows, {
      blocks: ['scores', 'industry'],
    });
    expect(answers.map((row) => row.status === 'delivered' && row.blocks)).toEqual([
      { industry: { status: 'available' }, scores: { status: 'available' } },
      { industry: { status: 'available' }, scores: { status: 'not_found', reason: 'error' } },
      { industry: { status: 'available' }, scores: { status: 'available' } },
    ]);
    expect(served(answers[1])).toHaveProperty('blocks.scores', {
      status: 'not_found',
      reason: 'error',
      retry_suggested: true,
    });
    expect(faults).toHaveLength(1);
  });
});

describe('a block in doubt', () => {
  const doubtful = (confidence: number, advisory = false) =>
    defineBlock(declared)(({ company: { as_of } }) => ({
      status: 'available',
      value: 1,
      source: 'service_model',
      as_of,
      confidence,
      ...(advisory && { advisories: ['sources_disagree'] }),
    }));

  it.each([
    [0.75, false, 0.5, { status: 'available', confidence: 0.75, flagged_for_review: false }],
    [0.74, false, 0.5, { status: 'available', confidence: 0.74, flagged_for_review: true }],
    [0.95, true, 0.5, { status: 'available', flagged_for_review: true }],
    [0.5, false, 0.6, { status: 'not_found', reason: 'not_confirmed', detail: { confidence: 0.5 } }],
  ])(
    'of confidence %d, advisory %p, asked for at %d',
    async (confidence, advisory, min_confidence, envelope) => {
      await loadRows(manyRows(1));
      const by = enricher({ blocks: withBlock(doubtful(confidence, advisory)) });
      const [row] = await enrich(by, [{ company_number: '10000000' }], {
        blocks: ['scores'],
        min_confidence,
      });
      expect(served(row)).toMatchObject({ blocks: { scores: envelope } });
    },
  );
});

describe('a block that needs a live check', () => {
  const live = defineBlock({
    ...declared,
    key: 'charges',
    tier: 'core',
    latency_class: 'register_live',
    reasons: [],
    advisories: [],
  })(
    () => ({ status: 'pending' }),
    async ({ company }) => ({
      status: 'available',
      value: company.record?.name.length ?? 0,
      source: 'company_register_charges',
      as_of: '2024-07-09',
    }),
  );

  it('is pending at first and filled when it is asked for', async () => {
    await loadRows(manyRows(1));
    const by = enricher({ blocks: withBlock(live) });
    const blocks: readonly BlockKey[] = ['charges', 'industry'];
    const [row] = await enrich(by, [{ company_number: '10000000' }], { blocks });
    expect(row).toMatchObject({ status: 'delivered', blocks: { charges: { status: 'pending' } } });
    expect(served(row)).toMatchObject({ status: 'pending', blocks: { charges: { status: 'pending' } } });
    const answer = await by.check(
      {
        job_id: 'job_01ARZ3NDEKTSV4RRFFQ69G5FAV' as never,
        row: 0,
        block: 'charges',
        company_number: '10000000',
        options: grantOptions({}, 'enrich_job'),
        editions: await by.currentEditions(blocks),
      },
      new AbortController().signal,
    );
    expect(answer).toMatchObject({
      outcome: { status: 'available' },
      envelope: { status: 'available', value: 27, detail: { freshness: { checked_live: true } } },
    });
  });
});
