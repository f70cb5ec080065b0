/** Starts that fail, also after connections to both servers are open. */
import { EventStoreDbProcess, TLS_CERTIFICATE } from '../../../packages/eventstoredb-stand-in/src/index.js';
import { MongoDbProcess } from '../../../packages/mongodb-stand-in/src/index.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { failingStarts } from '../failing-starts.js';
import { ServerPair } from './server-pair.js';

const servers = forAllTests(() => ServerPair.start());
failingStarts(() => servers.settings);

describe('on an EventStoreDB with users', () => {
  const secured = forAllTests(() => EventStoreDbProcess.start({ tls: true, user: 'ops:right' }));
  const as = (password: string): { readonly EVENT_STORE_URL: string } => ({
    EVENT_STORE_URL: `esdb://ops:${password}@localhost:${secured.port}?tlsCAFile=${encodeURIComponent(TLS_CERTIFICATE)}`,
  });
  failingStarts(() => servers.settings, {
    'a wrong password': {
      settings: () => as('wrong'),
      code: 1,
      line: /EVENT_STORE_URL has a user or password that the server does not know .*: put the right ones there and start again/,
    },
  });
});

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
