/** From published files to the served profile. */
import { join } from 'node:path';
import { EnrichmentWorld, served } from '../../../../../test/support/worlds/enrichment-world.js';
import { aFact, runBlock } from '../../../../../test/support/run-block.js';
import { record, type RowOverrides } from '../../../../../test/support/basic-company-data.js';
import { heldRecords, readSample } from '../../../../../test/support/accounts-records.js';
import { forAllTests } from '../../../../../test/support/worlds/for-each-test.js';
import type { AccountsRecord } from '../../filed-accounts/accounts-record.js';
import { importRegister } from '../../sources/kit/editions/import-register.js';
import { payGap } from '../../sources/pay-gap/pay-gap.source.js';
import { postcodes } from '../../sources/postcodes/postcodes.source.js';
import { psc } from '../../sources/psc/psc.source.js';
import firmographics from './firmographics.block.js';

const PAY_GAP = join(
  __dirname,
  '../../../../../samples/published/UK_Gender_Pay_Gap_Data_2021_to_2022_sample.csv',
);
/** One real postcode, in the columns that are read. */
const POSTCODES = 'pcds,dointr,doterm,ctry,rgn\nEC4M 9BT,199401,,E92000001,E12000007\n';

const owner = (of: string, share: string, name: string, registration_number: string) => ({
  company_number: of,
  data: {
    kind: 'corporate-entity-person-with-significant-control',
    name,
    natures_of_control: [`ownership-of-shares-${share}-percent`],
    notified_on: '2016-04-06',
    identification: { registration_number, country_registered: 'England' },
    links: { self: `/company/${of}/persons-with-significant-control/corporate-entity/a` },
  },
});
const nobody = (of: string) => ({
  company_number: of,
  data: {
    kind: 'persons-with-significant-control-statement',
    statement: 'no-individual-or-entity-with-signficant-control',
    notified_on: '2025-06-10',
    links: { self: `/company/${of}/persons-with-significant-control-statements/b` },
  },
});

const PLAIN = { flagged_for_review: false, advisories: [] };

