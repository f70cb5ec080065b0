/** Large files that several machines put at one place and fetch from it, some of them dying on the way. */
import { hash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import {
  GridFSBucket,
  MongoClient,
  type GridFSBucketReadStream,
  ObjectId,
  type Collection,
  type Db,
} from 'mongodb';
import { mongoTarget } from '../../../packages/platform/src/mongodb/connection-string.js';
import { openMongoSharedFiles } from '../../../packages/platform/src/shared-files/mongodb-shared-files.js';
import { BadCopyError, type SharedFiles } from '../../../packages/platform/src/shared-files/shared-files.js';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';
import { afterThisTest, forAllTests, forEachTest } from '../../support/worlds/for-each-test.js';
import { mongoUnderTest } from './mongo-under-test.js';

const NAME = 'companies/2026-11-01-00112233aabb';
const MEGABYTE = 1_000_000;
const DAY = 24 * 60 * 60;
const CONTENT = randomBytes(3.5 * MEGABYTE);

const { title, start } = mongoUnderTest();
const mongo = forAllTests(start);
const folder = forEachTest(() => new TemporaryFolder());
let client: MongoClient;
let database: Db;
const pieces = (): Collection => database.collection('shared.chunks');

beforeEach(async () => {
  writeFileSync(folder.file('edition'), CONTENT);
  client = new MongoClient(mongo.url);
  database = client.db(mongoTarget(mongo.url).database);
  for (const { name } of await database.listCollections().toArray())
    if (name.startsWith('shared.')) await database.collection(name).deleteMany({});
});
afterEach(() => client.close());

function machine(): SharedFiles {
  const files = openMongoSharedFiles(mongo.url);
  afterThisTest(() => files.close());
  return files;
}
const put = (files: SharedFiles, onBytes?: (done: number) => void): Promise<void> =>
  files.put(NAME, folder.file('edition'), onBytes);

type Upload = ReturnType<GridFSBucket['openUploadStreamWithId']>;

/** The next upload ends only after `meanwhile`, when all its bytes were taken. */
function holdNextUpload(meanwhile: () => Promise<void>): void {
  const open: (this: GridFSBucket, ...upload: Parameters<GridFSBucket['openUploadStreamWithId']>) => Upload =
    Reflect.get(GridFSBucket.prototype, 'openUploadStreamWithId');
  const spy = jest.spyOn(GridFSBucket.prototype, 'openUploadStreamWithId').mockImplementationOnce(function (
    this: GridFSBucket,
    ...upload
  ) {
    const stream = open.apply(this, upload);
    const end = stream._final.bind(stream);
    stream._final = (done) => void meanwhile().then(() => end(done), done);
    return stream;
  });
  afterThisTest(() => spy.mockRestore());
}

async function expectWhole(): Promise<void> {
  await machine().fetch(NAME, folder.file('copy'));
  expect(readFileSync(folder.file('copy')).equals(CONTENT)).toBe(true);
}
/** What lies on the server belongs to one whole file, under one name. */
async function expectNothingElse(): Promise<void> {
  expect(await database.collection('shared.files').countDocuments()).toBe(1);
  expect(await pieces().distinct('files_id')).toHaveLength(1);
  expect(await machine().names('')).toEqual([NAME]);
}
/** As a program puts it that knows no uploads: under the name itself. */
async function putByVersionBefore(): Promise<void> {
  const sha256 = hash('sha256', CONTENT, 'hex');
  const bucket = new GridFSBucket(database, { bucketName: 'shared', chunkSizeBytes: MEGABYTE });
  const upload = bucket.openUploadStreamWithId(NAME as never, NAME, { metadata: { sha256 } });
  await new Promise((done, failed) => upload.on('finish', done).on('error', failed).end(CONTENT));
}

describe(`a file that machines share on ${title}`, () => {
  it('is there once where two put it at once, and whole', async () => {
    await Promise.all([put(machine()), put(machine()), put(machine())]);
    await expectWhole();
    await expectNothingElse();
  });

  it('stays whole where a second machine dies after it began', async () => {
    holdNextUpload(async () => {
      const dying = openMongoSharedFiles(mongo.url);
      await expect(put(dying, () => void dying.close())).rejects.toThrow();
    });
    await put(machine());
    await expectWhole();
    await put(machine());
    await expectWhole();
  });

  it('is put there by a second machine where the first died', async () => {
    const dying = openMongoSharedFiles(mongo.url);
    await expect(put(dying, (done) => void (done > MEGABYTE && dying.close()))).rejects.toThrow();
    expect(await machine().find(NAME)).toBeNull();
    await put(machine());
    await expectWhole();
  });

  it('is not there before it is whole', async () => {
    const other = machine();
    const looks: Promise<unknown>[] = [];
    const seen: unknown[] = [];
    holdNextUpload(async () => void seen.push(...(await Promise.all(looks)), await other.find(NAME)));
    await put(machine(), () => void looks.push(other.find(NAME)));
    expect(seen.length).toBeGreaterThan(10);
    for (const found of seen) expect(found).toBeNull();
    expect(await other.find(NAME)).toEqual({ name: NAME, bytes: CONTENT.length });
  });

  it.each([0, 1, 3])('is put there anew where piece %i of it is gone', async (n) => {
    await put(machine());
    await pieces().deleteOne({ n });
    await expect(machine().fetch(NAME, folder.file('copy'))).rejects.toThrow();
    await Promise.all([put(machine()), put(machine())]);
    await expectWhole();
    await expectNothingElse();
  });

  it('is put there anew where a machine found that it is not what was put there', async () => {
    await put(machine());
    await pieces().updateOne({ n: 1 }, { $set: { data: randomBytes(1_044_480) } });
    await expect(machine().fetch(NAME, folder.file('copy'))).rejects.toThrow(BadCopyError);
    await put(machine());
    await expectWhole();
    await expectNothingElse();
  });

  it('is not doubted because a transfer of it ended early', async () => {
    await put(machine());
    const before = await pieces().distinct('files_id');
    const short = jest
      .spyOn(GridFSBucket.prototype, 'openDownloadStream')
      .mockImplementation(() => Readable.from([CONTENT.subarray(0, MEGABYTE)]) as GridFSBucketReadStream);
    await expect(machine().fetch(NAME, folder.file('copy'))).rejects.toThrow(/broke off after 1000000 of /);
    short.mockRestore();
    await put(machine());
    expect(await pieces().distinct('files_id')).toEqual(before);
    await expectWhole();
  });

  it('is left as it is where it is whole', async () => {
    await put(machine());
    const before = await pieces().distinct('files_id');
    await put(machine());
    expect(await pieces().distinct('files_id')).toEqual(before);
  });

  it('leaves nothing when it is removed', async () => {
    await put(machine());
    await machine().remove(NAME);
    expect([await pieces().countDocuments(), await machine().names('')]).toEqual([0, []]);
  });
});

describe('uploads that broke off', () => {
  const begun = async (days: number, files_id: ObjectId | string = new ObjectId()): Promise<void> => {
    const seconds = Math.floor(Date.now() / 1000) - days * DAY;
    const _id = new ObjectId(`${seconds.toString(16)}${randomBytes(8).toString('hex')}`);
    await pieces().insertOne({ _id, files_id, n: 0, data: randomBytes(10) });
  };

  it('go with a later one once nobody can be at them any more', async () => {
    await begun(3);
    await begun(3, 'companies/2026-10-01-00112233aabb');
    await begun(0);
    await put(machine());
    expect(await pieces().distinct('files_id')).toHaveLength(2);
    await expectWhole();
  });

  it('of the same name are let be while their machine may be at them', async () => {
    await begun(0, NAME);
    await put(machine());
    expect(await pieces().countDocuments({ files_id: NAME })).toBe(1);
    await expectWhole();
  });
});

describe('a file that the version before put there', () => {
  it('is fetched, listed, left as it is and removed', async () => {
    await putByVersionBefore();
    await put(machine());
    await expectWhole();
    await expectNothingElse();
    expect(await pieces().distinct('files_id')).toEqual([NAME]);
    await machine().remove(NAME);
    expect([await pieces().countDocuments(), await machine().names('')]).toEqual([0, []]);
  });

  it('is put there anew where its pieces were taken away', async () => {
    await putByVersionBefore();
    await pieces().deleteMany({ files_id: NAME });
    await put(machine());
    await expectWhole();
    await expectNothingElse();
  });
});
