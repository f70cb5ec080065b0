/** Where the adapters' suites run: on a stand-in, or on the server that MONGODB_URL names, in a database of their own. */
import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { MongoDbProcess } from '../../../packages/mongodb-stand-in/src/index.js';

export interface MongoUnderTest {
  readonly title: string;
  readonly start: () => Promise<{ readonly url: string; readonly stop: () => Promise<void> }>;
}

export function mongoUnderTest(): MongoUnderTest {
  const given = process.env['MONGODB_URL'];
  if (given === undefined || given === '') return { title: 'MongoDB, stand-in', start: startStandIn };
  // Without user and password, which stand before the last @.
  const place = given.replace(/^.*:\/\/(.*@)?/, '').replace(/\?.*$/, '');
  return { title: `MongoDB at ${place}`, start: () => ownDatabase(given) };
}

/** Other servers of the protocol pass over the bounds `min` and `max` of a find in silence: so does this one. */
export async function startStandIn(): ReturnType<MongoUnderTest['start']> {
  const standIn = await MongoDbProcess.start();
  await standIn.control.ignoreFields(['min', 'max']);
  return { url: standIn.url, stop: () => standIn.stop() };
}

async function ownDatabase(given: string): ReturnType<MongoUnderTest['start']> {
  const name = `company_data_test_${randomUUID().slice(0, 8)}`;
  const url = withDatabase(given, name);
  const stop = async (): Promise<void> => {
    const client = new MongoClient(url);
    try {
      await client.db(name).dropDatabase();
    } finally {
      await client.close();
    }
  };
  return { url, stop };
}

/** The users of a URL without `authSource` are those of the database that it named. */
export function withDatabase(url: string, name: string): string {
  const [, servers = '', database = '', options = ''] =
    /^([a-z+]+:\/\/[^/?]+)(?:\/([^?]*))?(?:\?(.*))?$/i.exec(url) ?? [];
  const isSilent = servers.includes('@') && !/(^|&)authSource=/i.test(options);
  const source = isSilent ? [`authSource=${database === '' ? 'admin' : database}`] : [];
  const query = [options, ...source].filter((part) => part !== '').join('&');
  return `${servers}/${name}${query === '' ? '' : `?${query}`}`;
}
