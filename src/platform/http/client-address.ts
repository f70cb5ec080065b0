/** Where a request comes from: behind proxies that are trusted, from where they say. */
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** Bits of an IPv6 address that name the network of one end site: https://www.rfc-editor.org/rfc/rfc6177 */
const SITE_PREFIX = 64;

/** An address: where a proxy says something else, that of the proxy. */
export function clientAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const address = ipaddr.isValid(ip) ? ip : (socket.remoteAddress ?? '');
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : '';
}

/** What counts as one place: an address, of IPv6 the network of one end site. */
export function placeOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const [withoutZone] = address.split('%', 1);
  return ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone}/${SITE_PREFIX}`).toString();
}

/** For Fastify: the proxies whose `X-Forwarded-...` is believed. */
export const trustOf = (proxies: readonly string[]): string[] | false =>
  proxies.length === 0 ? false : [...proxies];
