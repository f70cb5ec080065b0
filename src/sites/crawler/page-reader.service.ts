/** Reads pages one after the other: synchronous work, in a thread that may be cut off. */
import type { HostedService } from '../../platform/threads/calls.js';
import { oneByOne } from '../../platform/threads/one-by-one.js';
import type { ReadPage } from '../crawl/crawl-site.js';
import { readPage, type FetchedPage } from '../page/read-page.js';

export interface PageReaderMethods {
  read(page: FetchedPage): ReadPage;
}

/** Sent by `PageReaders`. */
const read = (page: unknown): ReadPage => readPage(page as FetchedPage);

export const pageReader = (): HostedService => oneByOne((_method, page) => ({ value: read(page) }));
