/** Declares a finder, which names a publisher's pages and the files of the newest edition on them. */
import type { IsoDate } from '../../../../../words/src/calendar.js';

/** The publishers. A setting holds the address of each, with the publisher's own as default. */
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
  /** The targets of a page's links, whole, in their order. @throws SiteUnavailable */
  links(path: string): Promise<readonly URL[]>;
  /** @throws SiteUnavailable, PageChanged where it is no JSON */
  json(path: string): Promise<unknown>;
  /** The whole address of a path. */
  urlOf(path: string): URL;
}

/** A file that is published. */
export interface FoundFile {
  /** The name of the file here. Its day is read from the name, if the name holds one. */
  readonly name: string;
  /** Finds the address before each connection: some hold for seconds. @throws SiteUnavailable, PageChanged */
  readonly locate: () => Promise<URL>;
  readonly size?: number;
  /** True if only the server shows changed content under the same name, not the list. */
  readonly changes?: true;
}

export interface FoundEdition {
  /** The day of its data; null: the files themselves state it. */
  readonly as_of: IsoDate | null;
  /** True if the files bring the edition in force up to date. False: they stand alone. */
  readonly update: boolean;
  readonly files: readonly FoundFile[];
}

/** The files that are in force and were taken before. */
export interface TakenFiles {
  /** Null: no edition is in force. */
  readonly as_of: IsoDate | null;
  /** The edition in force holds everybody. */
  readonly whole: boolean;
  /** Names of files that are in editions already. */
  readonly names: ReadonlySet<string>;
}

export interface Finder {
  readonly publisher: Publisher;
  /** The licence in words, with the publisher's name. */
  readonly licence: string;
  /** The publisher's rhythm: how often it is worth a look. */
  readonly every_hours: number;
  /** Bytes on the disk at the import's peak for each that is downloaded, the download not counted. */
  readonly room: number;
  /** The maximum number of bytes of an edition's files together: several times what they have today. */
  readonly most_gb: number;
  /** The publisher asks for an account: what is sent as `Authorization` is a setting. */
  readonly keyed?: true;
  /** @throws SiteUnavailable, PageChanged */
  find(site: PublisherSite, takenFiles: TakenFiles): Promise<FoundEdition>;
}

/** The reason why nothing can be downloaded, in one sentence. */
export interface NotPublished {
  readonly not_published: string;
}

/** The publisher doesn't answer as it should; it may do so later. The message is one sentence. */
export class SiteUnavailable extends Error {
  override readonly name = 'SiteUnavailable';
}

/** The publisher's page was changed: the answer is not the expected one. The message is one sentence. */
export class PageChanged extends Error {
  override readonly name = 'PageChanged';
}

export const OGL = 'Open Government Licence v3.0';
