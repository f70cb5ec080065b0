import { RecordsWorld } from '../../../../test/support/worlds/records-world.js';
import { forEachTest } from '../../../../test/support/worlds/for-each-test.js';
import { postcodeDirectory } from '../sources/facts/postcode-directory.fact.js';
import { activeEdition } from '../sources/kit/editions/edition.js';
import { SourceShelf } from '../sources/kit/editions/source-shelf.js';
import type { PostcodeRecord } from '../sources/postcodes/postcode-record.js';
import { postcodes } from '../sources/postcodes/postcodes.source.js';
import { EditionFaults, EditionReader } from './editions/edition-reader.js';
import { lookUpIn } from './gather.js';

const ONSPD = 'pcds,dointr,doterm,ctry\nHG1 1ND,198001,,E92000001\nLS1 4ZZ,198001,199606,E92000001\n';

const world = forEachTest(() => new RecordsWorld());
let faults: unknown[];
let queries: string[][];
const COUNTED: typeof postcodeDirectory = {
  ...postcodeDirectory,
  find: (keys, editions) => {
    queries.push([...keys]);
    return postcodeDirectory.find(keys, editions);
  },
};

beforeEach(async () => {
  faults = [];
  queries = [];
  await world.import(postcodes, [world.write('ONSPD_2025-02-01_UK.csv', ONSPD)]);
});

/** @param edition null: the chunk names none */
function asking(edition: string | null) {
  const shelf = new SourceShelf(world.dataDir, postcodes);
  const editions = edition === null ? {} : { postcodes: edition as never };
  const reader = new EditionReader(
    editions,
    '2025-03-01',
    new EditionFaults((_where, error) => faults.push(error)),
  );
  const ask = lookUpIn(COUNTED, shelf, reader);
  return { ask, close: () => shelf.close() };
}

it('reads a key once for all rows, and nothing before it is asked', () => {
  const { ask, close } = asking(activeEdition(world.dataDir, 'postcodes'));
  expect(queries).toEqual([]);
  expect(ask(['HG11ND', 'ZZ99ZZ'])).toMatchObject({ as_of: '2025-02-01', part: false });
  const again = ask(['ZZ99ZZ', 'LS14ZZ', 'HG11ND']);
  expect(queries).toEqual([['HG11ND', 'ZZ99ZZ'], ['LS14ZZ']]);
  const found = typeof again === 'string' ? [] : [...again.found];
  expect(found.map(([key, record]) => [key, (record as PostcodeRecord | null)?.terminated_in])).toEqual([
    ['ZZ99ZZ', undefined],
    ['LS14ZZ', '1996-06'],
    ['HG11ND', null],
  ]);
  close();
});

it('says that none is loaded, or that it can not be read, which is tried once a chunk', () => {
  expect(asking(null).ask(['HG11ND'])).toBe('not_available_yet');
  const { ask, close } = asking('2025-02-01-000000000000');
  expect([ask(['HG11ND']), ask(['LS14ZZ'])]).toEqual(['source_unavailable', 'source_unavailable']);
  expect(faults).toHaveLength(1);
  close();
});
