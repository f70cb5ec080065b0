/**
 * Opens the crawler's connections. It judges all addresses of a name, dials a judged one, and judges the
 * other end of the socket again: no name and no address leads to a place that only this machine reaches.
 */
import type { Socket } from 'node:net';
import { buildConnector } from 'undici';
import { FetchError, fetchError } from './fetch-fault.js';
import { listedHost, type SiteHosts } from './site-hosts.js';
import type { SiteNames } from './site-names.js';

export interface ConnectorParts {
  readonly names: Pick<SiteNames, 'addresses'>;
  readonly hosts: SiteHosts;
  /** Tells whether an address may be connected to (`isPublicAddress`). */
  readonly allows: (address: string) => boolean;
  readonly dial: buildConnector.connector;
  /** Waits until an address may be dialled. Returns what ends the stay. @throws FetchError `no_room` */
  readonly enterAddress: (address: string) => Promise<() => Promise<void>>;
  readonly onSocket: (socket: Socket) => void;
}

interface Place {
  readonly address: string;
  readonly port: string;
  /** True if its address comes from settings. */
  readonly listed: boolean;
}

/** The number of addresses of a host that are tried. */
const MAX_TRIES = 2;

const failed = (): FetchError => new FetchError('connection_failed');
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
  let last = failed();
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

/** @throws FetchError where one of its addresses is refused */
async function placesOf(
  { names, hosts, allows }: ConnectorParts,
  { hostname, protocol, port }: buildConnector.Options,
): Promise<readonly Place[]> {
  const host = withoutBrackets(hostname);
  const listed = listedHost(hosts, host);
  if (listed === 'absent') throw new FetchError('dns_not_found');
  if (listed !== undefined) {
    if (listed.tls !== (protocol === 'https:')) throw failed();
    return [{ address: listed.address, port: String(listed.port), listed: true }];
  }
  const addresses = /^[\d.]+$|:/.test(host) ? [host] : await names.addresses(host);
  if (!addresses.every((address) => allows(address))) throw failed();
  const spread = [addresses[0], addresses.find((address) => address.includes(':')), ...addresses];
  const tried = [...new Set(spread)].filter((address) => address !== undefined).slice(0, MAX_TRIES);
  return tried.map((address) => ({ address, port, listed: false }));
}

async function dialled(
  { allows, dial, enterAddress, onSocket }: ConnectorParts,
  options: buildConnector.Options,
  { address, port, listed }: Place,
): Promise<Socket> {
  const servername = options.servername ?? options.hostname;
  const there = { ...options, hostname: address, host: address, port, servername };
  const leave = listed ? null : await enterAddress(address);
  const socket = await new Promise<Socket>((resolve, reject) => {
    dial(there, (...[error, opened]) => (error === null ? resolve(opened) : reject(error)));
  }).catch(async (error: unknown) => {
    await leave?.();
    throw error;
  });
  if (leave !== null) socket.once('close', () => void leave());
  const other = socket.remoteAddress;
  if (other === undefined || (listed ? other !== address : !allows(other))) {
    socket.destroy();
    throw failed();
  }
  onSocket(socket);
  return socket;
}
