/** Where a request comes from: behind proxies that are trusted, from where they say. */
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** Of an IPv6 network, what one customer of a provider has to itself: https://www.rfc-editor.org/rfc/rfc6177 */
const OF_ONE_CUSTOMER = 64;

/** An address: where a proxy says something else, that of the proxy. */
export function clientAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const address = ipaddr.isValid(ip) ? ip : (socket.remoteAddress ?? '');
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : '';
}

/** What counts as one place: an address, of IPv6 the network of one customer. */
export function placeOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.replace(/%.*$/, '')}/${OF_ONE_CUSTOMER}`).toString();
}

/** For Fastify: the proxies whose `X-Forwarded-...` is believed. */
export const trustOf = (proxies: readonly string[]): string[] | false =>
  proxies.length === 0 ? false : [...proxies];
