/** Which addresses are public. A name from a stranger must not lead into a network of our own. */
import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import ipaddr from 'ipaddr.js';

/** In a public range, but answered by the machine's own host: the wire server of a cloud. */
const WIRE_SERVER = '168.63.129.16';
/** The only IPv6 range given to the public. Other addresses are reserved, local, or IPv4 in disguise. */
const GIVEN_OUT = ipaddr.IPv6.parseCIDR('2000::/3');

/** Ordinary IPv4 addresses, and IPv6 in 2000::/3. Mapped, translated and tunnelled IPv4 is not public. */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address))
    return address !== WIRE_SERVER && ipaddr.IPv4.parse(address).range() === 'unicast';
  if (!ipaddr.IPv6.isValid(address)) return false;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.zoneId === undefined && parsed.match(GIVEN_OUT) && parsed.range() === 'unicast';
}

/** True if a URL's host is a private address. A name tells only once it is resolved. */
export function namesPrivateAddress({ hostname }: Pick<URL, 'hostname'>): boolean {
  const literal = hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(literal) && !isPublicAddress(literal);
}

type Resolved = (problem: Error | null, address: string | LookupAddress[], family?: number) => void;

/** Resolves names like the system, but refuses a name with any private address. For `net.connect`. */
export function lookupPublic(host: string, options: LookupOptions, resolved: Resolved): void {
  lookup(host, { ...options, all: true }, (problem, addresses) => {
    const [first] = addresses ?? [];
    if (problem !== null || first === undefined) return resolved(problem ?? new Error('no address'), '');
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return resolved(new Error(`${host} has an address that is not public`), '');
    return options.all === true ? resolved(null, addresses) : resolved(null, first.address, first.family);
  });
}
