import { writeFileSync } from 'node:fs';
import { EnrichmentWorld, served } from '../../../../../test/support/worlds/enrichment-world.js';
import { Suppressing } from '../../../../../test/support/worlds/suppressing.js';
import { forEachTest } from '../../../../../test/support/worlds/for-each-test.js';
import { companyIndex } from '../../sources/company-index/company-index.source.js';
import { activeEdition, editionPath } from '../../sources/kit/editions/edition.js';
import { importRegister } from '../../sources/kit/editions/import-register.js';
import { UnreadableSourceError } from '../no-answer-yet.js';

const world = forEachTest(() => new EnrichmentWorld());
beforeEach(async () => {
  await world.loadRows([{ CompanyNumber: '01234567', CompanyName: 'SYNTHETIC WIDGETS LIMITED' }]);
});

const CODES = [
  'AAAAAAAA3317240629',
  '0123456799999               D',
  '0187115147110 4531          D',
  '0228238858130',
  '9999999900000003',
];
const named = (number: string, name: string): string => number.padEnd(90) + name.padEnd(160);
const DIRECTORY = [
  'AAAAAAAA312320240630',
  named('01234567', 'AN OLDER NAME LIMITED'),
  named('02282388', 'PAPER TRADING LIMITED'),
  '99999999000002',
];

async function loadIndex(...files: readonly (readonly string[])[]): Promise<void> {
  const paths = files.map((lines, i) => world.register.write(`index-${i}.dat`, lines.join('\n')));
  const { dataDir } = world.register;
  const imported = await importRegister({ source: companyIndex, files: paths, dataDir });
  if (imported.outcome === 'refused') throw new Error(imported.detail);
}

const indexEdition = (): string => activeEdition(world.register.dataDir, 'index') ?? '';

describe('a company that only the index knows', () => {
  it('matches by its number, and is served without a name where none is held', async () => {
    await loadIndex(CODES);
    const [row] = await world.enrich([{ ref: 'a', company_number: '01871151' }]);
    expect(served(row)).toEqual({
      ref: 'a',
      status: 'done',
      blocks: {
        registered_address: expect.objectContaining({ reason: 'no_address_on_file' }) as unknown,
        company_identity: {
          status: 'available',
          value: {
            incorporated_on: null,
            company_category: null,
            country_of_origin: null,
            legal_form: null,
            company_status: 'dissolved',
            status_group: 'closed',
            trading_name: null,
            trading_name_source: null,
          },
          source: 'company_register',
          as_of: '2024-06-29',
          flagged_for_review: false,
          detail: { freshness: { checked_live: false, edition: indexEdition(), stale: false } },
        },
        filing_status: expect.objectContaining({ reason: 'no_filing_dates_on_file' }) as unknown,
        industry: expect.objectContaining({
          status: 'available',
          as_of: '2024-06-29',
          value: expect.objectContaining({
            sic: [
              expect.objectContaining({ code: '47110', scheme: 'uk_sic_2007' }),
              expect.objectContaining({ code: '4531', scheme: 'uk_sic_2003' }),
            ],
          }) as unknown,
        }) as unknown,
      },
      matched: { company_number: '01871151', match_confidence: 1, matched_on: 'company_number' },
    });
  });

  it('matches by its name where one is held', async () => {
    await loadIndex(DIRECTORY, CODES);
    const [row] = await world.enrich([{ company_name: 'Paper Trading Ltd' }]);
    expect(served(row)).toMatchObject({
      matched: { company_number: '02282388', company_name: 'PAPER TRADING LIMITED', match_confidence: 0.9 },
      blocks: {
        industry: { status: 'available' },
        company_identity: { value: { company_status: 'active' } },
      },
    });
  });

  it('has no count of charges, which is not none', async () => {
    await loadIndex(CODES);
    const [row] = await world.enrich([{ company_number: '01871151' }], { blocks: ['charges'] });
    expect(row).toMatchObject({ blocks: { charges: { reason: 'not_available_yet' } } });
  });
});

it('knows a company that the register holds by the register alone', async () => {
  await loadIndex(DIRECTORY, CODES);
  const rows = await world.enrich([{ company_number: '01234567' }, { company_name: 'An older name' }]);
  expect(served(rows[0])).toMatchObject({
    matched: { company_name: 'SYNTHETIC WIDGETS LIMITED' },
    blocks: { company_identity: { value: { company_status: 'active' }, as_of: '2024-07-01' } },
  });
  expect(rows[1]).toMatchObject({ status: 'failed', reason: 'not_matched' });
});

describe('a suppressed company that the index holds', () => {
  const matchOf = async (suppressed: string, held: string, company_name: string) => {
    await world.loadRows([
      { CompanyNumber: '01234567', CompanyName: 'SYNTHETIC WIDGETS LIMITED' },
      { CompanyNumber: '07654321', CompanyName: held },
    ]);
    await loadIndex(DIRECTORY);
    const log = new Suppressing();
    const by = world.enricher({ suppressions: log.list() });
    await log.suppress({ kind: 'company_number', value: suppressed });
    const [row] = await world.enrich([{ company_name }], {}, by);
    return row;
  };

  it('is known by the register alone where that holds it: its name of before is free', async () => {
    expect(served(await matchOf('01234567', 'AN OLDER NAME LIMITED', 'An Older Name Ltd'))).toMatchObject({
      matched: { company_number: '07654321' },
    });
  });

  it('may be meant by its name where the register lacks it', async () => {
    const row = await matchOf('02282388', 'PAPER TRADING LIMITED', 'Paper Trading Ltd');
    expect(row).toMatchObject({ status: 'failed', reason: 'not_matched' });
  });
});

it('is not asked where none is loaded', async () => {
  const [row] = await world.enrich([{ company_number: '01871151' }]);
  expect(row).toMatchObject({ status: 'failed', reason: 'not_matched' });
});

it('leaves undecided whom the register lacks while it cannot be read', async () => {
  await loadIndex(CODES);
  writeFileSync(editionPath(world.register.dataDir, 'index', indexEdition()), 'damaged');
  await expect(world.enrich([{ company_number: '01871151' }])).rejects.toThrow(UnreadableSourceError);
  const rows = await world.enrich([{ company_number: '01234567' }]);
  expect(rows).toMatchObject([{ status: 'delivered', company_number: '01234567' }]);
  expect(world.faults.length).toBeGreaterThan(0);
});
