import { gzipSync } from 'node:zlib';
import { zipArchive } from '../../../../../test/support/basic-company-data.js';
import { RecordsWorld } from '../../../../../test/support/worlds/records-world.js';
import { forEachTest } from '../../../../../test/support/worlds/for-each-test.js';
import { siteRanking } from './site-ranking.source.js';

const LIST = '1,google.com\r\n2,www.youtube.com\r\n3,bbc.co.uk\r\n4,münchen.de\r\n';

const world = forEachTest(() => new RecordsWorld());

const ranksOf = (host: string) =>
  world.inForce(siteRanking, (edition) =>
    (edition.byNumbers([host]).get(host)?.items ?? []).map(({ version, data }) => [version, data.rank]),
  );

it.each<[string, string, string | Buffer]>([
  ['as published, without a header', 'top-1m-2026-03-01.csv', LIST],
  ['with a header', 'tranco-2026-03-01.csv', `rank,domain\n${LIST}`],
  ['packed', 'tranco-2026-03-01.csv.gz', gzipSync(LIST)],
  ['in an archive', 'tranco-2026-03-01.csv.zip', zipArchive({ 'top-1m-2026-03-01.csv': LIST })],
])('reads a list %s', async (_how, name, content) => {
  expect(await world.import(siteRanking, [world.write(name, content)])).toMatchObject({
    outcome: 'imported',
    as_of: '2026-03-01',
    rows: 4,
    rejected: 0,
  });
  expect([ranksOf('youtube.com'), ranksOf('xn--mnchen-3ya.de'), ranksOf('example.org')]).toEqual([
    [['2026-03-01', 2]],
    [['2026-03-01', 4]],
    [],
  ]);
});

it('keeps the rank of an earlier day beside that of a later', async () => {
  await world.import(siteRanking, [world.write('top-2025-12-01.csv', '9,bbc.co.uk\n')]);
  const newer = world.write('top-2026-03-01.csv', LIST);
  expect(await world.import(siteRanking, [newer], { update: true })).toMatchObject({ as_of: '2026-03-01' });
  expect(ranksOf('bbc.co.uk')).toEqual([
    ['2025-12-01', 9],
    ['2026-03-01', 3],
  ]);
});

it('rejects what is no rank or no host, with its line', async () => {
  const file = world.write('top-2026-03-01.csv', `${LIST}0,bbc.co.uk\n6,localhost\n7,a.com,b\n`);
  expect(await world.import(siteRanking, [file], { maxRejectedPercent: 50 })).toMatchObject({
    rows: 4,
    rejects: [
      { line: 5, reason: 'the row is not a rank and a domain' },
      { line: 6, reason: "'localhost' is not the host of a website" },
      { line: 7, reason: 'the row is not a rank and a domain' },
    ],
  });
});

it.each([
  ['of another form', 'name,host\na,b.com\n'],
  ['without a day', '1,google.com\n'],
  ['of nothing but a header', 'rank,domain\n'],
  ['that is one endless line', `1,${'a'.repeat(1_000)}`],
])('refuses a file %s', async (_how, content) => {
  const refused = await world.import(siteRanking, [world.write('top.csv', content)]);
  expect(refused).toMatchObject({ outcome: 'refused', detail: expect.stringMatching(/^[^\n]+$/) as string });
});
