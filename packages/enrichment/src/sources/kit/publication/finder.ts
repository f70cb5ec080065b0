/** Defines finders, which find the files of the newest edition on a publisher's pages. */
import type { IsoDate } from '../../../../../words/src/calendar.js';

/** The publishers. A setting holds the address of each. Its default is the publisher's own site. */
export const PUBLISHERS = [
  'companies_house',
  'statistics',
  'entity_ids',
  'pay_gap',
  'land_registry',
  'open_contracting',
] as const;
export type Publisher = (typeof PUBLISHERS)[number];

/** The site of one publisher. Paths begin with a slash, below its address. */
export interface PublisherSite {
  /** The absolute targets of a page's links, in order. @throws SiteUnavailable */
  links(path: string): Promise<readonly URL[]>;
  /** @throws SiteUnavailable, PageChanged if the answer is no JSON */
  json(path: string): Promise<unknown>;
  /** The absolute address of a path. */
  urlOf(path: string): URL;
}

/** A published file. */
export interface FoundFile {
  /** The name of the file on this machine. The file's day is read from it if it has one. */
  readonly name: string;
  /** Finds the address for each connection, as some expire soon. @throws SiteUnavailable, PageChanged */
  readonly locate: () => Promise<URL>;
  readonly size?: number;
  /** True if the content may change while the name stays, so that only the server can tell. */
  readonly changes?: true;
}

export interface FoundEdition {
  /** The day of the data; null: the files themselves state it. */
  readonly as_of: IsoDate | null;
  /** True if the files update the edition in force; false: they replace it. */
  readonly update: boolean;
  readonly files: readonly FoundFile[];
}

/** The edition in force and the files imported before. */
export interface TakenFiles {
  /** The day of the edition in force; null: none is. */
  readonly as_of: IsoDate | null;
  /** True if the edition in force holds every company. */
  readonly whole: boolean;
  /** The names of files that are in editions already. */
  readonly names: ReadonlySet<string>;
}

export interface Finder {
  readonly publisher: Publisher;
  /** The licence in words, with the publisher's name. */
  readonly licence: string;
  /** The hours between two checks, by the publisher's rhythm. */
  readonly every_hours: number;
  /** The disk space of an import at its peak, without the download, as a multiple of the download. */
  readonly room: number;
  /** The maximum size of an edition's files together, in GB: several times their present size. */
  readonly most_gb: number;
  /** True if the publisher requires an account. A setting holds the value of `Authorization`. */
  readonly keyed?: true;
  /** @throws SiteUnavailable, PageChanged */
  find(site: PublisherSite, takenFiles: TakenFiles): Promise<FoundEdition>;
}

/** Declares that a source can't be downloaded, with the reason in one sentence. */
export interface NotPublished {
  readonly not_published: string;
}

/** Reports that the publisher's site fails, perhaps temporarily. The message is one sentence. */
export class SiteUnavailable extends Error {
  override readonly name = 'SiteUnavailable';
}

/** Reports an unexpected answer: the publisher changed the page. The message is one sentence. */
export class PageChanged extends Error {
  override readonly name = 'PageChanged';
}

export const OGL = 'Open Government Licence v3.0';
