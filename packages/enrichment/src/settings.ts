/** The settings that enrichment is given at its door. It reads no environment itself. */
import type { SiteHosts } from './sites/fetch/site-hosts.js';

/** The live register. Addresses have no closing slash. */
export interface RegisterApiSettings {
  /** Key of the REST and document API; null: the live register isn't asked. */
  readonly key: string | null;
  /** Key of the streaming API; null: the streams aren't followed. */
  readonly streamKey: string | null;
  readonly apiUrl: string;
  readonly documentApiUrl: string;
  readonly streamUrl: string;
  /** Requests of all processes together in any five minutes. */
  readonly requestsPer5Minutes: number;
}

export interface KeyedProviderSettings {
  /** Null: the provider is off. */
  readonly key: string | null;
  readonly url: string;
  /** Calls of all processes together in a UTC day. */
  readonly callsPerDay: number;
}

/** The outside providers of live lookups. */
export interface ProviderSettings {
  readonly search: KeyedProviderSettings;
  readonly places: KeyedProviderSettings;
  readonly ai: {
    /** Null: no language model is used. */
    readonly server: { readonly url: string; readonly model: string; readonly key: string | null } | null;
    readonly callsPerDay: number;
  };
  readonly news: {
    /** Null: the news feed is off. */
    readonly url: string | null;
    readonly secondsBetweenCalls: number;
  };
}

/** The crawler of company websites. */
export interface SiteSettings {
  /** URL or e-mail address in the crawler's User-Agent; null: no website is read. */
  readonly contact: string | null;
  readonly hosts: SiteHosts;
  /** Name servers; null: the system's. */
  readonly dnsServers: readonly string[] | null;
  /** Crawls in a UTC day. */
  readonly ceilings: { readonly ofAccount: number; readonly ofDomain: number };
}

/** The publishers whose files are fetched. */
export interface PublisherSettings {
  /** Base addresses by publisher, without a closing slash. */
  readonly urls: Readonly<
    Record<
      'companies_house' | 'statistics' | 'entity_ids' | 'pay_gap' | 'land_registry' | 'open_contracting',
      string
    >
  >;
  /** Key of the account at HM Land Registry; null: its files aren't fetched. */
  readonly landRegistryKey: string | null;
}

export interface EnrichmentSettings {
  /** The folder of the editions, an absolute path. */
  readonly dataDir: string;
  /** Null: editions aren't shared with other machines. */
  readonly mongodbUrl: string | null;
  /** Days for which an answer of a live source is kept. */
  readonly readingsDays: number;
  readonly registerApi: RegisterApiSettings;
  readonly providers: ProviderSettings;
  readonly sites: SiteSettings;
  readonly publishers: PublisherSettings;
}
