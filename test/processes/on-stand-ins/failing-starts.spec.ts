/** Starts that fail, also after connections to both servers are open. */
import { MongoDbProcess } from '../../../packages/mongodb-stand-in/src/index.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { failingStarts } from '../failing-starts.js';
import { ServerPair } from './server-pair.js';

jest.setTimeout(120_000);

const servers = forAllTests(() => ServerPair.start());
failingStarts(() => servers.settings);

describe('on a MongoDB without transactions', () => {
  const alone = forAllTests(() => MongoDbProcess.start({ role: 'standalone' }));
  failingStarts(() => ({ ...servers.settings, MONGODB_URL: alone.url }), {
    'an unfit server': {
      settings: () => ({}),
      code: 1,
      line: /MONGODB_URL names a server without transactions/,
    },
  });
});
