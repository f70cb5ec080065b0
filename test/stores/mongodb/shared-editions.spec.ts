/** Editions on several machines: two folders of data over one MongoDB. */
import { registerContext } from '../../../src/operator/editions/register-context.js';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { activateEdition } from '../../../packages/enrichment/src/register/activate-edition.js';
import { importEdition } from '../../../packages/enrichment/src/register/import-edition.js';
import { upgradeRegister } from '../../../packages/enrichment/src/register/upgrade-register.js';
import { pruneEditions } from '../../../packages/enrichment/src/register/prune-editions.js';
import { openOperatorServices } from '../../../src/operator/operator.js';
import { settingsFrom, type Settings } from '../../../src/settings/settings.js';
import { openMongoSharedFiles } from '../../../packages/platform/src/shared-files/mongodb-shared-files.js';
import { mongoTarget } from '../../../packages/platform/src/mongodb/connection-string.js';
import type { SharedFiles } from '../../../packages/platform/src/shared-files/shared-files.js';
import {
  activeEdition,
  digestsPath,
  editionPath,
  editionsOf,
  switchesOf,
} from '../../../packages/enrichment/src/sources/kit/editions/edition.js';
import { companies } from '../../../packages/enrichment/src/sources/companies/companies.source.js';
import {
  EditionFollower,
  shareEdition,
} from '../../../packages/enrichment/src/sources/kit/editions/shared-editions.js';
import { FILES } from '../../support/basic-company-data.js';
import { asFirstCompanies, NEWER_LAYOUT, stampLayout } from '../../support/other-layout.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';
import { mongoUnderTest } from './mongo-under-test.js';

const SOURCE = 'companies';
const { title, start } = mongoUnderTest();

const mongo = forAllTests(start);
let files: SharedFiles;
let folder: TemporaryFolder;
let here: Settings;
let there: string;
let told: string[];
beforeEach(async () => {
  const client = new MongoClient(mongo.url);
  const { database } = mongoTarget(mongo.url);
  for (const { name } of await client.db(database).listCollections().toArray())
    if (name.startsWith('shared.')) await client.db(database).collection(name).deleteMany({});
  await client.close();
  folder = new TemporaryFolder();
  here = settingsFrom({ DATA_DIR: folder.file('here'), MONGODB_URL: mongo.url });
  there = folder.file('there');
  files = openMongoSharedFiles(mongo.url);
  told = [];
});
afterEach(async () => {
  await files.close();
  folder.remove();
});

const log = {
  info: (_fields: object, message: string): void => void told.push(message),
  warn: (_fields: object, message: string): void => void told.push(message),
};
const follower = (freeBytes?: () => number): EditionFollower =>
  new EditionFollower({
    dataDir: there,
    files,
    sources: [companies],
    log,
    ...(freeBytes !== undefined && { freeBytes }),
  });
const load = async (file: string): Promise<string> =>
  (await importEdition(here, { source: SOURCE, files: [file] })).edition;

