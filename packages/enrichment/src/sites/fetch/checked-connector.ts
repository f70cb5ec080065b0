/**
 * Opens the crawler's connections. It checks all addresses of a name, dials a checked one, and checks the
 * remote address of the socket again. So no name and no address leads to a machine that only we can reach.
 */
import type { Socket } from 'node:net';
import { buildConnector } from 'undici';
import { FetchError, fetchError } from './fetch-fault.js';
import { listedHost, type SiteHosts } from './site-hosts.js';
import type { SiteNames } from './site-names.js';

export interface ConnectorParts {
  readonly names: Pick<SiteNames, 'addresses'>;
  readonly hosts: SiteHosts;
  /** Returns true if connecting to an address is allowed (`isPublicAddress`). */
  readonly allows: (address: string) => boolean;
  readonly dial: buildConnector.connector;
  /** Waits until an address may be dialled. Returns the function to leave it. @throws FetchError `no_room` */
  readonly enterAddress: (address: string) => Promise<() => Promise<void>>;
  readonly onSocket: (socket: Socket) => void;
}

interface Place {
  readonly address: string;
  readonly port: string;
  /** True if the address comes from settings. */
  readonly isListed: boolean;
}

/** The maximum number of a host's addresses that are tried. */
const MAX_TRIES = 2;

const connectionFailed = (): FetchError => new FetchError('connection_failed');
const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '');

export const checkedConnector =
  (parts: ConnectorParts): buildConnector.connector =>
  (options, callback) => {
    connected(parts, options).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(fetchError(error), null),
    );
  };

async function connected(parts: ConnectorParts, options: buildConnector.Options): Promise<Socket> {
  let last = connectionFailed();
  for (const place of await placesOf(parts, options)) {
    try {
      return await dialled(parts, options, place);
    } catch (error) {
      last = fetchError(error);
      if (last.fault === 'no_room') break;
    }
  }
  throw last;
}

/** The addresses to try. @throws FetchError if any address of the host is refused */
async function placesOf(
  { names, hosts, allows }: ConnectorParts,
  { hostname, protocol, port }: buildConnector.Options,
): Promise<readonly Place[]> {
  const host = withoutBrackets(hostname);
  const listed = listedHost(hosts, host);
  if (listed === 'absent') throw new FetchError('dns_not_found');
  if (listed !== undefined) {
    if (listed.tls !== (protocol === 'https:')) throw connectionFailed();
    return [{ address: listed.address, port: String(listed.port), isListed: true }];
  }
  const addresses = /^[\d.]+$|:/.test(host) ? [host] : await names.addresses(host);
  if (!addresses.every((address) => allows(address))) throw connectionFailed();
  const spread = [addresses[0], addresses.find((address) => address.includes(':')), ...addresses];
  const tried = [...new Set(spread)].filter((address) => address !== undefined).slice(0, MAX_TRIES);
  return tried.map((address) => ({ address, port, isListed: false }));
}

async function dialled(
  { allows, dial, enterAddress, onSocket }: ConnectorParts,
  options: buildConnector.Options,
  { address, port, isListed }: Place,
): Promise<Socket> {
  const servername = options.servername ?? options.hostname;
  const target = { ...options, hostname: address, host: address, port, servername };
  const leave = isListed ? null : await enterAddress(address);
  const socket = await new Promise<Socket>((resolve, reject) => {
    dial(target, (...[error, opened]) => (error === null ? resolve(opened) : reject(error)));
  }).catch(async (error: unknown) => {
    await leave?.();
    throw error;
  });
  if (leave !== null) socket.once('close', () => void leave());
  const remote = socket.remoteAddress;
  if (remote === undefined || (isListed ? remote !== address : !allows(remote))) {
    socket.destroy();
    throw connectionFailed();
  }
  onSocket(socket);
  return socket;
}
