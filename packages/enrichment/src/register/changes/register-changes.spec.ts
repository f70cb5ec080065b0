/** Which companies' own records changed, from published files to the lines that tell it. */
import { rmSync, writeFileSync } from 'node:fs';
import { csvFile, type RowOverrides } from '../../../../../test/support/basic-company-data.js';
import { RecordsWorld } from '../../../../../test/support/worlds/records-world.js';
import { forEachTest } from '../../../../../test/support/worlds/for-each-test.js';
import type { BlockKey } from '../../../../contract/src/block-key.js';
import type { SuppressedKind } from '../../../../contract/src/suppression/suppressed.js';
import { companies } from '../../sources/companies/companies.source.js';
import { COMPANY_KINDS } from '../../sources/companies/company-kinds.js';
import { digestsPath, editionsOf, putInForce } from '../../sources/kit/editions/edition.js';
import { pruneRegister } from '../../sources/kit/editions/register-status.js';
import { psc } from '../../sources/psc/psc.source.js';
import { property } from '../../sources/property/property.source.js';
import { noteProgram } from './programs.js';
import {
  registerChanges,
  type ChangedCompany,
  type ChangesLine,
  type ChangesRequest,
} from './register-changes.js';

const world = forEachTest(() => new RecordsWorld());

/** A time after all that was done, and before all that will be. */
async function moment(): Promise<string> {
  const now = new Date().toISOString();
  await new Promise((resolve) => setTimeout(resolve, 2));
  return now;
}

const company = (CompanyNumber: string, more: RowOverrides = {}): RowOverrides => ({
  CompanyNumber,
  CompanyName: `COMPANY ${CompanyNumber} LIMITED`,
  'Accounts.NextDueDate': '30/09/2026',
  ...more,
});
const A = company('01000001');
const B = company('02000002');
const C = company('SC300003');

async function importCompanies(day: string, rows: readonly RowOverrides[]): Promise<void> {
  const imported = await world.import(companies, [world.write(`BasicCompanyData-${day}.csv`, csvFile(rows))]);
  expect(imported).toMatchObject({ outcome: 'imported', rejected: 0 });
}

async function importLines(source: typeof psc, day: string, lines: readonly object[]): Promise<void> {
  const imported = await world.import(source, [
    world.writeLines(`persons-with-significant-control-snapshot-${day}.jsonl`, lines),
  ]);
  expect(imported).toMatchObject({ outcome: 'imported', rejected: 0 });
}

async function changes(from: string, more: Partial<ChangesRequest> = {}): Promise<readonly ChangesLine[]> {
  const request = { from, to: await moment(), every: false, block: null, suppressions: null, build: true };
  const lines: ChangesLine[] = [];
  for await (const line of registerChanges(world.dataDir, { ...request, ...more })) lines.push(line);
  return lines;
}

/** The changes without their times. */
const companiesIn = (lines: readonly ChangesLine[]) =>
  lines.flatMap((line) => ('company_number' in line ? [[line.company_number, kindsIn(line)] as const] : []));
const kindsIn = ({ changes: kinds }: ChangedCompany) =>
  Object.fromEntries(Object.entries(kinds).map(([kind, told]) => [kind, told.map(({ change }) => change)]));
const sourceIn = (lines: readonly ChangesLine[], source: string): ChangesLine | undefined =>
  lines.find((line) => 'source' in line && line.source === source);
const blocksOf = (lines: readonly ChangesLine[]): readonly (readonly string[])[] =>
  lines.flatMap((line) => ('company_number' in line ? [line.blocks] : []));

const ofAllKinds = (change: string) =>
  Object.fromEntries(COMPANY_KINDS.map((kind) => [`companies.${kind}`, [change]]));
const OWN = ['registered_address', 'filing_status', 'property', 'financials_filed', 'employees_filed'];

it('names who came, went and changed, by number, and nobody else', async () => {
  await importCompanies('2026-01-01', [C, B, A]);
  const since = await moment();
  const moved = { ...C, 'RegAddress.PostTown': 'AYR' };
  await importCompanies('2026-02-01', [company('00900009'), moved, A]);
  const lines = await changes(since);
  expect(companiesIn(lines)).toEqual([
    ['00900009', ofAllKinds('added')],
    ['02000002', ofAllKinds('removed')],
    ['SC300003', { 'companies.office': ['changed'] }],
  ]);
  expect(blocksOf(lines)).toEqual([OWN, OWN, ['registered_address']]);
  expect(sourceIn(lines, 'companies')).toMatchObject({ changes: 'listed' });
});

it('takes no other order of lines, and no later publication, for a change', async () => {
  await importCompanies('2026-01-01', [A, B, C]);
  const since = await moment();
  await importCompanies('2026-02-01', [C, A, B]);
  expect(companiesIn(await changes(since))).toEqual([]);
});

