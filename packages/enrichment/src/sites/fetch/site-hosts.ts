/** Declares hosts whose addresses settings name (`SITE_HOSTS`) instead of DNS. Only they may be private. */

export interface SiteHost {
  /** An address of numbers. */
  readonly address: string;
  readonly port: number;
  /** True if TLS is spoken there: else it answers `http` only. */
  readonly tls: boolean;
  readonly mx: readonly string[];
  readonly txt: readonly string[];
  readonly ns: readonly string[];
}

/** Hosts by their names in lower case. */
export type SiteHosts = Readonly<Record<string, SiteHost>>;

/** `absent`: the `www.` of a listed host that isn't listed itself; DNS isn't asked about it either. */
export function listedHost(hosts: SiteHosts, host: string): SiteHost | 'absent' | undefined {
  if (Object.hasOwn(hosts, host)) return hosts[host];
  return host.startsWith('www.') && Object.hasOwn(hosts, host.slice(4)) ? 'absent' : undefined;
}
