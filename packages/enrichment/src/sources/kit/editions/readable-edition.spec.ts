import { rmSync } from 'node:fs';
import { FILES } from '../../../../../../test/support/basic-company-data.js';
import { asNewerProgram, NEWER_LAYOUT } from '../../../../../../test/support/other-layout.js';
import { RegisterWorld } from '../../../../../../test/support/worlds/register-world.js';
import { forEachTest } from '../../../../../../test/support/worlds/for-each-test.js';
import { companies } from '../../companies/companies.source.js';
import { editionPath } from './edition.js';
import { unreadInForce, unreadWords } from './readable-edition.js';
import { registerStatus, unreadEditions } from './register-status.js';
import { SourceShelf } from './source-shelf.js';

const world = forEachTest(() => new RegisterWorld());
const unread = () => unreadInForce(world.dataDir, companies);

async function load(file: string): Promise<string> {
  const imported = await world.import([file]);
  if (imported.outcome === 'refused') throw new Error(imported.detail);
  return imported.edition;
}

it('is the one in force where this program reads it', async () => {
  expect(unread()).toBeNull();
  const edition = await load(FILES.june2020);
  expect(unread()).toBeNull();
  expect(new SourceShelf(world.dataDir, companies).current()).toBe(edition);
});

it('is the newest before it where a newer program wrote it, and operators are told so', async () => {
  await load(FILES.november2017);
  const before = await load(FILES.june2020);
  await load(FILES.august2023);
  const edition = asNewerProgram(world.dataDir);
  const shelf = new SourceShelf(world.dataDir, companies);
  expect(shelf.current()).toBe(before);
  expect([shelf.holds(before), shelf.holds(edition)]).toEqual([true, false]);
  const why = `it has layout ${NEWER_LAYOUT}, this program reads ${companies.importer.layout}: a newer program made it, upgrade this one`;
  expect(unreadEditions(world.dataDir)).toEqual([{ source: 'companies', edition, why, instead: before }]);
  expect(registerStatus(world.dataDir).map(({ edition: id, unread: said }) => [id, said])).toEqual(
    expect.arrayContaining([
      [edition, why],
      [before, undefined],
    ]),
  );
});

it('is never one that is newer: an operator put it out of force, or it is yet to come into it', async () => {
  await load(FILES.august2023);
  const edition = await load(FILES.june2020);
  asNewerProgram(world.dataDir);
  expect(unread()).toMatchObject({ edition, instead: null });
  expect(unreadEditions(world.dataDir).map(unreadWords).join()).toContain('What needs companies waits.');
  expect(new SourceShelf(world.dataDir, companies).current()).toBe(edition);
});

it('is found again where the file in force went away under an open shelf', async () => {
  const before = await load(FILES.november2017);
  const edition = await load(FILES.june2020);
  const shelf = new SourceShelf(world.dataDir, companies);
  expect(shelf.current()).toBe(edition);
  rmSync(editionPath(world.dataDir, 'companies', edition));
  expect(() => shelf.read(edition, ({ facts }) => facts)).toThrow('unable to open');
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(shelf.current()).toBe(before);
});