it('takes the day for a change where it decides what is read: accounts that were due become overdue', async () => {
  await importCompanies('2026-09-01', [A, company('02000002', { 'Accounts.NextDueDate': '31/12/2026' })]);
  const since = await moment();
  await importCompanies('2026-10-01', [A, company('02000002', { 'Accounts.NextDueDate': '31/12/2026' })]);
  expect(companiesIn(await changes(since))).toEqual([['01000001', { 'companies.accounts': ['changed'] }]]);
});

const control = (company_number: string, data: object) => ({
  company_number,
  data: { kind: 'individual-person-with-significant-control', name: 'Jane Doe', ...data },
});
const JANE = {
  etag: 'x',
  links: {
    self: '/company/01000001/persons-with-significant-control/individual/tZ6pVWwqdRyPOb1hCNlkS7bT-Fo',
  },
};

it('takes a field that nobody reads, blanks and another order of fields for no change of a controller', async () => {
  await importLines(psc, '2026-01-01', [control('01000001', JANE), control('02000002', { name: 'Joe Roe' })]);
  const since = await moment();
  await importLines(psc, '2026-01-02', [
    { data: { brand_new: [1], ...control('', { name: ' Joe Roe ' }).data }, company_number: '02000002' },
    control('01000001', { ...JANE, etag: 'y', natures_of_control: ['voting-rights-25-to-50-percent'] }),
  ]);
  expect(companiesIn(await changes(since))).toEqual([['01000001', { psc: ['changed'] }]]);
});

it('says that an edition was pruned, and takes nothing of it as equal', async () => {
  await importCompanies('2026-01-01', [A]);
  const since = await moment();
  await importCompanies('2026-02-01', [A]);
  pruneRegister(world.dataDir, 1);
  const lines = await changes(since);
  expect(sourceIn(lines, 'companies')).toMatchObject({ changes: 'all', why: 'edition_pruned' });
  expect(sourceIn(lines, 'psc')).toMatchObject({ changes: 'none' });
});

it('says where no edition was in force yet, and where nobody noted which', async () => {
  const before = await moment();
  await importCompanies('2026-01-01', [A]);
  expect(sourceIn(await changes(before), 'companies')).toMatchObject({
    changes: 'all',
    why: 'no_edition_then',
  });
  rmSync(`${world.dataDir}/editions/companies/in-force`);
  const lines = await changes('2020-01-01T00:00:00.000Z');
  expect(sourceIn(lines, 'companies')).toMatchObject({ changes: 'all', why: 'edition_then_unknown' });
});

it('knows nothing of the time before a machine got its first edition from others', async () => {
  const before = await moment();
  await importCompanies('2026-01-01', [A]);
  const [first = ''] = editionsOf(world.dataDir, 'companies');
  for (const name of ['in-force', 'active']) rmSync(`${world.dataDir}/editions/companies/${name}`);
  putInForce(world.dataDir, 'companies', first, true);
  const ended = await changes('2020-01-01T00:00:00.000Z', { to: before, every: true });
  expect(sourceIn(ended, 'companies')).toMatchObject({ changes: 'all', why: 'edition_then_unknown' });
});

it('writes the digests of an older edition once, and where it may not, says that they lack', async () => {
  await importCompanies('2026-01-01', [A]);
  const [first = ''] = editionsOf(world.dataDir, 'companies');
  const since = await moment();
  await importCompanies('2026-02-01', [B]);
  rmSync(digestsPath(world.dataDir, 'companies', first));
  const unread = await changes(since, { build: false });
  expect(sourceIn(unread, 'companies')).toMatchObject({ changes: 'all', why: 'edition_without_digests' });
  expect(companiesIn(await changes(since))).toHaveLength(2);
  expect(companiesIn(await changes(since, { build: false }))).toHaveLength(2);
});

it('takes all companies of a source as changed that was read by other rules', async () => {
  await importCompanies('2026-01-01', [A]);
  const [first = ''] = editionsOf(world.dataDir, 'companies');
  const since = await moment();
  await importCompanies('2026-02-01', [A]);
  writeFileSync(
    digestsPath(world.dataDir, 'companies', first),
    '{"reading":"1.0.0","part":false,"companies":0}\n',
  );
  const lines = await changes(since);
  expect(sourceIn(lines, 'companies')).toMatchObject({ changes: 'all', why: 'reading_rules_changed' });
});

it('takes everything as changed that another version of the program answered', async () => {
  noteProgram(world.dataDir, '1.0.0', new Date());
  await importCompanies('2026-01-01', [A]);
  const since = await moment();
  noteProgram(world.dataDir, '1.0.0', new Date());
  expect(sourceIn(await changes(since), 'companies')).toMatchObject({ changes: 'none' });
  noteProgram(world.dataDir, '1.1.0', new Date());
  const lines = await changes(since);
  expect(lines[0]).toMatchObject({ program_changed_at: expect.any(String) as string });
  expect(sourceIn(lines, 'companies')).toMatchObject({ changes: 'all', why: 'program_changed' });
});

