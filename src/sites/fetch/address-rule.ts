/** Which addresses the crawler may connect to: those of the public internet, and no others. Pure. */
import ipaddr from 'ipaddr.js';

/** Of a public range, but answered by the machine's own host: the wire server of a cloud. */
const WIRE_SERVER = '168.63.129.16';
/** The only part of IPv6 that is given out to the public; everything else is reserved, local or a disguise of IPv4. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether a text is the address of a public host: IPv4 unicast, or IPv6 unicast in 2000::/3. Mapped, translated and
 * tunnelled IPv4 addresses (`::ffff:`, NAT64, 6to4, Teredo) are none.
 */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address))
    return address !== WIRE_SERVER && ipaddr.IPv4.parse(address).range() === 'unicast';
  if (!ipaddr.IPv6.isValid(address)) return false;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.zoneId === undefined && parsed.match(GLOBAL_IPV6) && parsed.range() === 'unicast';
}
