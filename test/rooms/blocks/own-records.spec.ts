/**
 * What the blocks state that follow from a company's own records: whatever is moved, an available answer
 * differs only where the change of this company is told, so nobody who skips it keeps an old one.
 */
import { csvFile, zipArchive, type RowOverrides } from '../../support/basic-company-data.js';
import { filedBy, filedDocument } from '../../support/filed-accounts.js';
import { EnrichmentWorld, served } from '../../support/worlds/enrichment-world.js';
import { Suppressing } from '../../support/worlds/suppressing.js';
import { forEachTest } from '../../support/worlds/for-each-test.js';
import { changedSuppressions } from '../../../src/jobs/suppressions/changed-suppressions.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import { BLOCKS } from '../../../packages/enrichment/src/blocks/index.js';
import { sourceNamed, type SourceName } from '../../../packages/enrichment/src/sources/index.js';
import { importRegister } from '../../../packages/enrichment/src/sources/kit/editions/import-register.js';
import { OWN_RECORDS } from '../../../packages/enrichment/src/register/changes/block-sources.js';
import { noteProgram } from '../../../packages/enrichment/src/register/changes/programs.js';
import { registerChanges } from '../../../packages/enrichment/src/register/changes/register-changes.js';
import type { ChangedSuppressions } from '../../../packages/enrichment/src/register/changes/source-changes.js';
import { BASIC_COLUMNS } from '../../../packages/enrichment/src/sources/companies/company-row.js';

const OWN = [...OWN_RECORDS.keys()];
const NUMBER = '14033910';
const MICRO = 'Prod223_3384_14033910_20220831.html';
const HOST = 'widgets.example.com';

const OURS: RowOverrides = {
  CompanyNumber: NUMBER,
  CompanyName: 'SYNTHETIC WIDGETS LIMITED',
  'RegAddress.CareOf': HOST,
  'RegAddress.PostCode': 'HG1 1ND',
  'Accounts.NextDueDate': '30/09/2026',
  'Accounts.LastMadeUpDate': '31/08/2022',
  'Accounts.AccountCategory': 'MICRO ENTITY',
  ConfStmtNextDueDate: '14/02/2027',
  ConfStmtLastMadeUpDate: '31/01/2026',
  'PreviousName_1.CONDATE': '01/02/2020',
  'PreviousName_1.CompanyName': 'OLD WIDGETS LIMITED',
};

const world = forEachTest(() => new EnrichmentWorld());
const inFile = (name: string, content: string | Uint8Array): string => world.register.write(name, content);

async function load(source: SourceName, name: string, content: string | Uint8Array): Promise<void> {
  const { dataDir } = world.register;
  const files = [inFile(name, content)];
  const imported = await importRegister({ source: sourceNamed(source), files, dataDir });
  expect(imported).toMatchObject({ outcome: 'imported', rejected: 0 });
}

const companies = (day: string, rows: readonly RowOverrides[]) =>
  load('companies', `BasicCompanyData-${day}.csv`, csvFile(rows));
const titles = (day: string, owners: Readonly<Record<string, string>>) =>
  load(
    'property',
    `CCOD_FULL_${day}.csv`,
    [
      'Title Number,Tenure,Property Address,Postcode,Proprietor Name (1),Company Registration No. (1)',
      ...Object.entries(owners).map(
        ([title, owner]) => `"${title}","Freehold","1 Mill Lane","HG1 1ND","OLD WIDGETS LIMITED","${owner}"`,
      ),
      `"Row Count:","${Object.keys(owners).length}"\n`,
    ].join('\n'),
  );
const postcodes = (day: string, ended: string) =>
  load(
    'postcodes',
    `ONSPD_${day}_UK.csv`,
    `pcds,dointr,doterm,ctry,rgn,oslaua\nHG1 1ND,198001,${ended},E92000001,E12000003,E07000165\n`,
  );
const accounts = (day: string, members: Readonly<Record<string, Buffer>>) =>
  load('accounts', `Accounts_Bulk_Data-${day}.zip`, zipArchive(members));
