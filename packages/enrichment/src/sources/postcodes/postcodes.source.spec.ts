import { join } from 'node:path';
import { RecordsWorld } from '../../../../../test/support/worlds/records-world.js';
import { forEachTest } from '../../../../../test/support/worlds/for-each-test.js';
import { postcodes } from './postcodes.source.js';

const NSPL = join(__dirname, '../../../../../samples/published/NSPL_2013-08_UK_sample.csv');

const world = forEachTest(() => new RecordsWorld());

it('reads the published directory: when a postcode went out of use, and where it lies', async () => {
  expect(await world.import(postcodes, [NSPL])).toMatchObject({ as_of: '2013-08-01', rows: 40, rejected: 0 });
  const directory = world.inForce(postcodes, (edition) => edition.byNumbers(['AB10AA', 'ZZ99ZZ']));
  expect([...directory.values()].map(({ items }) => items[0]?.data)).toEqual([
    { terminated_in: '1996-06', region: null, country: 'S92000003', local_authority: 'S12000033' },
  ]);
});

it('reads the region under its newer name, and rejects what is no postcode', async () => {
  const table =
    'pcds,dointr,doterm,ctry,rgn,oslaua\nHG1 1ND,198001,,E92000001,E12000003,E07000165\nnowhere,198001,,E92000001,,\n';
  const file = world.write('ONSPD_2025-02-01_UK.csv', table);
  const imported = await world.import(postcodes, [file], { maxRejectedPercent: 50 });
  expect(imported).toMatchObject({ rows: 1, rejects: [{ line: 3, reason: "'nowhere' is not a postcode" }] });
  const found = world.inForce(postcodes, (edition) => edition.byNumbers(['HG11ND']).get('HG11ND'));
  expect(found?.items[0]?.data).toEqual({
    terminated_in: null,
    region: 'E12000003',
    country: 'E92000001',
    local_authority: 'E07000165',
  });
});
