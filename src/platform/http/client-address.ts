/** Where a request comes from. Behind trusted proxies, their headers say it. */
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** Bits of an IPv6 address that name the network of one end site: https://www.rfc-editor.org/rfc/rfc6177 */
const SITE_PREFIX = 64;

/** The client's address; the proxy's own where its header holds no address. */
export function clientAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const address = ipaddr.isValid(ip) ? ip : (socket.remoteAddress ?? '');
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : '';
}

/** What counts as one place: an IPv4 address, or the IPv6 network of one end site. */
export function placeOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const [withoutZone] = address.split('%', 1);
  return ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone}/${SITE_PREFIX}`).toString();
}

/** For Fastify: the proxies whose `X-Forwarded-...` headers are trusted. */
export const trustOf = (proxies: readonly string[]): string[] | false =>
  proxies.length === 0 ? false : [...proxies];
