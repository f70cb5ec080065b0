/** A job by hand: submitted, followed, read page by page, cancelled. */
import { ahead } from './ahead.js';
import type { BilledCallOptions, CallOptions, Http } from './http.js';
import { MAX_ROWS, boundedWait, isText, unexpected } from './shape.js';
import type { EnrichJobRequest, ErrorEntry, ErrorsPage, Job, ResultsPage, Row } from './types.js';

export interface WaitOptions extends CallOptions {
  /** Called whenever the job was asked for. */
  readonly onProgress?: ((job: Job) => void) | undefined;
}

export interface PageOptions extends CallOptions {
  /** `next_cursor` of the page before; the first page without one. */
  readonly cursor?: string | undefined;
  /** Entries of a page, 1 to 1,000. */
  readonly limit?: number | undefined;
}

/** The most that a page may hold. */
const WHOLE_PAGE = 1_000;
const SUBMIT_TIMEOUT_MS = 600_000;
const POLL_MS = 1_000;
/** Within these it is the service that says when to ask again. */
const LEAST_POLL_MS = 20;
const LONGEST_POLL_MS = 600_000;
/**
 * Pages but the last that may hold fewer entries than were asked for. A server that goes on so never ends.
 */
const SHORT_PAGES = 100;

export class JobCalls {
  constructor(protected readonly http: Http) {}

  /** Submits up to 250,000 rows, or as many as the key may. Billed. */
  async create(request: EnrichJobRequest, options: BilledCallOptions = {}): Promise<Job> {
    const { idempotencyKey = crypto.randomUUID() } = options;
    const body = JSON.stringify(request);
    const posted = { method: 'POST', body, idempotencyKey, timeout: SUBMIT_TIMEOUT_MS } as const;
    return (await this.http.call<Job>('/enrich/jobs', posted, options)).body;
  }

  /** The job as it stands. */
  async get(jobId: string, options: CallOptions = {}): Promise<Job> {
    return (await this.http.call<Job>(pathOf(jobId), {}, options)).body;
  }

  /** Started rows are delivered, the others are skipped and not billed; a job that is over stays as it is. */
  async cancel(jobId: string, options: CallOptions = {}): Promise<Job> {
    return (await this.http.call<Job>(`${pathOf(jobId)}/cancel`, { method: 'POST' }, options)).body;
  }

  /** The job once it is over, asked for as often as the service suggests. */
  async wait(jobId: string, options: WaitOptions = {}): Promise<Job> {
    for (;;) {
      const job = await this.get(jobId, options);
      if (typeof job.results_ready !== 'boolean') throw unexpected(`job ${jobId} without results_ready`);
      options.onProgress?.(job);
      if (job.results_ready) return job;
      const wait = boundedWait(job.retry_after_ms, POLL_MS, LEAST_POLL_MS, LONGEST_POLL_MS);
      await this.http.pause(wait, options.signal);
    }
  }

  /** One page of results; rows that are not there yet keep their place. */
  async resultsPage(jobId: string, options: PageOptions = {}): Promise<ResultsPage> {
    return this.page<ResultsPage>(`${pathOf(jobId)}/results`, options);
  }

  /** One page of the rows that could not be resolved at all. */
  async errorsPage(jobId: string, options: PageOptions = {}): Promise<ErrorsPage> {
    return this.page<ErrorsPage>(`${pathOf(jobId)}/errors`, options);
  }

  /** Page after page of results from `cursor` on, the next one on its way while one is used. */
  resultPages(jobId: string, options: PageOptions = {}): AsyncGenerator<ResultsPage, void, undefined> {
    return ahead(
      pages('results', (at) => this.resultsPage(jobId, { ...options, ...at }), options),
      1,
    );
  }

  /** Every row in the order of the submission, as it stands: `wait` first for a job that runs. */
  async *results(jobId: string, options: CallOptions = {}): AsyncGenerator<Row, void, undefined> {
    for await (const page of this.resultPages(jobId, options)) yield* page.results;
  }

  /** Every row that could not be resolved at all, with its reason and whether to ask again. */
  async *errors(jobId: string, options: CallOptions = {}): AsyncGenerator<ErrorEntry, void, undefined> {
    const pageAt = (at: At): Promise<ErrorsPage> => this.errorsPage(jobId, { ...options, ...at });
    for await (const page of ahead(pages('errors', pageAt, {}), 1)) yield* page.errors;
  }

  private async page<Page>(path: string, { cursor, limit, ...options }: PageOptions): Promise<Page> {
    return (await this.http.call<Page>(path, { query: { cursor, limit } }, options)).body;
  }
}

/** Of a submitted job; an id is a path segment and nothing else. */
const pathOf = (jobId: string): string => `/enrich/jobs/${encodeURIComponent(jobId)}`;

interface Paged {
  readonly next_cursor: string | null;
}

type At = Pick<PageOptions, 'cursor' | 'limit'>;

/** @throws CompanyDataError for a page of another form, and for pages that never end */
async function* pages<Page extends Paged>(
  list: keyof Page & string,
  pageAt: (at: At) => Promise<Page>,
  { cursor: from, limit = WHOLE_PAGE }: At,
): AsyncGenerator<Page, void, undefined> {
  let [entries, short] = [0, 0];
  for (let cursor: string | null | undefined = from; cursor !== null;) {
    const page: Page = await pageAt({ cursor, limit });
    const items: unknown = page[list];
    const next: unknown = page.next_cursor;
    if (!Array.isArray(items) || (next !== null && !isText(next))) throw unexpected(`a page without ${list}`);
    entries += items.length;
    short += items.length < limit ? 1 : 0;
    if (entries > MAX_ROWS || short > SHORT_PAGES || next === cursor)
      throw unexpected(`pages of ${list} that do not end`);
    cursor = next;
    yield page;
  }
}
