/** Reads the pages of a job, if the account owns the job and its rows can be read. */
import { Inject, Injectable } from '@nestjs/common';
import { jobSubject } from '../../streams/stream-ids.js';
import type { Clock } from '../../../packages/platform/src/time/clock.js';
import type { EventStore } from '../../../packages/platform/src/event-store/event-store.js';
import type { LiveReadModels } from '../../../packages/platform/src/projector/live-read-models.js';
import type { Settings } from '../../settings/settings.js';
import {
  CLOCK,
  EVENT_STORE,
  LIVE_READ_MODELS,
  SETTINGS,
} from '../../../packages/platform/src/nest/tokens.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { ExpiryGuard } from '../retention/expiry-guard.js';
import type { PageTail } from '../status/job-bodies.js';
import { JobReader } from '../status/job-reader.js';
import { rowsGoneFor, type RowsGone } from '../status/job-view.js';
import { readCursor, writeCursor, type PagedEndpoint } from './page-cursor.js';
import type { PageParameters } from './page-parameters.js';
import { readErrorsPage, type ErrorsPage } from './errors-page.js';
import { readResultsPage, type PageRequest, type ResultsPage } from './results-page.js';
import type { PageSources } from './unrecorded-rows.js';

export interface PageTarget {
  readonly account: AccountId;
  /** As the client wrote it. */
  readonly jobId: string;
  readonly parameters: PageParameters;
}

type ReadPage<Page> = Page & { readonly tail: PageTail; readonly job_id: string };

/** The time that the page of an unfinished resolve waits for the pages lane before it is read. */
const OWN_WRITE_WAIT_MS = 1_000;

/** The reasons why a page can't be read, most serious first (Contract 3.5). */
export type PageRefusal =
  | { readonly outcome: 'job_not_found' }
  | RowsGone
  | { readonly outcome: 'malformed_cursor' }
  /** The read model is not up to date yet, or it does not show this job. */
  | { readonly outcome: 'unavailable' };

@Injectable()
export class PageReader {
  constructor(
    private readonly jobs: JobReader,
    @Inject(LIVE_READ_MODELS) private readonly models: LiveReadModels,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'cursorSecret'>,
    private readonly expiryGuard: ExpiryGuard,
  ) {}

  readResults(target: PageTarget): Promise<ReadPage<ResultsPage> | PageRefusal> {
    return this.read('results', target, readResultsPage);
  }

  readErrors(target: PageTarget): Promise<ReadPage<ErrorsPage> | PageRefusal> {
    return this.read('errors', target, readErrorsPage);
  }

  private async read<Page extends Pick<ErrorsPage, 'nextRow' | 'remaining'>>(
    endpoint: PagedEndpoint,
    { account, jobId, parameters: { cursor, limit } }: PageTarget,
    build: (sources: PageSources, page: PageRequest) => Promise<Page>,
  ): Promise<ReadPage<Page> | PageRefusal> {
    const { models, store } = this;
    const shownJob = await this.jobs.find(account, jobId);
    if (shownJob === null) return { outcome: 'job_not_found' };
    const { job, isEnded } = shownJob;
    const { job_id } = job;
    const rowsGone = await rowsGoneFor(job, this.clock.now(), () => this.expiryGuard.isExpiryPaused());
    if (rowsGone !== null) return rowsGone;
    const scope = { secret: this.settings.cursorSecret, endpoint, job: job_id };
    const firstRow = cursor === undefined ? 0 : cursor === null ? null : readCursor(scope, cursor);
    if (firstRow === null) return { outcome: 'malformed_cursor' };
    if (!(await models.answers('pages')) || (await models.isParked(jobSubject(job_id), 'pages')))
      return { outcome: 'unavailable' };
    // A client that just received some blocks of its row must find them in the page.
    if (job.operation === 'resolve' && !isEnded)
      await models.waitFor('pages', await models.head(), OWN_WRITE_WAIT_MS);
    const page = await build({ reader: models, store }, { ...shownJob, firstRow, limit });
    const tail = {
      next_cursor: page.nextRow === null ? null : writeCursor(scope, page.nextRow),
      remaining: page.remaining,
      results_ready: isEnded,
      expires_at: isEnded ? job.expires_at : null,
    };
    return { ...page, tail, job_id };
  }
}
