import { zipArchive } from '../../../../../test/support/basic-company-data.js';
import { FILED_DOCUMENTS, filedDocument, filedRecord } from '../../../../../test/support/filed-accounts.js';
import { RecordsWorld } from '../../../../../test/support/worlds/records-world.js';
import { forEachTest } from '../../../../../test/support/worlds/for-each-test.js';
import type { AccountsRecord } from '../../filed-accounts/accounts-record.js';
import { READER } from '../../filed-accounts/read-accounts.js';
import { putInForce } from '../kit/editions/edition.js';
import { defineRecordSource } from '../kit/records/define-record-source.js';
import { AccountsDocuments } from './accounts-documents.js';
import { accounts } from './accounts.source.js';

const world = forEachTest(() => new RecordsWorld());

const heldOf = (number: string) =>
  world.inForce(accounts, (edition) => edition.byNumbers([number]).get(number)?.items ?? []);
/** Documents as the publisher packs them, a day in the archive's name. */
const daily = (day: string, members: Readonly<Record<string, Buffer>>): string =>
  world.write(`Accounts_Bulk_Data-${day}.zip`, zipArchive(members));

const MICRO = 'Prod223_3384_14033910_20220831.html';
const CIC = 'Prod223_3951_15052776_20240831_CIC.zip';
const PUBLISHED = FILED_DOCUMENTS.filter((name) => name.startsWith('Prod'));

it('reads a daily archive: every document as it is read alone, under the number in its name', async () => {
  const archive = daily(
    '2026-01-22',
    Object.fromEntries(PUBLISHED.map((name) => [name, filedDocument(name)])),
  );
  expect(await world.import(accounts, [archive])).toMatchObject({
    outcome: 'imported',
    as_of: '2026-01-22',
    rows: PUBLISHED.length,
    rejected: 0,
  });
  for (const name of PUBLISHED) {
    const { number, record } = filedRecord(name);
    const key = `${record.document.made_up_to} ${record.document.id}`;
    expect(heldOf(number ?? '')).toEqual([
      { list: 'accounts', key, version: '2026-01-22', data: JSON.parse(JSON.stringify(record)) as unknown },
    ]);
  }
});

it('holds a placeholder and a broken document as what they are, and rejects what nobody can be told of', async () => {
  const cut = filedDocument(MICRO).subarray(0, 5_000);
  const members = {
    'Prod224_0088_11426842_20200630.xml': Buffer.from('ATTACHMENTPLACEHOLDER127319911'),
    [MICRO]: cut,
    'Prod224_0088_11426843_20200630.bin': Buffer.from([0, 1, 2, 3, 4]),
    'readme.txt': Buffer.from('no accounts'),
  };
  const outcome = await world.import(accounts, [daily('2020-12-01', members)], { maxRejectedPercent: 30 });
  expect(outcome).toMatchObject({
    rows: 3,
    rejected: 1,
    rejects: [{ file: 'Accounts_Bulk_Data-2020-12-01.zip/readme.txt', line: 0 }],
  });
  expect(['11426842', '14033910', '11426843'].map((number) => heldOf(number)[0]?.data)).toMatchObject([
    { status: 'unreadable', why: 'placeholder' },
    { status: 'unreadable', why: 'truncated' },
    { status: 'unreadable', why: 'not_xml' },
  ]);
  expect(outcome).toMatchObject({ unreadable: { placeholder: 1, truncated: 1, not_xml: 1 } });
});

it('holds, and counts, a document that names another company, which rejects no row', async () => {
  const members = { 'Prod223_1_00000001_20220831.html': filedDocument(MICRO), [MICRO]: filedDocument(MICRO) };
  const outcome = await world.import(accounts, [daily('2022-12-01', members)]);
  expect(outcome).toMatchObject({ rows: 2, rejected: 0, unreadable: { other_company: 1 } });
  expect(heldOf('00000001')[0]?.data).toEqual({
    status: 'unreadable',
    document: { id: 'Prod223_1_00000001_20220831', made_up_to: '2022-08-31', taxonomy: null },
    why: 'other_company',
    other_company: '14033910',
  });
});

describe('accounts that are made up to a day after they were published', () => {
  const impossible = {
    status: 'unreadable',
    why: 'impossible_dates',
    document: { made_up_to: '2022-08-31' },
  };

  it('are held and counted, and give no figure', async () => {
    const early = daily('2022-08-30', { [MICRO]: filedDocument(MICRO) });
    expect(await world.import(accounts, [early])).toMatchObject({
      rows: 1,
      unreadable: { impossible_dates: 1 },
    });
    expect(heldOf('14033910')[0]?.data).toMatchObject(impossible);
  });

  it('are held against the clock where no archive tells the day', async () => {
    const alone = world.write(MICRO, filedDocument(MICRO));
    await world.import(accounts, [alone], { today: '2022-08-30' });
    expect(heldOf('14033910')[0]?.data).toMatchObject(impossible);
    await world.import(accounts, [alone], { today: '2022-08-31' });
    expect(heldOf('14033910')[0]?.data).toMatchObject({ status: 'read' });
  });
});

it('reads the accounts of a community interest company from their own archive, in a daily one or alone', async () => {
  await world.import(accounts, [daily('2025-05-03', { [CIC]: filedDocument(CIC) })]);
  const [nested] = heldOf('15052776');
  expect(nested).toMatchObject({
    key: '2024-08-31 Prod223_3951_15052776_20240831_CIC',
    data: { status: 'read' },
  });
  await world.import(accounts, [world.write(CIC, filedDocument(CIC))]);
  expect(heldOf('15052776')).toEqual([{ ...nested, version: '2024-08-31' }]);
});

