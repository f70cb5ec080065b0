/** Runs a process that reads pages, one after the other, for the crawler that started it. */
import { serveEachAsProcess } from '../../../../platform/src/threads/serve.js';
import { readPage, type FetchedPage } from '../page/read-page.js';

// `PageReaders` sends the page.
serveEachAsProcess((page) => readPage(page as FetchedPage));
