/** GET /v1/enrich/jobs/{job_id}/results */
import type { IQueryHandler } from '@nestjs/cqrs';
import { Query, QueryHandler } from '@nestjs/cqrs';
import type { PageTail } from './page-body.js';
import type { PageRefusal, PageTarget } from './page-reader.js';
import { PageReader } from './page-reader.js';
import type { ResultsPage } from './results-page.js';
import { resultsPage } from './results-page.js';

export type ResultsRead = ResultsPage & { readonly tail: PageTail; readonly job_id: string };

export class GetResultsPage extends Query<ResultsRead | PageRefusal> {
  constructor(readonly target: PageTarget) {
    super();
  }
}

@QueryHandler(GetResultsPage)
export class GetResultsPageHandler implements IQueryHandler<GetResultsPage> {
  constructor(private readonly pages: PageReader) {}

  execute({ target }: GetResultsPage): Promise<ResultsRead | PageRefusal> {
    const { limit } = target.parameters;
    return this.pages.read('results', target, async ({ shown: { job, ended }, from, tail }, sources) => {
      const page = await resultsPage(sources, { job, ended, from, limit });
      return { ...page, tail: tail(page.next, page.remaining), job_id: job.job_id };
    });
  }
}