it('takes an edition that holds all companies and one that holds some for different', async () => {
  await importCompanies('2026-01-01', [A]);
  const since = await moment();
  await world.import(companies, [world.write('BasicCompanyData-2026-02-01.csv', csvFile([A]))], {
    part: true,
  });
  const lines = await changes(since);
  expect(sourceIn(lines, 'companies')).toMatchObject({ changes: 'all', why: 'part_of_companies_changed' });
});

it('tells what was taken back where each switch is asked for, and not between the ends', async () => {
  await importCompanies('2026-01-01', [A, B]);
  const since = await moment();
  await importCompanies('2026-02-01', [A, { ...B, CompanyName: 'ANOTHER LIMITED' }]);
  putInForce(world.dataDir, 'companies', editionsOf(world.dataDir, 'companies')[0] ?? '');
  expect(companiesIn(await changes(since))).toEqual([]);
  const every = await changes(since, { every: true });
  expect(companiesIn(every)).toEqual([['02000002', { 'companies.registration': ['changed', 'changed'] }]]);
  const switches = every.flatMap((line) => ('source' in line && line.source === 'companies' ? [line] : []));
  expect(switches).toMatchObject([{ changes: 'listed' }, { changes: 'listed' }]);
  expect(every.flatMap((line) => ('blocks' in line ? Object.values(line.changes).flat() : []))).toMatchObject(
    switches.map(({ switched_at }) => ({ at: switched_at })),
  );
});

it('tells each switch apart: what was not known, or not in force, is all, and what came after is listed', async () => {
  const since = await moment();
  await importCompanies('2026-01-01', [A]);
  await importCompanies('2026-02-01', [A, B]);
  const lines = await changes(since, { every: true });
  expect(lines.filter((line) => 'source' in line && line.source === 'companies')).toMatchObject([
    { then: null, changes: 'all', why: 'no_edition_then' },
    { changes: 'listed' },
  ]);
  expect(companiesIn(lines)).toEqual([['02000002', ofAllKinds('added')]]);
});

const suppressing = (kind: SuppressedKind, value: string) => ({
  changed_at: '2026-01-01T00:00:00.000Z',
  values: {
    kinds: new Set([kind]),
    has: (of: SuppressedKind, text: string) => of === kind && text === value,
  },
});

it('takes a suppression, or its end, for a change of the company that it reaches', async () => {
  await importCompanies('2026-01-01', [A, B]);
  await importLines(psc, '2026-01-01', [control('01000001', JANE), control('02000002', { name: 'Joe Roe' })]);
  const since = await moment();
  const person = await changes(since, {
    suppressions: suppressing('person_number', 'tZ6pVWwqdRyPOb1hCNlkS7bT-Fo'),
  });
  expect(companiesIn(person)).toEqual([['01000001', { psc: ['suppression'] }]]);
  const number = await changes(since, { suppressions: suppressing('company_number', '02000002') });
  expect(companiesIn(number)).toEqual([['02000002', { ...ofAllKinds('suppression'), psc: ['suppression'] }]]);
});

it('says of a suppression that whom it reached is not known, once the edition of then is gone', async () => {
  await importCompanies('2026-01-01', [A, B]);
  const since = await moment();
  const to = await moment();
  await importCompanies('2026-02-01', [A, B]);
  pruneRegister(world.dataDir, 1);
  const suppressions = suppressing('company_number', '02000002');
  const lines = await changes(since, { to, every: true, suppressions });
  const ofCompanies = lines.filter((line) => 'source' in line && line.source === 'companies');
  // Without a time, so that nobody takes it for older than an answer.
  expect(ofCompanies.at(-1)).toMatchObject({ changes: 'all', why: 'edition_pruned', switched_at: null });
  expect(companiesIn(lines)).toEqual([]);
});

const titles = (owner: string): string =>
  'Title Number,Tenure,Property Address,Postcode,Proprietor Name (1),Company Registration No. (1)\n' +
  `"T1","Freehold","1 Mill Lane","LS1 4AP","MILL LIMITED","${owner}"\n"Row Count:","1"\n`;

it('tells what one block reads', async () => {
  await importCompanies('2026-01-01', [A, B]);
  await world.import(property, [world.write('CCOD_FULL_2026_01.csv', titles('01000001'))]);
  const since = await moment();
  await importCompanies('2026-02-01', [A, { ...B, 'RegAddress.PostTown': 'AYR' }]);
  await world.import(property, [world.write('CCOD_FULL_2026_02.csv', titles('03000003'))]);
  const of = async (block: BlockKey) => companiesIn(await changes(since, { block }));
  expect(await of('filing_status')).toEqual([]);
  expect((await of('registered_address')).map(([number]) => number)).toEqual(['02000002']);
  expect(await of('property')).toEqual([
    ['01000001', { property: ['removed'] }],
    ['03000003', { property: ['added'] }],
  ]);
  expect(await of('officers')).toEqual([['02000002', { 'companies.office': ['changed'] }]]);
  expect(blocksOf(await changes(since, { block: 'officers' }))).toEqual([['officers']]);
});