describe('over loaded sources', () => {
  const world = forAllTests(() => new EnrichmentWorld());
  beforeAll(async () => {
    await world.loadRows([
      {
        CompanyNumber: '03867954',
        CompanyName: 'POWERLEAGUE FIVES LIMITED',
        IncorporationDate: '28/10/1999',
        'RegAddress.PostCode': 'EC4M 9BT',
        'SICCode.SicText_1': '93110 - Operation of sports facilities',
        'Accounts.AccountCategory': 'FULL',
        'Accounts.LastMadeUpDate': '30/06/2023',
      },
      { CompanyNumber: '00879531', CompanyName: 'FINANCIAL TIMES GROUP LIMITED' },
      { CompanyNumber: '00227590', CompanyName: 'FINANCIAL TIMES LIMITED(THE)' },
      { CompanyNumber: '08209948', CompanyName: '! LTD' },
      { CompanyNumber: '08209949', CompanyName: 'QUARTER OWNED LTD' },
    ]);
    const dataDir = world.register.dataDir;
    const snapshot = world.register.write(
      'persons-with-significant-control-snapshot-2024-11-22.jsonl',
      [
        nobody('03867954'),
        owner('00227590', '75-to-100', 'Financial Times Group Limited', '00879531'),
        owner('08209949', '25-to-50', 'Financial Times Group Limited', '00879531'),
        nobody('00879531'),
      ]
        .map((line) => JSON.stringify(line))
        .join('\n'),
    );
    for (const [source, file] of [
      [payGap, PAY_GAP],
      [postcodes, world.register.write('ONSPD_NOV_2024_UK.csv', POSTCODES)],
      [psc, snapshot],
    ] as const) {
      const asOf = source === postcodes ? { asOf: '2024-11-01' } : {};
      expect(await importRegister({ source, files: [file], dataDir, ...asOf })).toMatchObject({
        outcome: 'imported',
      });
    }
  });

  async function profileOf(company_number: string): Promise<unknown> {
    const [row] = await world.enrich([{ company_number }], { blocks: ['firmographics'] });
    expect(world.faults).toEqual([]);
    return (served(row) as { blocks: { firmographics: unknown } }).blocks.firmographics;
  }

  it('tells age, trade, workforce, place and group, each with what it rests on', async () => {
    expect(await profileOf('03867954')).toEqual({
      status: 'available',
      derived: true,
      source: 'service_model',
      as_of: '2021-04-05',
      flagged_for_review: false,
      detail: {
        freshness: expect.anything() as unknown,
        input_terms: [{ block: 'employees', scope: 'company', period: null, currency: null, ...PLAIN }],
      },
      value: {
        age_years: 25,
        incorporated_on: '1999-10-28',
        legal_form: 'ltd',
        status_group: 'active',
        sic_section: { code: 'R', name: 'Arts, entertainment and recreation' },
        size_class: null,
        employees_band: { min: 250, max: 499, label: '250-499' },
        turnover_band: null,
        region: { code: 'E12000007', name: 'London' },
        country: 'England',
        is_dormant: false,
        in_group: false,
        inputs: [
          {
            block: 'company_identity',
            field: 'incorporated_on',
            source: 'company_register',
            as_of: '2024-07-01',
            value: '1999-10-28',
          },
          expect.objectContaining({ field: 'legal_form', value: 'ltd' }) as unknown,
          expect.objectContaining({ field: 'company_status', value: 'active' }) as unknown,
          expect.objectContaining({ block: 'industry', field: 'sic', value: '93110' }) as unknown,
          expect.objectContaining({ field: 'accounts_category', value: 'full' }) as unknown,
          {
            block: 'employees',
            field: 'band',
            source: 'service_model',
            as_of: '2021-04-05',
            value: '250-499',
          },
          expect.objectContaining({ block: 'ultimate_owner', as_of: '2024-11-22' }) as unknown,
          expect.objectContaining({ block: 'subsidiaries', value: 'none_on_register' }) as unknown,
          expect.objectContaining({
            source: 'postcode_register',
            field: 'rgn',
            value: 'E12000007',
          }) as unknown,
          expect.objectContaining({
            source: 'postcode_register',
            field: 'ctry',
            value: 'E92000001',
          }) as unknown,
        ],
      },
    });
  });

  it.each<[string, boolean | null, string]>([
    ['00227590', true, 'has a parent'],
    ['00879531', true, 'has a subsidiary'],
    ['03867954', false, 'has neither'],
    ['08209949', false, 'is held to a quarter'],
    ['08209948', null, 'has no record of control'],
  ])('%s: in a group %p, since it %s', async (number, in_group) => {
    expect(await profileOf(number)).toMatchObject({ value: { in_group } });
  });
});

describe('over filed accounts', () => {
  const mazars = readSample('Prod223_2911_05380971_20200831.html');
  const profile = (accounts: AccountsRecord, row: RowOverrides = {}): unknown =>
    runBlock(firmographics, record(row), '2024-07-01', {
      accounts: aFact(heldRecords(accounts), '2024-06-30'),
    });

  it('tells the class of size by turnover, balance sheet total and people of the newest period', () => {
    expect(profile(mazars)).toMatchObject({
      value: {
        size_class: 'large',
        inputs: expect.arrayContaining([
          expect.objectContaining({ block: 'financials_filed', field: 'turnover', value: '105758329' }),
          expect.objectContaining({ block: 'employees_filed', field: 'headcount', value: 1920 }),
        ]) as unknown,
      },
    });
  });

  it('takes no class from the figures of a group, or of another currency', () => {
    expect(profile({ ...mazars, scope: 'unknown' })).toMatchObject({ value: { size_class: null } });
    const [newest, ...older] = mazars.periods;
    if (newest === undefined) throw new Error('the sample has no period');
    const inDollars = Object.fromEntries(
      Object.entries(newest.figures).map(([field, figure]) => [field, { ...figure, currency: 'USD' }]),
    );
    const periods = [{ ...newest, figures: inDollars }, ...older];
    expect(profile({ ...mazars, periods })).toMatchObject({ value: { size_class: null } });
  });

  it('believes accounts that say that the company is dormant', () => {
    const row = { 'Accounts.AccountCategory': 'MICRO ENTITY', 'Accounts.LastMadeUpDate': '31/08/2023' };
    const micro = readSample('Prod223_3384_14033910_20220831.html');
    expect(profile({ ...micro, dormant: true }, row)).toMatchObject({ value: { is_dormant: true } });
    expect(profile({ ...micro, dormant: false }, row)).toMatchObject({ value: { is_dormant: false } });
  });
});

