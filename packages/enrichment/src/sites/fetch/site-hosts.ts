/** Defines hosts whose addresses come from settings (`SITE_HOSTS`) and not from DNS. They may be private. */

export interface SiteHost {
  /** The IP address. */
  readonly address: string;
  readonly port: number;
  /** True if the host answers `https` only; false: `http` only. */
  readonly tls: boolean;
  readonly mx: readonly string[];
  readonly txt: readonly string[];
  readonly ns: readonly string[];
}

/** The hosts by name in lower case. */
export type SiteHosts = Readonly<Record<string, SiteHost>>;

/** Finds a listed host. `absent`: the unlisted `www.` of a listed host, which is not looked up in DNS. */
export function listedHost(hosts: SiteHosts, host: string): SiteHost | 'absent' | undefined {
  if (Object.hasOwn(hosts, host)) return hosts[host];
  return host.startsWith('www.') && Object.hasOwn(hosts, host.slice(4)) ? 'absent' : undefined;
}