const filings = (fetched_at: string, date: string, company_number = NUMBER) =>
  load(
    'filings',
    'filings.jsonl',
    `${JSON.stringify({
      ...{ company_number, resource: 'filing-history', fetched_at },
      data: {
        total_count: 1,
        items: [
          {
            ...{ transaction_id: 'MzAx', type: 'AA', category: 'accounts', date },
            description: 'accounts-with-accounts-type-micro-entity',
            description_values: { made_up_date: '2022-08-31' },
          },
        ],
      },
    })}\n`,
  );

const OTHERS = { ...OURS, CompanyNumber: '09000009' };

beforeEach(async () => {
  await companies('2026-06-01', [OURS]);
  await titles('2026_06', { T1: NUMBER });
  await postcodes('2026-06-01', '');
  await accounts('2026-06-01', { [MICRO]: filedDocument(MICRO) });
  await filings('2026-06-01T09:00:00Z', '2023-05-01');
});

/** The answers without their dates, by block; empty where the row is not answered at all. */
async function answers(suppressions = new Suppressing()): Promise<Readonly<Record<string, unknown>>> {
  const enricher = world.enricher({ suppressions: suppressions.list(), today: () => '2026-07-01' });
  const [row] = await world.enrich([{ company_number: NUMBER }], { blocks: OWN }, enricher);
  const { blocks } = served(row) as { blocks: Record<BlockKey, unknown> | null };
  return (blocks === null ? {} : withoutDates(blocks)) as Record<string, unknown>;
}

const withoutDates = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, held: unknown) => (/^(?:as_of|freshness)$/.test(key) ? undefined : held)),
  );

/** The blocks of which the changes say that the company's answer may be another. */
async function told(
  from: string,
  suppressions: ChangedSuppressions | null = null,
): Promise<readonly string[]> {
  const window = { from, to: new Date().toISOString(), every: false };
  const blocks = new Set<string>();
  const request = { ...window, block: null, suppressions, build: false };
  for await (const line of registerChanges(world.register.dataDir, request)) {
    if ('company_number' in line && line.company_number === NUMBER)
      for (const block of line.blocks) blocks.add(block);
    if (!('source' in line) || line.changes !== 'all') continue;
    for (const [block, kinds] of OWN_RECORDS)
      if (kinds.some((kind) => kind.split('.')[0] === line.source)) blocks.add(block);
  }
  return OWN.filter((block) => blocks.has(block));
}

async function moved(
  move: () => Promise<void>,
): Promise<{ differ: readonly string[]; said: readonly string[] }> {
  const before = await answers();
  for (const block of OWN) expect(before[block]).toMatchObject({ status: 'available' });
  const from = new Date().toISOString();
  await new Promise((resolve) => setTimeout(resolve, 2));
  await move();
  const after = await answers();
  const differ = OWN.filter((block) => JSON.stringify(after[block]) !== JSON.stringify(before[block]));
  return { differ, said: await told(from) };
}

it('states it of these blocks, none of which reads a website, a live source or another block', () => {
  expect(OWN).toEqual([
    'registered_address',
    'filing_status',
    'property',
    'financials_filed',
    'employees_filed',
  ]);
  for (const { key, readings, glances, needs, derived, tier } of BLOCKS.filter(
    ({ own_records }) => own_records,
  ))
    expect({
      key,
      tier,
      readings,
      glances,
      derived,
      blocks: needs.filter((need) => typeof need !== 'string'),
    }).toEqual({ key, tier, readings: [], glances: [], derived: false, blocks: [] });
});

/** The number itself, its address on the web, and columns that are read like the ones before them. */
const SAME_AS_OTHERS = /^(?:CompanyNumber|URI)$|_(?:[2-9]|10)\b/;

const valueOf = (column: string): string => {
  if (/date$/i.test(column)) return '01/03/2021';
  if (/Num|Ref(?:Day|Month)|GenPartners|LimPartners/.test(column)) return '3';
  return column.startsWith('SIC') ? '64191 - Banks' : 'CHANGED';
};

