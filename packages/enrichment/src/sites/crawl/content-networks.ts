/**
 * Lists content networks and website builders, whose few addresses serve very many sites. The ranges are
 * published by their operators (cloudflare.com/ips, api.fastly.com/public-ip-list, support pages of the
 * others), as of 2026-11. Sites at an address that is missing here are only read more slowly. A range must
 * never hold machines of one customer alone.
 */
import ipaddr from 'ipaddr.js';

const RANGES = `
  173.245.48.0/20 103.21.244.0/22 103.22.200.0/22 103.31.4.0/22 141.101.64.0/18 108.162.192.0/18 190.93.240.0/20
  188.114.96.0/20 197.234.240.0/22 198.41.128.0/17 162.158.0.0/15 104.16.0.0/13 104.24.0.0/14 172.64.0.0/13
  131.0.72.0/22 2400:cb00::/32 2606:4700::/32 2803:f800::/32 2405:b500::/32 2405:8100::/32 2a06:98c0::/29 2c0f:f248::/32
  23.235.32.0/20 43.249.72.0/22 103.244.50.0/24 103.245.222.0/23 103.245.224.0/24 104.156.80.0/20 140.248.64.0/18
  140.248.128.0/17 146.75.0.0/17 151.101.0.0/16 157.52.64.0/18 167.82.0.0/17 167.82.128.0/20 167.82.160.0/20
  167.82.224.0/20 172.111.64.0/18 185.31.16.0/22 199.27.72.0/21 199.232.0.0/16 2a04:4e40::/32 2a04:4e42::/32
  185.199.108.0/22 2606:50c0::/32 23.227.38.0/23 185.230.60.0/22 198.185.159.0/24 198.49.23.0/24
`
  .trim()
  .split(/\s+/)
  .map((range) => ipaddr.parseCIDR(range));

/** @param address an address of numbers */
export function isOfContentNetwork(address: string): boolean {
  const parsed = ipaddr.parse(address);
  return RANGES.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits));
}

/** The machine behind an address: of IPv6 the network of 64 bits that one customer of a provider is given. */
export function machineOf(address: string): string {
  const parsed = ipaddr.parse(address);
  return 'parts' in parsed ? `${parsed.toNormalizedString().split(':').slice(0, 4).join(':')}::/64` : address;
}