it('tells a nested archive without accounts to be broken', async () => {
  const broken = {
    [CIC]: zipArchive({ 'cic34/report.xhtml': Buffer.from('<html/>') }),
    [MICRO]: filedDocument(MICRO),
  };
  await world.import(accounts, [daily('2025-05-03', broken)]);
  expect(heldOf('15052776')[0]?.data).toMatchObject({ status: 'unreadable', why: 'broken_archive' });
});

it('reads archives of days inside of one of a month, and what is in those', async () => {
  const day = zipArchive({ [MICRO]: filedDocument(MICRO), [CIC]: filedDocument(CIC) });
  const broken = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(60)]);
  const monthly = world.write(
    'Accounts_Monthly_Data-May2025.zip',
    zipArchive({
      'Accounts_Bulk_Data-2025-05-03.zip': day,
      'Prod223_1_00000001_20250101.zip': broken,
    }),
  );
  expect(await world.import(accounts, [monthly])).toMatchObject({ rows: 3, rejected: 0 });
  expect(['14033910', '15052776', '00000001'].map((number) => heldOf(number)[0]?.data)).toMatchObject([
    { status: 'read', document: { id: 'Prod223_3384_14033910_20220831' } },
    { status: 'read', document: { id: 'Prod223_3951_15052776_20240831_CIC' } },
    { status: 'unreadable', why: 'broken_archive' },
  ]);
});

it('keeps several years of a company side by side, and an amendment beside what it amends', async () => {
  const year = (from: string, to: string): Buffer =>
    Buffer.from(filedDocument(MICRO).toString('utf8').replaceAll(from, to));
  await world.import(accounts, [daily('2023-05-01', { [MICRO]: filedDocument(MICRO) })]);
  const later = {
    'Prod223_3400_14033910_20220831.html': year('883', '884'),
    'Prod223_3600_14033910_20230831.html': year('2022', '2023'),
  };
  await world.import(accounts, [daily('2023-06-01', later)], { update: true });
  expect(heldOf('14033910').map(({ key, version }) => [key, version])).toEqual([
    ['2022-08-31 Prod223_3384_14033910_20220831', '2023-05-01'],
    ['2022-08-31 Prod223_3400_14033910_20220831', '2023-06-01'],
    ['2023-08-31 Prod223_3600_14033910_20230831', '2023-06-01'],
  ]);
});

it('dates a monthly archive by the end of its month, and is the same however often it is imported', async () => {
  const monthly = world.write(
    'Accounts_Monthly_Data-February2024.zip',
    zipArchive({ [MICRO]: filedDocument(MICRO) }),
  );
  const first = await world.import(accounts, [monthly]);
  expect(first).toMatchObject({ as_of: '2024-02-29', rows: 1 });
  expect(await world.import(accounts, [monthly])).toEqual(first);
});

it('makes another edition of the same files once the rules of reading are others, and keeps the one before', async () => {
  const archive = daily('2022-12-01', { [MICRO]: filedDocument(MICRO) });
  const { reader: _rules, ...importer } = accounts.importer;
  const editionOf = async (source: typeof accounts): Promise<string> => {
    const imported = await world.import(source, [archive]);
    return imported.outcome === 'imported' ? imported.edition : imported.detail;
  };
  const [before, now] = [await editionOf({ ...accounts, importer }), await editionOf(accounts)];
  expect(now).not.toBe(before);
  expect(await editionOf(accounts)).toBe(now);
  for (const id of [before, now]) {
    putInForce(world.dataDir, 'accounts', id);
    expect(heldOf('14033910')).toHaveLength(1);
  }
});

it('says by which rules its documents were read: of an update the oldest of them', async () => {
  const readerOf = () => world.inForce(accounts, ({ facts }) => facts.reader);
  const earlier = defineRecordSource<AccountsRecord>()({
    ...{
      name: 'accounts',
      fact: 'accounts',
      stale_after_days: 31,
      layout: 1,
      reader: 1,
      forms: [],
      members: /\.html$/,
    },
    documents: (today) => new AccountsDocuments(today),
  });
  const archive = daily('2022-12-01', { [MICRO]: filedDocument(MICRO) });
  const update = daily('2025-05-03', { [CIC]: filedDocument(CIC) });
  await world.import(earlier, [archive]);
  await world.import(accounts, [update], { update: true });
  expect(readerOf()).toBe(1);
  await world.import(accounts, [archive, update]);
  expect(readerOf()).toBe(READER);
});

it('takes the number from the document where its name tells none', async () => {
  await world.import(accounts, [
    world.write('filing.xhtml', filedDocument('Prod223_2911_00390616_20201231.html')),
  ]);
  expect(heldOf('00390616')).toHaveLength(1);
});

it('ends a document that is made to cost, and reads the next one', async () => {
  const bomb = Buffer.from(`<html>${'<p>'.repeat(3_000_000)}`);
  await world.import(accounts, [
    daily('2025-11-22', { 'Prod223_1_00000001_20250101.html': bomb, [MICRO]: filedDocument(MICRO) }),
  ]);
  expect(heldOf('00000001')[0]?.data).toMatchObject({ status: 'unreadable', why: 'too_costly' });
  expect(heldOf('14033910')[0]?.data).toMatchObject({ status: 'read' });
});