describe('where only the register of companies is loaded', () => {
  const profile = (row: RowOverrides = {}): unknown => runBlock(firmographics, record(row), '2024-07-01');

  it('leaves open what other sources would tell', () => {
    expect(profile()).toMatchObject({
      status: 'available',
      as_of: '2024-07-01',
      value: {
        age_years: 21,
        sic_section: { code: 'C', name: 'Manufacturing' },
        employees_band: null,
        region: null,
        country: null,
        is_dormant: null,
        in_group: null,
      },
    });
  });

  it.each<[RowOverrides, boolean | null]>([
    [{ 'Accounts.AccountCategory': 'DORMANT', 'Accounts.LastMadeUpDate': '31/12/2023' }, true],
    [{ 'SICCode.SicText_1': '99999 - Dormant Company' }, true],
    [{ 'Accounts.AccountCategory': 'FULL', 'Accounts.LastMadeUpDate': '31/12/2023' }, false],
    [{ 'Accounts.AccountCategory': 'NO ACCOUNTS FILED', 'Accounts.NextDueDate': '31/12/2024' }, null],
  ])('%j: dormant %p', (row, is_dormant) => {
    expect(profile(row)).toMatchObject({ value: { is_dormant } });
  });

  it.each<[string, RowOverrides, number | null]>([
    ['the day before its birthday', { IncorporationDate: '02/07/2003' }, 20],
    ['on its birthday', { IncorporationDate: '01/07/2003' }, 21],
    ['in its first year', { IncorporationDate: '30/06/2024' }, 0],
    ['with no day on file', { IncorporationDate: '' }, null],
  ])('tells the age of a company %s', (_what, row, age_years) => {
    expect(profile(row)).toMatchObject({ value: { age_years } });
  });

  it('flags a status that the register’s list does not have', () => {
    expect(profile({ CompanyStatus: 'Enchanted' })).toMatchObject({
      flagged_for_review: true,
      value: { status_group: null },
    });
  });

  it('has no profile of a company without an identity', () => {
    expect(runBlock(firmographics, null, '2024-07-01')).toMatchObject({
      status: 'not_found',
      reason: 'no_profile_on_file',
      as_of: '2024-07-01',
    });
  });

  it('takes no region from the address that the registrar puts', () => {
    const office_postcode = aFact({ region: 'E12000003', country: 'E92000001' } as never, '2024-11-01');
    const placed = (line: string) =>
      runBlock(firmographics, record({ 'RegAddress.AddressLine1': line }), '2024-11-01', { office_postcode });
    expect(placed('1 HIGH STREET')).toMatchObject({ value: { country: 'England' } });
    expect(placed('4385, 08209948 - COMPANIES HOUSE DEFAULT ADDRESS')).toMatchObject({
      value: { region: null, country: null },
    });
  });

  it('gives no region outside England', () => {
    const scotland = {
      terminated_in: null,
      region: null,
      country: 'S92000003',
      local_authority: 'S12000033',
    };
    const office_postcode = aFact(scotland, '2024-05-01');
    expect(runBlock(firmographics, record(), '2024-07-01', { office_postcode })).toMatchObject({
      as_of: '2024-07-01',
      value: { region: null, country: 'Scotland' },
    });
  });
});
