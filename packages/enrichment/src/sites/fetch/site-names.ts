/** Looks up a host in DNS. It queries name servers directly and ignores the machine's hosts file. */
import { Resolver } from 'node:dns/promises';
import { errorCode } from '../../../../platform/src/errors/error-code.js';
import { safeLine } from '../../../../words/src/text/safe-text.js';
import type { SiteDns } from '../site-reading.js';
import { FetchError } from './fetch-fault.js';
import { listedHost, type SiteHosts } from './site-hosts.js';

export interface SiteNamesParts {
  /** The name servers' addresses with ports; null: the system's. */
  readonly servers: readonly string[] | null;
  readonly hosts: SiteHosts;
  /** The milliseconds of the first try. Each further try has twice the time. */
  readonly timeoutMs: number;
  readonly tries: number;
}

/** The maximum number of records kept of an answer, which may have thousands. */
const MAX_RECORDS = 20;
const LONGEST_RECORD = 500;

/** The errors for a name that doesn't exist or has no record of this kind. */
const NOTHING: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);

const shownTexts = (texts: readonly string[]): string[] =>
  texts.slice(0, MAX_RECORDS).map((text) => safeLine(text.slice(0, LONGEST_RECORD)));
const hostNames = (hosts: readonly string[]): string[] =>
  shownTexts(hosts.filter((host) => host !== '' && host !== '.').map((host) => host.toLowerCase()));

/** The mail hosts. A null MX has an empty name (RFC 7505). Without any MX it is the host (RFC 5321, 5.1). */
const mailHosts = (
  host: string,
  resolves: boolean,
  records: readonly { readonly exchange: string }[],
): string[] =>
  records.length === 0 && resolves ? [host] : hostNames(records.map(({ exchange }) => exchange));

export class SiteNames {
  private readonly resolver: Resolver;
  private readonly hosts: SiteHosts;

  constructor({ servers, hosts, timeoutMs, tries }: SiteNamesParts) {
    this.resolver = new Resolver({ timeout: timeoutMs, tries });
    if (servers !== null) this.resolver.setServers(servers);
    this.hosts = hosts;
  }

  /** All addresses of a host, IPv4 first. @throws FetchError `dns_not_found`, `dns_failed` */
  async addresses(host: string): Promise<readonly string[]> {
    const [v4, v6] = await Promise.all([
      this.records(() => this.resolver.resolve4(host)),
      this.records(() => this.resolver.resolve6(host)),
    ]);
    const addresses = [...(v4 ?? []), ...(v6 ?? [])];
    if (addresses.length > 0) return addresses;
    throw new FetchError(v4 === null || v6 === null ? 'dns_failed' : 'dns_not_found');
  }

  /** @param domain the host's registrable domain, whose name servers are the host's */
  async facts(host: string, domain: string): Promise<SiteDns> {
    const listed = listedHost(this.hosts, host);
    if (listed === 'absent') return { resolves: false, mx: [], ns: [], txt: [] };
    if (listed !== undefined) {
      const { mx, ns, txt } = listed;
      return { resolves: true, mx, ns, txt };
    }
    const [resolves, mx, ns, txt] = await Promise.all([
      this.resolves(host),
      this.records(() => this.resolver.resolveMx(host)),
      this.records(() => this.resolver.resolveNs(domain)),
      this.records(() => this.resolver.resolveTxt(host)),
    ]);
    const best = mx && [...mx].sort((record, other) => record.priority - other.priority);
    return {
      resolves,
      mx: best && mailHosts(host, resolves === true, best),
      ns: ns && hostNames(ns),
      txt: txt && shownTexts(txt.map((parts) => parts.join(''))),
    };
  }

  /** Cancels running queries. */
  close(): void {
    this.resolver.cancel();
  }

  private async resolves(host: string): Promise<boolean | null> {
    try {
      return (await this.addresses(host)).length > 0;
    } catch (error) {
      return error instanceof FetchError && error.fault === 'dns_not_found' ? false : null;
    }
  }

  /** The records of a query; null: no name server answered. */
  private async records<T>(query: () => Promise<T[]>): Promise<T[] | null> {
    try {
      return await query();
    } catch (error) {
      return NOTHING.has(errorCode(error) ?? '') ? [] : null;
    }
  }
}
