import type { RowOverrides } from '../../../../../test/support/basic-company-data.js';
import { importRegister } from '../../sources/kit/editions/import-register.js';
import { sourceNamed } from '../../sources/index.js';
import { EnrichmentWorld, errorEntry } from '../../../../../test/support/worlds/enrichment-world.js';
import { Suppressing } from '../../../../../test/support/worlds/suppressing.js';
import { forEachTest } from '../../../../../test/support/worlds/for-each-test.js';

const world = forEachTest(() => new EnrichmentWorld());

/** A register of these names, numbered from 1. */
const named = (...names: readonly string[]): RowOverrides[] =>
  names.map((CompanyName, i) => ({ CompanyNumber: `0000000${i + 1}`, CompanyName }));

/** What a name is answered: number and confidence, or the reason and the numbers of the candidates. */
async function ask(company_name: string, min_confidence = 0.5) {
  const [row] = await world.enrich([{ company_name }], { min_confidence });
  if (row?.status === 'delivered') return [row.company_number, row.match_confidence];
  const { reason, candidates = [] } = row ?? {};
  return [reason, ...candidates.map((one) => one.company_number)];
}

/** An enricher that knows nothing of these companies. */
async function withoutCompanies(...numbers: readonly string[]) {
  const log = new Suppressing();
  await log.suppress(...numbers.map((value) => ({ kind: 'company_number' as const, value })));
  return world.enricher({ suppressions: log.list() });
}

describe('an abbreviated word, or another sign of AND, beside a place', () => {
  const REGISTER = named(
    'ALDERSON INTERNATIONAL UK LIMITED',
    'BRAMBLE HOLDINGS (UK) LIMITED',
    'CEDAR INTERNATIONAL LIMITED',
    'DAMSON & HEATH SERVICES UK LIMITED',
    'ELDER TECHNOLOGY (UK) LIMITED',
    'ELDER TECHNOLOGIES (UK) LIMITED',
    'FERN INTERNATIONAL UK PLC',
  );

  it.each([
    ['Alderson Intl Ltd', '00000001', 0.6],
    ['Alderson Intl', '00000001', 0.6],
    ['Bramble Hldgs', '00000002', 0.6],
    ['Cedar Intl UK', '00000003', 0.6],
    ['Cedar Int (UK) Ltd', '00000003', 0.6],
    ['Damson + Heath Services', '00000004', 0.6],
    ['Damson N Heath Svcs Ltd', '00000004', 0.6],
    ['Alderson Intl Limited - UK', '00000001', 0.6],
    ['Fern Intl plc', '00000007', 0.6],
    // Two that it may be, another form, another country, another word.
    ['Elder Tech', 'ambiguous_match', '00000005', '00000006'],
    ['Fern Intl Ltd', 'not_matched'],
    ['Alderson Intl France', 'not_matched'],
    ['Alderson Int Group', 'not_matched'],
  ])('%s', async (name, ...expected) => {
    await world.loadRows(REGISTER);
    const told = await ask(name);
    expect(expected[0] === 'not_matched' ? told.slice(0, 1) : told).toEqual(expected);
  });

  it('leads to no other company where a suppressed one may be meant, or a nearer one is on file', async () => {
    await world.loadRows(
      named('ALDERSON INTERNATIONAL UK LIMITED', 'ALDERSON INTERNATIONAL (UK) PLC', 'ALDERSON INTL LIMITED'),
    );
    expect(await ask('Alderson Intl')).toEqual(['00000003', 0.9]);
    const by = await withoutCompanies('00000001', '00000003');
    const [row] = await world.enrich([{ company_name: 'Alderson Intl' }], {}, by);
    expect(row).toMatchObject({ status: 'failed', reason: 'not_matched' });
  });
});

