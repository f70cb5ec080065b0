/** Which addresses lie on the public internet: what strangers name must not lead us into a network of our own. */
import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import ipaddr from 'ipaddr.js';

/** Of a public range, but answered by the machine's own host: the wire server of a cloud. */
const WIRE_SERVER = '168.63.129.16';
/** The only part of IPv6 that is given out to the public; all else is reserved, local or a disguise of IPv4. */
const GIVEN_OUT = ipaddr.IPv6.parseCIDR('2000::/3');

/** Of IPv4 the ordinary addresses, of IPv6 those in 2000::/3; mapped, translated and tunnelled IPv4 is none. */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address))
    return address !== WIRE_SERVER && ipaddr.IPv4.parse(address).range() === 'unicast';
  if (!ipaddr.IPv6.isValid(address)) return false;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.zoneId === undefined && parsed.match(GIVEN_OUT) && parsed.range() === 'unicast';
}

/** The host of a URL names an address that isn't public; of a name only its resolution tells. */
export function namesPrivateAddress({ hostname }: Pick<URL, 'hostname'>): boolean {
  const literal = hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(literal) && !isPublicAddress(literal);
}

type Resolved = (problem: Error | null, address: string | LookupAddress[], family?: number) => void;

/** Resolves names as the system does, and refuses those of which any address isn't public. For `net.connect`. */
export function lookupPublic(host: string, options: LookupOptions, resolved: Resolved): void {
  lookup(host, { ...options, all: true }, (problem, addresses) => {
    const [first] = addresses ?? [];
    if (problem !== null || first === undefined) return resolved(problem ?? new Error('no address'), '');
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return resolved(new Error(`${host} has an address that is not public`), '');
    return options.all === true ? resolved(null, addresses) : resolved(null, first.address, first.family);
  });
}
