/**
 * EVENT_STORE_URL in the client's form. The client would ignore some mistakes, and print others with the
 * whole text, password included. Here each mistake is refused with one line that doesn't show the text.
 */
import type { Credentials } from '@eventstore/db-client';
import { StoreUnavailableError } from '../event-store.js';
import { withoutTrailing } from '../../../../words/src/text/trailing.js';

export interface ConnectionTarget {
  /** In the client's own scheme. */
  readonly url: string;
  /**
   * Sent with every call. With credentials an append is a call of its own. Without them the client sends all
   * appends of the process over one shared stream, where one caller's error reaches all others.
   */
  readonly credentials: Credentials;
  /** True if there may be another node to turn to. */
  readonly isCluster: boolean;
}

const OPTIONS = [
  'connectionName',
  'defaultDeadline',
  'discoveryInterval',
  'gossipTimeout',
  'keepAliveInterval',
  'keepAliveTimeout',
  'maxDiscoverAttempts',
  'nodePreference',
  'tls',
  'tlsCAFile',
  'userCertFile',
  'userKeyFile',
] as const;

/** Options without effect in this client, or never used. They aren't passed on. */
const IGNORED = ['throwOnAppendFailure', 'tlsVerifyCert'];

/** Milliseconds after which an append or deletion without an answer counts as unknown and is repeated. */
export const DEFAULT_DEADLINE_MS = 5_000;

/** Seconds for one node's answer to who leads (the client's default is 5): a frozen node doesn't answer. */
const GOSSIP_TIMEOUT_S = 1;

/** A server without TLS gets no credentials from the client, but the client needs some. */
const NOBODY: Credentials = { username: 'nobody', password: 'nobody' };

const flat = (name: string): string => name.trim().toLowerCase().replace(/[_-]/g, '');

/** @throws StoreUnavailableError with the one line to show */
export function connectionTarget(given: string): ConnectionTarget {
  const url = given.trim().replace(/^kurrentdb(?=(\+discover)?:\/\/)/, 'esdb');
  if (!/^esdb(\+discover)?:\/\//.test(url)) refuse('must begin with esdb:// or kurrentdb://');
  const nodes = url.replace(/\?[^?]*$/, '');
  const isCluster = url.startsWith('esdb+discover:') || nodes.slice(nodes.lastIndexOf('@') + 1).includes(',');
  const options = optionsOf(url, isCluster);
  const credentials = credentialsOf(url) ?? (options.get('tls') === 'false' ? NOBODY : noUser());
  const hosts = withoutTrailing(nodes, '/');
  return { url: `${hosts}?${[...options].map((pair) => pair.join('=')).join('&')}`, credentials, isCluster };
}

const refuse = (trouble: string): never => {
  throw new StoreUnavailableError(`EVENT_STORE_URL ${trouble}`);
};

const noUser = (): never =>
  refuse('names no user, which a server with TLS asks for: esdb://user:password@host:2113');

/** Options under the client's own names, so that the client has nothing to complain about. */
function optionsOf(url: string, isCluster: boolean): ReadonlyMap<string, string> {
  const named = new Map(OPTIONS.map((name) => [flat(name), name]));
  const options = new Map<string, string>([['defaultDeadline', String(DEFAULT_DEADLINE_MS)]]);
  if (isCluster) options.set('gossipTimeout', String(GOSSIP_TIMEOUT_S));
  for (const pair of (/\?([^?]*)$/.exec(url)?.[1] ?? '').split('&')) {
    const [key = '', value = ''] = pair.split(/=(.*)/s);
    if (key === '' || IGNORED.some((name) => flat(name) === flat(key))) continue;
    const name =
      named.get(flat(key)) ?? refuse(`has an option that isn't one: ${key} (${OPTIONS.join(', ')})`);
    options.set(name, value);
  }
  return options;
}

/** Cuts the credentials out exactly as the client does. */
function credentialsOf(url: string): Credentials | undefined {
  const found = /^[^:]+:\/\/([^:]+:[^@]+)@/.exec(url)?.[1];
  if (found === undefined) return undefined;
  const [username = '', password = ''] = found.trim().split(':');
  try {
    return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return refuse('has a user or password whose % is not followed by two hexadecimal digits');
  }
}
