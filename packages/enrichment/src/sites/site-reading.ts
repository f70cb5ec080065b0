/**
 * Declares the result of one crawl of a host, a reading of the kind `site`: the servers' answers and the
 * printed text, made safe and capped. It doesn't decide whose site it is.
 */
import type { IsoDate } from '../../../words/src/calendar.js';

/**
 * `read`: at least one page was. `unreachable`: no address, connection, certificate or answer in time.
 * `blocked`: 401, 403, 429, a challenge or robots.txt. `not_readable`: no text to judge.
 */
export type SiteState = 'read' | 'unreachable' | 'blocked' | 'not_readable';

export interface SiteReading {
  /** The version of this shape. A kept reading of another version counts as missing. */
  readonly version: 1;
  /** The host as requested: lower case, punycode, without `www.`. */
  readonly host: string;
  readonly crawled_on: IsoDate;
  readonly state: SiteState;
  /** Why it isn't `read`, or faults on the way: `dns_not_found`, `tls_invalid`, `timed_out`, `robots`, … */
  readonly faults: readonly string[];
  /** The URL of the first page after redirects; null: nothing answered. */
  readonly final_url: string | null;
  /** The status of the last answer to the first page. */
  readonly http_status: number | null;
  /** Hosts that redirects led through, in order, the one asked for first. */
  readonly redirects: readonly string[];
  /** False: it answered on http only, or under a certificate that doesn't hold. */
  readonly secure: boolean;
  readonly dns: SiteDns;
  /** Signs of technology in the first answer: response headers and names of cookies, lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly has_sitemap: boolean;
  /** The pages, the first page first; at most ten. */
  readonly pages: readonly PageReading[];
  /** Time, bytes or pages ran out before all chosen pages were read. */
  readonly truncated: boolean;
}

/** Null: not asked or not answered. */
export interface SiteDns {
  readonly resolves: boolean | null;
  /** Hosts that take its mail, best first: itself if none is named; `[]`: none, as by a null MX. */
  readonly mx: readonly string[] | null;
  readonly ns: readonly string[] | null;
  readonly txt: readonly string[] | null;
}

export type PageKind =
  | 'home'
  | 'contact'
  | 'about'
  | 'team'
  | 'legal'
  | 'terms'
  | 'privacy'
  | 'shop'
  | 'other';

export type Region = 'title' | 'header' | 'nav' | 'main' | 'footer' | 'address';

/** A page, as one bounded pass read it. */
export interface PageReading {
  readonly url: string;
  readonly http_status: number;
  /** The kind, by the page's address and the text of the link to it. */
  readonly kind: PageKind;
  readonly title: string | null;
  readonly description: string | null;
  /** BCP 47, by `<html lang>` or its words; null: neither says. */
  readonly language: string | null;
  /** Runs of text by region, in order; inline elements don't split a run. */
  readonly text: readonly { readonly region: Region; readonly text: string }[];
  /** True if the page had more text, tags or depth than are read. */
  readonly truncated: boolean;
  readonly company_numbers: readonly PrintedNumber[];
  readonly vat_numbers: readonly PrintedPlace[];
  readonly postcodes: readonly PrintedPlace[];
  /** E.164. */
  readonly phones: readonly PrintedPlace[];
  readonly emails: readonly PrintedPlace[];
  /** Organisations that its JSON-LD names. */
  readonly organisations: readonly PrintedOrganisation[];
  /** Links to profiles of its own, from header, footer and structured data; without share buttons. */
  readonly profiles: readonly PrintedProfile[];
  readonly marks: readonly TechnologyMark[];
  /** Hosts of other sites that it links to, each once. */
  readonly linked_hosts: readonly string[];
}

/** A value that a page prints, normalised, with where it stands. */
export interface PrintedPlace {
  readonly value: string;
  readonly region: Region;
  /** The words around it, at most 300 characters. */
  readonly snippet: string;
}

/**
 * The owner of the number. `own`: the site's operator. `group`: a parent, owner or sister. `provider`: a
 * maker, host or server of the site, or an address used by it. `unknown`: not said.
 */
export type NumberRole = 'own' | 'group' | 'provider' | 'unknown';

export interface PrintedNumber extends PrintedPlace {
  /** `value` is the number as the register writes it, by the country word beside it. */
  readonly role: NumberRole;
  /** The company name that stands with it, as printed; null where none does. */
  readonly name: string | null;
}

export interface PrintedOrganisation {
  readonly name: string | null;
  readonly legal_name: string | null;
  readonly identifiers: readonly string[];
  readonly vat_id: string | null;
  readonly telephone: string | null;
  readonly email: string | null;
  readonly address: {
    readonly street: string | null;
    readonly locality: string | null;
    readonly region: string | null;
    readonly postal_code: string | null;
    readonly country: string | null;
  } | null;
  readonly same_as: readonly string[];
}

export interface PrintedProfile {
  readonly platform: string;
  readonly handle: string | null;
  readonly url: string;
}

export interface TechnologyMark {
  readonly kind: 'script' | 'link' | 'meta';
  /** The address, or `name=content` of a meta element; at most 300 characters. */
  readonly value: string;
}
