import { writeFileSync } from 'node:fs';
import { FILES } from '../../../../test/support/basic-company-data.js';
import { operatorWorld } from '../../../../test/support/worlds/operator-world.js';
import { forEachTest } from '../../../../test/support/worlds/for-each-test.js';
import { activeEdition, editionPath } from '../sources/kit/editions/edition.js';
import { activateEdition } from './activate-edition.js';
import { importEdition } from './import-edition.js';

const world = forEachTest(operatorWorld);
const editions: string[] = [];
beforeEach(async () => {
  editions.length = 0;
  for (const file of [FILES.june2020, FILES.august2023])
    editions.push((await importEdition(world.settings, { source: 'companies', files: [file] })).edition);
});

const inForce = (): string | null => activeEdition(world.settings.dataDir, 'companies');

it('puts an earlier edition back in force', async () => {
  expect(inForce()).toBe(editions[1]);
  const [earlier = ''] = editions;
  expect(await activateEdition(world.settings, 'companies', earlier)).toEqual({
    source: 'companies',
    edition: earlier,
    as_of: '2020-06-01',
  });
  expect(inForce()).toBe(earlier);
});

it('leaves in force what is, where the edition is not there or can not be read', async () => {
  const [earlier = ''] = editions;
  await expect(activateEdition(world.settings, 'companies', '2020-01-01-000000000000')).rejects.toMatchObject(
    {
      name: 'WrongRequest',
      code: 'no_such_edition',
    },
  );
  writeFileSync(editionPath(world.settings.dataDir, 'companies', earlier), 'not a database');
  await expect(activateEdition(world.settings, 'companies', earlier)).rejects.toMatchObject({
    name: 'NotDone',
    code: 'unreadable_edition',
  });
  expect(inForce()).toBe(editions[1]);
});
