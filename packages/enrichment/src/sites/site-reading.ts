/**
 * Defines the result of one crawl of a host, stored as the kind `site`: the servers' answers and the printed
 * text, made safe and limited in size. It has no judgement about the operator.
 */
import type { IsoDate } from '../../../words/src/calendar.js';

/**
 * `read`: at least one page was read. `unreachable`: no address, connection, valid certificate or timely
 * answer. `blocked`: 401, 403, 429, 451, a challenge or robots.txt. `not_readable`: no text to judge.
 */
export type SiteState = 'read' | 'unreachable' | 'blocked' | 'not_readable';

export interface SiteReading {
  /** The version of this shape. A stored result of another version counts as missing. */
  readonly version: 1;
  /** The host as requested: lower case, punycode, without `www.`. */
  readonly host: string;
  readonly crawled_on: IsoDate;
  readonly state: SiteState;
  /** The faults, also of a site that was read: `dns_not_found`, `tls_invalid`, `timed_out`, `robots`, … */
  readonly faults: readonly string[];
  /** The URL of the first page after redirects; null: nothing answered. */
  readonly final_url: string | null;
  /** The status of the last answer to the first page. */
  readonly http_status: number | null;
  /** The hosts of the redirects in order, the requested one first; empty: there was one host. */
  readonly redirects: readonly string[];
  /** True if the first page came over https; false: over http, or nothing answered. */
  readonly secure: boolean;
  readonly dns: SiteDns;
  /** Signs of technology in the first answer: response headers and names of cookies, lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly has_sitemap: boolean;
  /** The pages, the first page first; at most ten. */
  readonly pages: readonly PageReading[];
  /** True if time, bytes or pages ran out before all chosen pages were read. */
  readonly truncated: boolean;
}

/** The host's DNS records. Null: not queried or not answered. */
export interface SiteDns {
  readonly resolves: boolean | null;
  /** The mail hosts, the preferred first. Without any MX the host itself; `[]`: none, as by a null MX. */
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

/** A page as read in one bounded pass. */
export interface PageReading {
  readonly url: string;
  readonly http_status: number;
  /** The kind, by the page's address and the text of the link to it. */
  readonly kind: PageKind;
  readonly title: string | null;
  readonly description: string | null;
  /** The language as BCP 47, by `<html lang>` or its words; null: unknown. */
  readonly language: string | null;
  /** The runs of text with their regions, in order. Inline elements don't split a run. */
  readonly text: readonly { readonly region: Region; readonly text: string }[];
  /** True if the page had more text, tags or depth than are read. */
  readonly truncated: boolean;
  readonly company_numbers: readonly PrintedNumber[];
  readonly vat_numbers: readonly PrintedPlace[];
  readonly postcodes: readonly PrintedPlace[];
  /** The phone numbers in E.164. */
  readonly phones: readonly PrintedPlace[];
  readonly emails: readonly PrintedPlace[];
  /** The organisations in its JSON-LD. */
  readonly organisations: readonly PrintedOrganisation[];
  /** The site's own profiles, from header, footer and structured data, without share buttons. */
  readonly profiles: readonly PrintedProfile[];
  readonly marks: readonly TechnologyMark[];
  /** The distinct hosts of other sites that the page links to. */
  readonly linked_hosts: readonly string[];
}

/** A normalised value that a page prints, with its place. */
export interface PrintedPlace {
  readonly value: string;
  readonly region: Region;
  /** The words around it, at most 300 characters. */
  readonly snippet: string;
}

/**
 * The role of the number's company. `own`: the site's operator. `group`: a parent, owner or sister company.
 * `provider`: a maker, host or supplier of the site. `unknown`: not stated.
 */
export type NumberRole = 'own' | 'group' | 'provider' | 'unknown';

export interface PrintedNumber extends PrintedPlace {
  /** The role. `value` is the number in the register's form, with a prefix by the country beside it. */
  readonly role: NumberRole;
  /** The company name beside it as printed; null: none. */
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