describe(`editions shared by ${title}`, () => {
  it('come to a machine that follows, byte for byte, and into force there', async () => {
    const edition = await load(FILES.june2020);
    await follower().follow();
    expect(activeEdition(there, SOURCE)).toBe(edition);
    expect(readFileSync(editionPath(there, SOURCE, edition))).toEqual(
      readFileSync(editionPath(here.dataDir, SOURCE, edition)),
    );
    expect(told).toEqual(expect.arrayContaining(['an edition is here', 'another edition is in force']));
  });

  it('come with what tells which companies changed, and know nothing of the time before', async () => {
    const edition = await load(FILES.june2020);
    await follower().follow();
    expect(readFileSync(digestsPath(there, SOURCE, edition))).toEqual(
      readFileSync(digestsPath(here.dataDir, SOURCE, edition)),
    );
    expect(switchesOf(there, SOURCE)).toEqual([{ at: expect.any(String) as string, edition }]);
  });

  it('are put there once, however often they are imported', async () => {
    await load(FILES.june2020);
    await load(FILES.june2020);
    expect(await files.names(`${SOURCE}/`)).toHaveLength(1);
  });

  it('come where a chunk names them, and into force on a machine that has none', async () => {
    const older = await load(FILES.june2020);
    const newer = await load(FILES.august2023);
    expect(await follower().bring({ [SOURCE]: older, officers: newer })).toBeNull();
    expect([editionsOf(there, SOURCE), activeEdition(there, SOURCE)]).toEqual([[older], null]);
    expect(await follower().bringFirst([SOURCE])).toBeNull();
    expect(activeEdition(there, SOURCE)).toBe(newer);
    // One that is shared no longer is nothing to wait for.
    expect(await follower().bring({ [SOURCE]: '2001-01-01-000000000000' })).toBeNull();
  });

  it('come in place of one that a chunk names and that is shared no longer, where a machine has none', async () => {
    const newer = await load(FILES.august2023);
    expect(await follower().bring({ [SOURCE]: '2001-01-01-000000000000' })).toBeNull();
    expect(activeEdition(there, SOURCE)).toBe(newer);
  });

  it('are thrown away where a byte of them is another', async () => {
    const edition = await load(FILES.june2020);
    const client = new MongoClient(mongo.url);
    const { database } = mongoTarget(mongo.url);
    const chunks = client.db(database).collection('shared.chunks');
    const [first] = await chunks.find({ n: 0 }).toArray();
    const bytes = Buffer.from((first?.['data'] as { buffer: Uint8Array }).buffer);
    bytes[100] = (bytes[100] ?? 0) ^ 1;
    await chunks.updateOne({ n: 0 }, { $set: { data: bytes } });
    await client.close();
    expect(await follower().bring({ [SOURCE]: edition })).toBe('not_now');
    await follower().follow();
    expect([editionsOf(there, SOURCE), activeEdition(there, SOURCE)]).toEqual([[], null]);
    expect(readdirSync(join(there, 'editions', SOURCE))).toEqual(['lock']);
  });

  it('that an earlier program wrote are rewritten by a machine that has none yet, for all', async () => {
    await importEdition({ dataDir: here.dataDir }, { source: SOURCE, files: [FILES.june2020] });
    const first = asFirstCompanies(here.dataDir);
    await shareEdition(files, here.dataDir, { source: SOURCE, edition: first });
    const { rewritten } = await upgradeRegister({ ...here, dataDir: there }, () => undefined);
    const edition = activeEdition(there, SOURCE);
    expect(rewritten).toEqual([{ source: SOURCE, from: first, edition }]);
    await new EditionFollower({ dataDir: here.dataDir, files, sources: [companies], log }).follow();
    expect(activeEdition(here.dataDir, SOURCE)).toBe(edition);
  });

  it('are not fetched by a machine without room, which says so', async () => {
    const edition = await load(FILES.june2020);
    const full = follower(() => 1_000_000);
    expect(await full.bring({ [SOURCE]: edition })).toBe('no_room');
    expect(await full.bringFirst([SOURCE])).toBe('no_room');
    await full.follow();
    expect(activeEdition(there, SOURCE)).toBeNull();
    expect(told).toContain('no room on the disk for an edition that is in force');
  });

  it('are put back in force on every machine', async () => {
    const older = await load(FILES.june2020);
    await load(FILES.august2023);
    const one = follower();
    await one.follow();
    await activateEdition(here, SOURCE, older);
    await one.follow();
    expect(activeEdition(there, SOURCE)).toBe(older);
  });

  it('are activated from a machine that lacks them, which then fetches them', async () => {
    const older = await load(FILES.june2020);
    await load(FILES.august2023);
    await activateEdition({ dataDir: there, mongodbUrl: mongo.url }, SOURCE, older);
    expect(activeEdition(there, SOURCE)).toBe(older);
  });

  it('are pruned on every machine, but for those in force', async () => {
    const [older, newer] = [await load(FILES.june2020), await load(FILES.august2023)];
    const one = follower();
    await one.bring({ [SOURCE]: older });
    await one.follow();
    expect(editionsOf(there, SOURCE)).toEqual([older, newer]);
    const operator = await openOperatorServices(here, { actor: 'operator', requestId: 'req' });
    expect(await pruneEditions(registerContext(operator), 1)).toMatchObject({
      dropped: [{ source: SOURCE, edition: older }],
    });
    await operator.close();
    expect(await files.names(`${SOURCE}/`)).toEqual([`${SOURCE}/${newer}`]);
    await one.follow();
    expect(editionsOf(there, SOURCE)).toEqual([newer]);
  });

  it('stay out of force where a newer program wrote them, which is said once, and the one before stays', async () => {
    const [older, newer] = [await load(FILES.june2020), await load(FILES.august2023)];
    await activateEdition(here, SOURCE, older);
    const one = follower();
    await one.follow();
    await one.bring({ [SOURCE]: newer });
    await activateEdition(here, SOURCE, newer);
    stampLayout(editionPath(there, SOURCE, newer), NEWER_LAYOUT);
    for (let look = 0; look < 3; look++) await one.follow();
    expect(activeEdition(there, SOURCE)).toBe(older);
    expect(told.filter((words) => words.includes('stays out of force here'))).toHaveLength(1);
    // The machine's program is upgraded.
    stampLayout(editionPath(there, SOURCE, newer), companies.importer.layout);
    await one.follow();
    expect(activeEdition(there, SOURCE)).toBe(newer);
  });

  it('are nothing to begin with where a newer program wrote the first that comes', async () => {
    const edition = await load(FILES.june2020);
    await follower().bring({ [SOURCE]: edition });
    stampLayout(editionPath(there, SOURCE, edition), NEWER_LAYOUT);
    expect(await follower().bringFirst([SOURCE])).toBe('not_now');
    expect(activeEdition(there, SOURCE)).toBeNull();
  });

  it('leave in force what was imported on a machine while it could not be shared', async () => {
    await load(FILES.june2020);
    const one = follower();
    await one.follow();
    const alone = (await importEdition({ dataDir: there }, { source: SOURCE, files: [FILES.august2023] }))
      .edition;
    await one.follow();
    expect(activeEdition(there, SOURCE)).toBe(alone);
  });
});