describe('a change of the company', () => {
  it.each(BASIC_COLUMNS.filter((column) => !SAME_AS_OTHERS.test(column)))(
    'in %s is told of each block whose answer it changes',
    async (column) => {
      const { differ, said } = await moved(() =>
        companies('2026-06-02', [{ ...OURS, [column]: valueOf(column) }]),
      );
      expect(said).toEqual(expect.arrayContaining([...differ]));
    },
  );

  it('of one kind is not told of a block that reads others', async () => {
    const { said } = await moved(() => companies('2026-06-02', [{ ...OURS, 'RegAddress.PostTown': 'AYR' }]));
    expect(said).toEqual(['registered_address']);
  });

  it.each([
    ['its titles', ['property'], () => titles('2026_07', { T1: NUMBER, T2: NUMBER })],
    ['that it has no title left', ['property'], () => titles('2026_07', { T1: '09000009' })],
    ['its filings', ['financials_filed'], () => filings('2026-07-01T09:00:00Z', '2023-05-31')],
    [
      'its accounts',
      ['financials_filed', 'employees_filed'],
      () => accounts('2026-07-01', { [MICRO]: filedDocument(MICRO).subarray(0, 5_000) }),
    ],
    ['the directory of postcodes', ['registered_address'], () => postcodes('2026-07-01', '202606')],
  ])('in %s is told of %j', async (_what, blocks, move) => {
    const { differ, said } = await moved(move);
    expect(differ).toEqual(blocks);
    expect(said).toEqual(expect.arrayContaining(blocks));
  });
});

it('tells which of two documents of one balance day was published last', async () => {
  const published = async (...names: readonly string[]): Promise<void> => {
    const files = names.map((name, day) =>
      inFile(`Accounts_Bulk_Data-2026-06-0${day + 1}.zip`, zipArchive({ [name]: filedDocument(MICRO) })),
    );
    const source = sourceNamed('accounts');
    const imported = await importRegister({ source, files, dataDir: world.register.dataDir });
    expect(imported).toMatchObject({ outcome: 'imported', rejected: 0 });
  };
  const other = MICRO.replace('3384', '3385');
  await published(MICRO, other);
  const { differ, said } = await moved(() => published(other, MICRO));
  expect(differ).toEqual(['financials_filed', 'employees_filed']);
  expect(said).toEqual(differ);
});

it.each([
  ['the day', () => companies('2026-06-30', [OURS])],
  ['a day on which nothing new is due', () => companies('2026-09-29', [OURS])],
  ['neighbours: others of its name, at its office', () => companies('2026-06-02', [OTHERS, OURS])],
  ['neighbours: titles of others', () => titles('2026_07', { T1: NUMBER, T2: '09000009' })],
  [
    'neighbours: accounts of others',
    () =>
      accounts('2026-06-02', {
        [MICRO]: filedDocument(MICRO),
        'Prod223_3384_09000009_20220831.html': filedBy(filedDocument(MICRO), '09000009'),
      }),
  ],
])('moves no answer, and is told of no block: %s', async (_what, move) => {
  expect(await moved(move)).toEqual({ differ: [], said: [] });
});

it('tells the day on which accounts become overdue, and not of blocks that say nothing of it', async () => {
  const { differ, said } = await moved(() => companies('2026-10-01', [OURS]));
  expect(differ).toEqual(['filing_status']);
  expect(said).toEqual(['filing_status', 'financials_filed', 'employees_filed']);
});

it.each([
  ['the company', { kind: 'company_number', value: NUMBER }],
  ['a host in its address', { kind: 'domain', value: HOST }],
] as const)('tells a suppression of %s, and its end', async (_what, value) => {
  const log = new Suppressing();
  const before = await answers(log);
  for (const act of ['suppress', 'lift'] as const) {
    const from = new Date().toISOString();
    await new Promise((resolve) => setTimeout(resolve, 2));
    await log[act](value);
    log.now += 1_000;
    const after = await answers(log);
    const differ = OWN.filter((block) => JSON.stringify(after[block]) !== JSON.stringify(before[block]));
    if (act === 'suppress') expect(differ).not.toEqual([]);
    else expect(differ).toEqual([]);
    const window = { from, to: new Date().toISOString(), every: false };
    const changed = await changedSuppressions({ store: log.store, secret: Suppressing.SECRET }, window);
    expect(await told(from, changed)).toEqual(expect.arrayContaining(OWN));
  }
});

it('tells of every block that another version of the program answers', async () => {
  noteProgram(world.register.dataDir, '1.0.0', new Date());
  const { said } = await moved(async () => noteProgram(world.register.dataDir, '1.0.1', new Date()));
  expect(said).toEqual(OWN);
});
