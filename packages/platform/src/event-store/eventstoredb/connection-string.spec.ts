import { StoreUnavailableError } from '../event-store.js';
import { connectionTarget } from './connection-string.js';

const NOBODY = { username: 'nobody', password: 'nobody' };

test.each([
  ['esdb://store:2113?tls=false', 'esdb://store:2113?defaultDeadline=5000&tls=false', NOBODY],
  ['  esdb://store:2113/?tls=false ', 'esdb://store:2113?defaultDeadline=5000&tls=false', NOBODY],
  ['kurrentdb://store:2113?tls=false', 'esdb://store:2113?defaultDeadline=5000&tls=false', NOBODY],
  [
    'kurrentdb+discover://ops:changeit@cluster:2113',
    'esdb+discover://ops:changeit@cluster:2113?defaultDeadline=5000&gossipTimeout=1',
    { username: 'ops', password: 'changeit' },
  ],
  [
    'esdb://a%40b:p%3Aq%40@one:2113,two:2113,three:2113?tlsCAFile=%2Fca.pem&NodePreference=leader',
    'esdb://a%40b:p%3Aq%40@one:2113,two:2113,three:2113?defaultDeadline=5000&gossipTimeout=1&tlsCAFile=%2Fca.pem&nodePreference=leader',
    { username: 'a@b', password: 'p:q@' },
  ],
  [
    'esdb://store:2113?tls=false&default_deadline=900&tlsVerifyCert=false&throwOnAppendFailure=false',
    'esdb://store:2113?defaultDeadline=900&tls=false',
    NOBODY,
  ],
  [
    'esdb://ops:change,it@store:2113',
    'esdb://ops:change,it@store:2113?defaultDeadline=5000',
    { username: 'ops', password: 'change,it' },
  ],
  [
    'esdb://one:2113,two:2113?tls=false&gossipTimeout=7',
    'esdb://one:2113,two:2113?defaultDeadline=5000&gossipTimeout=7&tls=false',
    NOBODY,
  ],
])('%s is given to the client as %s', (given, url, credentials) => {
  const isCluster = url.includes('gossipTimeout');
  expect(connectionTarget(given)).toEqual({ url, credentials, isCluster });
});

test.each([
  ['http://store:2113', 'must begin with esdb:// or kurrentdb://'],
  ['esdb://store:2113', 'names no user'],
  ['esdb://store:2113?tls=true', 'names no user'],
  ['esdb://ops:topsecret@store:2113?tsl=false', "has an option that isn't one: tsl"],
  ['esdb://ops:top%secret@store:2113', 'is not followed by two hexadecimal digits'],
])('%s is refused with one line that keeps the password to itself', (given, trouble) => {
  const attempt = (): unknown => connectionTarget(given);
  expect(attempt).toThrow(StoreUnavailableError);
  expect(attempt).toThrow(trouble);
  expect(attempt).not.toThrow(/secret|\n/);
});
