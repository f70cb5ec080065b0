import type { SubmittedRow } from '../../../contract/src/row.js';
import { truncateSync } from 'node:fs';
import {
  aJobOf,
  EnrichmentWorld,
  FOUR,
  errorEntry,
  served,
} from '../../../../test/support/worlds/enrichment-world.js';
import { FILES, manyRows, type RowOverrides } from '../../../../test/support/basic-company-data.js';
import { eventually } from '../../../../test/support/eventually.js';
import { forEachTest } from '../../../../test/support/worlds/for-each-test.js';
import { editionPath } from '../sources/kit/editions/edition.js';
import { BLOCK_KEYS } from '../../../contract/src/block-key.js';
import type { RegisterEnricher } from './register-enricher.js';

const world = forEachTest(() => new EnrichmentWorld());

describe('a delivered row', () => {
  it('is served as the specification has it, blocks in its order, every byte written once', async () => {
    await world.load(FILES.june2020);
    const [row] = await world.enrich([{ ref: 'a', company_number: '11990344' }], {
      blocks: ['filing_status', 'domain', 'registered_address'],
      not_enabled: ['registered_address'],
    });
    const edition = world.register.active;
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

  it('has an answer for each of the 37 blocks, and those that the register fills filled', async () => {
    await world.load(FILES.december2024);
    const [row] = await world.enrich([{ company_number: '08209948' }], { blocks: BLOCK_KEYS });
    if (row?.status !== 'delivered') throw new Error('not delivered');
    expect(Object.keys(row.blocks)).toEqual(BLOCK_KEYS);
    expect(BLOCK_KEYS.filter((key) => row.blocks[key]?.status === 'available').sort()).toEqual(
      [...FOUR, 'company_summary', 'firmographics'].sort(),
    );
  });

  it('says that an edition is stale once two publications have passed', async () => {
    await world.load(FILES.june2020);
    const stale = async (day: string): Promise<unknown> => {
      const by = world.enricher({ today: () => day });
      const rows = await world.enrich([{ company_number: '11990344' }], {}, by);
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
    { CompanyNumber: '00000005', CompanyName: 'TUNNEL PAINTER (UK) LIMITED' },
    { CompanyNumber: '00000006', CompanyName: 'ANVIL WORK LIMITED' },
    { CompanyNumber: '00000007', CompanyName: 'ANVIL WORKS & CO LIMITED' },
    { CompanyNumber: '00000008', CompanyName: 'ANVIL WORKS UK LIMITED', CompanyStatus: 'Dissolved' },
  ];

  it.each([
    ['acme limited', '00000001', 'company_name', 0.98],
    ['Roadrunner', '00000003', 'company_name', 0.9],
    ['Wile E Coyote', '00000003', 'previous_name', 0.7],
    ['Tunnel Painters', '00000005', 'company_name', 0.6],
    ['Roadrunner & Company', '00000003', 'company_name', 0.6],
  ])('%p is %s', async (company_name, company_number, matched_on, match_confidence) => {
    await world.loadRows(rows);
    const [row] = await world.enrich([{ company_name }]);
    expect(row).toMatchObject({ status: 'delivered', company_number, matched_on, match_confidence });
  });

  it.each([
    ['ACME', ['00000001', '00000002']],
    ['Beep & Beep', ['00000003', '00000004']],
    ['Anvil Works', ['00000006', '00000007']],
  ])('%p is ambiguous', async (company_name, numbers) => {
    await world.loadRows(rows);
    const [row] = await world.enrich([{ ref: 'x', company_name }], { from: 7 });
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
    await world.loadRows(rows);
    const [row] = await world.enrich([{ company_name: 'Roadrunner' }], { min_confidence: 0.95 });
    expect(row).toMatchObject({ status: 'failed', reason: 'not_matched' });
  });
});

describe('a batch', () => {
  it('answers each row in its place, good and bad mixed, doubles each for itself', async () => {
    await world.loadRows(manyRows(3));
    const rows: SubmittedRow[] = [
      { ref: 'a', company_number: '10000002' },
      { ref: 'b' },
      { ref: 'c', company_number: '12' },
      { ref: 'd', company_number: '99999999' },
      { ref: 'e', domain: 'facebook.com' },
      { ref: 'f', domain: 'acme.co.uk' },
      { ref: 'a', company_number: '10000002' },
      { ref: 'g', company_name: 'synthetic company 1' },
    ];
    const answers = await world.enrich(rows);
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

  const HELD = ['SL00911A', 'IP000CUS', 'FE000123', 'EN000001', 'SC00325R'];
  const UNHELD = ['SL00912A', 'XX123456'];

  it('knows a number of a wider form where the register holds it, and in no other case', async () => {
    await world.loadRows(HELD.map((CompanyNumber) => ({ CompanyNumber })));
    const numbers = [...HELD.map((number) => number.toLowerCase()), ...UNHELD, '99999999', 'XXX23456'];
    const answers = await world.enrich(numbers.map((company_number) => ({ company_number })));
    expect(answers.map((row) => (row.status === 'failed' ? row.reason : row.company_number))).toEqual([
      ...HELD,
      ...UNHELD.map(() => 'invalid_company_number'),
      'not_matched',
      'invalid_company_number',
    ]);
    const by = world.enricher();
    expect(await Promise.all([...HELD, ...UNHELD].map((number) => by.mayBeOnFile(number)))).toEqual([
      ...HELD.map(() => true),
      ...UNHELD.map(() => false),
    ]);
  });

  it('knows no number of a wider form where nothing is loaded', async () => {
    const [row] = await world.enrich([{ company_number: 'SL00911A' }]);
    expect(row).toMatchObject({ reason: 'invalid_company_number' });
    expect(await world.enricher().mayBeOnFile('SL00911A')).toBe(false);
  });

  it('leaves a number of a wider form undecided while the register cannot be read', async () => {
    await world.loadRows([{ CompanyNumber: 'SL00911A' }]);
    truncateSync(editionPath(world.register.dataDir, 'companies', world.register.active ?? ''), 5_000);
    expect(await world.enricher().mayBeOnFile('SL00911A')).toBe(true);
  });

  it('does not look websites up in a job of more than ten rows', async () => {
    await world.loadRows(manyRows(1));
    const [row] = await world.enrich([{ domain: 'acme.co.uk' }], { jobRows: 11 });
    expect(row).toMatchObject({ reason: 'site_lookup_not_run' });
  });

  it('gives the same bytes again from the same edition, another one in force or not', async () => {
    await world.load(FILES.june2020);
    const first = world.enricher();
    const editions = await first.currentEditions(FOUR);
    const ask = (by: RegisterEnricher) =>
      by.enrich({
        job: aJobOf(FOUR),
        editions,
        from: 0,
        rows: [{ company_number: '11990344' }],
      });
    const before = await ask(first);
    await world.load(FILES.august2023);
    await eventually(
      'another one is in force',
      async () => (await first.currentEditions(FOUR))['companies'] !== editions['companies'],
    );
    expect(await ask(first)).toEqual(before);
    expect(await ask(world.enricher())).toEqual(before);
  });
});
