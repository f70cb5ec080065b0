import { FILES } from '../../../../../../test/support/basic-company-data.js';
import { forEachTest } from '../../../../../../test/support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../../../../../test/support/system/temporary-folder.js';
import { CompaniesEdition } from '../../companies/companies.edition.js';
import { companies } from '../../companies/companies.source.js';
import { editionPath, lockSource } from './edition.js';
import { importRegister } from './import-register.js';
import { pruneRegister, registerStatus } from './register-status.js';

const folder = forEachTest(() => new TemporaryFolder());
let dataDir: string;
beforeEach(async () => {
  dataDir = folder.file('data');
  for (const file of [FILES.november2017, FILES.december2024, FILES.august2023, FILES.june2020]) {
    await importRegister({ source: companies, files: [file], dataDir });
  }
});

const left = (): string[] => registerStatus(dataDir).map(({ as_of }) => as_of);

it('lists every edition by date, with the one in force marked', () => {
  expect(registerStatus(dataDir).map(({ as_of, rows, active }) => [as_of, rows, active])).toEqual([
    ['2017-11-01', 147, false],
    ['2020-06-01', 62, true],
    ['2023-08-01', 11, false],
    ['2024-12-01', 1, false],
  ]);
});

it('lists nothing where nothing was imported', () => {
  expect(registerStatus(folder.file('elsewhere'))).toEqual([]);
});

describe('pruning', () => {
  it('keeps the newest and the one in force', () => {
    const { dropped } = pruneRegister(dataDir, 1);
    expect(dropped.map(({ edition }) => edition.slice(0, 10))).toEqual(['2017-11-01', '2023-08-01']);
    expect(left()).toEqual(['2020-06-01', '2024-12-01']);
  });

  it('keeps what an unfinished chunk may have to be answered from', () => {
    pruneRegister(dataDir, 1, { inUse: (_source, edition) => edition.startsWith('2017') });
    expect(left()).toEqual(['2017-11-01', '2020-06-01', '2024-12-01']);
  });

  it('keeps all where there are no more than asked for', () => {
    expect(pruneRegister(dataDir, 4).dropped).toEqual([]);
    expect(left()).toHaveLength(4);
  });

  it('takes no edition from under those who have it open', () => {
    const [{ edition } = { edition: '' }] = registerStatus(dataDir);
    const open = CompaniesEdition.open(editionPath(dataDir, 'companies', edition));
    pruneRegister(dataDir, 1);
    expect(open.byNumbers(['SC073411']).size).toBe(1);
    open.close();
  });

  it('leaves a source alone while an import of it runs', () => {
    const lock = lockSource(dataDir, 'companies');
    expect(pruneRegister(dataDir, 1)).toEqual({ dropped: [], busy: ['companies'] });
    lock?.release();
    expect(left()).toHaveLength(4);
  });
});