describe('the candidates beside not_matched', () => {
  it('are five at most, live, most alike first, and none where no name is near', async () => {
    await world.loadRows([
      ...named(...'12345678'.split('').map((n) => `HARBOUR VIEW ${n} LIMITED`)),
      { CompanyNumber: '00000009', CompanyName: 'HARBOUR VIEWS A LIMITED', CompanyStatus: 'Dissolved' },
    ]);
    const [reason, ...candidates] = await ask('Harbour View A Ltd');
    expect([reason, candidates]).toEqual([
      'not_matched',
      ['00000001', '00000002', '00000003', '00000004', '00000005'],
    ]);
    expect(await ask('Quite Something Else Ltd')).toEqual(['not_matched']);
  });

  it('stand on the errors page and are what a match under min_confidence would have been', async () => {
    await world.loadRows(named('ACORN FINANCE LIMITED'));
    const [row] = await world.enrich([{ company_name: 'Acorn Finance UK' }], { min_confidence: 0.75 });
    expect(errorEntry(row)).toMatchObject({
      reason: 'not_matched',
      candidates: [{ company_number: '00000001', company_name: 'ACORN FINANCE LIMITED' }],
    });
  });

  it('never are or lead to a company that is suppressed', async () => {
    await world.loadRows(named('BERNERS GREEN LIMITED', 'BERNARS GREEN LIMITED', 'SMILES & MORE LIMITED'));
    const by = await withoutCompanies('00000001', '00000003');
    const names = [
      'Berners Green Ltd',
      'Berners Green Ltd - Leeds',
      'Bernners Green Ltd',
      'Smiles N More Ltd',
    ];
    const rows = await world.enrich(
      names.map((company_name) => ({ company_name })),
      {},
      by,
    );
    for (const row of rows) {
      expect(row).toMatchObject({ status: 'failed', reason: 'not_matched' });
      expect(Buffer.from(row.status === 'failed' ? row.error : []).toString()).not.toMatch(/0000000[13]/);
    }
  });

  it.each([
    ['Smiles + More Ltd', 'SMILES & MORE LIMITED', 'SMILES N MORE LIMITED'],
    ['Hale Assoc Ltd', 'HALE ASSOCIATES LIMITED', 'HALE ASSOCIATION LIMITED'],
    ['Hale Assoc Ltd - Leeds', 'HALE ASSOCIATION LIMITED', 'HALE ASSOCIATES LIMITED'],
    ['Acorn Finance', 'ACORN FINANCE UK LIMITED', 'ACORN FINANCE CO LIMITED'],
    ['Greene Stone LLP (North)', 'GREENE STONE (NORTH) LLP', 'GREENE STONE LLP'],
    ['Work Zone Constr Ltd', 'WORK ZONE CONSTRUCTION LIMITED', 'WORK ZONE CONSTRA LIMITED'],
    ['Acme', 'ACME LIMITED', 'ACME PLC'],
    ['ACME', 'ACME PLC', 'ACME LIMITED'],
    ['Acme', 'ACME LLP', 'ACME C.I.C.'],
    ['Acme Ltd', 'ACME LIMITED', 'ACME'],
    ['Acme Limited', 'ACME LIMITED', 'ACME LIMITED'],
  ])('nor to the other of two that %s may mean', async (company_name, hidden, other) => {
    await world.loadRows(named(hidden, other));
    const by = await withoutCompanies('00000001');
    const [row] = await world.enrich([{ company_name }], {}, by);
    expect(row).toMatchObject({ status: 'failed', reason: 'not_matched' });
    expect(Buffer.from(row?.status === 'failed' ? row.error : []).toString()).not.toContain('00000001');
  });

  it('nor to the one that bore the name before, nor to one beside a suppressed one of the index', async () => {
    await world.loadRows([
      ...named('ACME LIMITED', 'BETA PLC'),
      {
        CompanyNumber: '00000003',
        CompanyName: 'ACME HOLDINGS LIMITED',
        'PreviousName_1.CompanyName': 'ACME LIMITED',
        'PreviousName_1.CONDATE': '01/02/2020',
      },
    ]);
    const lines = [['90000001', 'BETA LIMITED'] as const].map(
      ([number, name]) => `${number.padEnd(90)}${name}`,
    );
    const file = world.register.write(
      'prod183.dat',
      `AAAAAAAA000120240701\n${lines.join('\n')}\n99999999000001\n`,
    );
    const source = sourceNamed('index');
    const imported = await importRegister({ source, files: [file], dataDir: world.register.dataDir });
    expect(imported).toMatchObject({ outcome: 'imported', rejects: [] });
    const by = await withoutCompanies('00000001', '90000001');
    const asked = ['Acme', 'Acme Ltd', 'Beta', 'Beta plc'].map((company_name) => ({ company_name }));
    const rows = await world.enrich(asked, {}, by);
    expect(rows.map((row) => (row.status === 'failed' ? row.reason : row.company_number))).toEqual([
      'not_matched',
      'not_matched',
      'not_matched',
      '00000002',
    ]);
  });

  it('but to a live company of the form asked for, or beside a suppressed one that is dissolved', async () => {
    const [hidden, gone, ...others] = named('ACME LIMITED', 'GONE LIMITED', 'ACME PLC', 'GONE PLC');
    await world.loadRows([hidden ?? {}, { ...gone, CompanyStatus: 'Dissolved' }, ...others]);
    const by = await withoutCompanies('00000001', '00000002');
    const rows = await world.enrich(
      ['Acme P.L.C.', 'Acme Public Limited Company', 'Gone'].map((company_name) => ({ company_name })),
      {},
      by,
    );
    expect(rows).toMatchObject([
      { company_number: '00000003' },
      { company_number: '00000003' },
      { company_number: '00000004' },
    ]);
  });

  it('let a better match stand beside a suppressed one', async () => {
    await world.loadRows(named('HALE ASSOC LIMITED', 'HALE ASSOCIATES LIMITED', 'HALE + SONS LIMITED'));
    const by = await withoutCompanies('00000002');
    const rows = await world.enrich(
      ['Hale Assoc Ltd', 'Hale & Sons Ltd'].map((company_name) => ({ company_name })),
      {},
      by,
    );
    expect(rows).toMatchObject([{ company_number: '00000001' }, { company_number: '00000003' }]);
  });
});
