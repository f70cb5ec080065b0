/** The readings of this process, from its settings: what can be fetched here, and what is kept. */
import type { Coordination } from '../../../../platform/src/coordination/coordination.js';
import type { ReadingStore } from '../../../../platform/src/readings/reading-store.js';
import type { Clock } from '../../../../platform/src/time/clock.js';
import { AccountsReaders } from '../../filed-accounts/pool/accounts-readers.js';
import { PdfReaders } from '../../filed-accounts/pool/pdf-readers.js';
import { openProviders } from '../providers/open-providers.js';
import { openRegisterApi } from '../register/open-register-api.js';
import type { EnrichmentSettings } from '../../settings.js';
import { CoordinatedClaims } from './claims.js';
import { documentFetcher } from './document-fetcher.js';
import { StoredReadings } from './kept-readings.js';
import { SiteCrawler } from '../../sites/crawler/site-crawler.js';
import { listingFetcher, modelFetcher, newsFetcher, webSearchFetcher } from './provider-fetchers.js';
import { CoordinationNotes, REGISTER_API, WEBSITES } from './live-source-notes.js';
import type { ReadingMetrics } from './reading-metrics.js';
import type { Readings } from './readings.js';
import { registerFetcher } from './register-fetcher.js';
import { SharedReadings, type Fetchers } from './shared-readings.js';
import { siteFetcher } from './site-fetcher.js';

export interface ReadingsParts {
  readonly settings: Pick<
    EnrichmentSettings,
    'registerApi' | 'readingsDays' | 'sites' | 'providers' | 'dataDir' | 'mongodbUrl'
  >;
  readonly coordination: Coordination;
  readonly store: ReadingStore;
  readonly clock: Clock;
  readonly metrics: ReadingMetrics;
  /** Receives the store's errors. Readings are served without it. */
  readonly onFault: (error: unknown) => void;
}

export interface OpenReadings extends Readings {
  /** Closes the connections, but not the stores, which the caller closes. */
  close(): Promise<void>;
}

export function openReadings(parts: ReadingsParts): OpenReadings {
  const { settings, coordination, store, clock, metrics, onFault } = parts;
  const register = openRegisterApi(settings, coordination);
  const crawler = openCrawler(settings);
  const notesOf = (source: string): CoordinationNotes => new CoordinationNotes(coordination, clock, source);
  const notes = notesOf(REGISTER_API);
  const { providers, ...opened } = openProviders({
    settings: settings.providers,
    coordination,
    clock,
    notesOf,
  });
  const {
    search_provider: search,
    listing_provider: places,
    ai_provider: ai,
    news_provider: news,
  } = providers;
  const { server } = settings.providers.ai;
  const asksModel = ai !== undefined && server !== null ? modelFetcher(ai, server.model) : null;
  const facts = new AccountsReaders(1);
  const pages = new PdfReaders();
  const fetchers: Fetchers = {
    ...(register && {
      register_answer: registerFetcher(register, notes),
      document: documentFetcher({ register, notes, clock, facts, pages }),
    }),
    ...(crawler && { site: siteFetcher(crawler, notesOf(WEBSITES)) }),
    ...(search && { web_search: webSearchFetcher(search) }),
    ...(places && { listing: listingFetcher(places) }),
    ...(asksModel && { second_reading: asksModel, rewriting: asksModel }),
    ...(news && { news: newsFetcher(news) }),
  };
  const storedReadings = new StoredReadings({ store, clock, days: settings.readingsDays, onFault });
  const claims = new CoordinatedClaims(coordination);
  const close = () =>
    Promise.all([register?.close(), facts.close(), pages.close(), crawler?.close(), opened.close()]);
  return new SharedReadings(fetchers, { kept: storedReadings, claims, metrics, close });
}

/** Opens the crawler, whose process the first crawl starts. Null: `CRAWLER_CONTACT` is unset. */
function openCrawler({ sites, dataDir, mongodbUrl }: ReadingsParts['settings']): SiteCrawler | null {
  const { contact } = sites;
  if (contact === null) return null;
  return new SiteCrawler({ sites: { ...sites, contact }, stores: { dataDir, mongodbUrl } });
}
