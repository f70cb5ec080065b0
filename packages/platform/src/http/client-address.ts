/** Finds the address and the network of a request's client. Headers of trusted proxies name the address. */
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** Bits of an IPv6 address that name the network of one end site: https://www.rfc-editor.org/rfc/rfc6177 */
const SITE_PREFIX = 64;
/** Bits of the widest network that one end site gets, by the same source. */
const WIDEST_SITE_PREFIX = 48;

/** The client's address; the proxy's own address if its header holds none. */
export function clientAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  return plainAddress(ipaddr.isValid(ip) ? ip : socket.remoteAddress);
}

/** The address in its usual form. A mapped IPv4 address becomes IPv4 again. Empty for any other text. */
export const plainAddress = (address = ''): string =>
  ipaddr.isValid(address) ? ipaddr.process(address).toString() : '';

const networkOf = (address: string, prefix: number): string =>
  ipaddr.IPv6.networkAddressFromCIDR(`${address.split('%', 1)[0]}/${prefix}`).toString();

/** The network that counts as one client: an IPv4 address, or the IPv6 network of one end site. */
export const networkOfClient = (address: string): string =>
  ipaddr.IPv6.isValid(address) ? networkOf(address, SITE_PREFIX) : address;

/** The network of an address, and for IPv6 also the widest network that one end site may hold. */
export const networksOf = (address: string): readonly string[] =>
  ipaddr.IPv6.isValid(address)
    ? [networkOfClient(address), `${networkOf(address, WIDEST_SITE_PREFIX)}/${WIDEST_SITE_PREFIX}`]
    : [address];

/** Fastify's option that names the proxies whose `X-Forwarded-...` headers are trusted. */
export const trustOf = (proxies: readonly string[]): string[] | false =>
  proxies.length === 0 ? false : [...proxies];

/** A test of whether an address of a connection is one of these proxies. `proxies`: as in the settings. */
export function isProxy(proxies: readonly string[]): (address: string) => boolean {
  const ranges = proxies.map((range) => {
    const whole = ipaddr.IPv6.isValid(range) ? 128 : 32;
    return ipaddr.parseCIDR(range.includes('/') ? range : `${range}/${whole}`);
  });
  return (address) =>
    ipaddr.isValid(address) &&
    ipaddr.subnetMatch(ipaddr.parse(address), { proxy: ranges }, 'other') === 'proxy';
}
