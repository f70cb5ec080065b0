/** Finds the files that a publisher's page lists, by a pattern of their names. */
import { basename } from 'node:path/posix';
import type { IsoDate } from '../../../../../words/src/calendar.js';
import { publicationDay } from '../editions/edition-date.js';
import { PageChanged, type FoundFile, type PublisherSite } from './finder.js';

export interface ListedFile extends FoundFile {
  /** The last day of its data, by its name. */
  readonly day: IsoDate;
}

export const fileAt = (name: string, url: URL): FoundFile => ({ name, locate: () => Promise.resolve(url) });

/** A page's files with fitting names, each once, by day. @throws SiteUnavailable, PageChanged if none fits */
export async function listedFiles(
  site: PublisherSite,
  { page, names, called }: { readonly page: string; readonly names: RegExp; readonly called: string },
): Promise<readonly ListedFile[]> {
  const listed = new Map<string, ListedFile>();
  for (const url of await site.links(page)) {
    // Fitting names have no characters that are escaped in addresses.
    const name = basename(url.pathname);
    const day = names.test(name) ? publicationDay(name) : null;
    if (day !== null) listed.set(name, { ...fileAt(name, url), day });
  }
  if (listed.size === 0)
    throw new PageChanged(`${site.urlOf(page).href} lists no ${called}: the page may have changed`);
  return [...listed.values()].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}

/** The files of the newest day. */
export function newestOf(files: readonly ListedFile[]): readonly ListedFile[] {
  const newest = files.at(-1)?.day;
  return files.filter(({ day }) => day === newest);
}
