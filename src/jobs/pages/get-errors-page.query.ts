/** GET /v1/enrich/jobs/{job_id}/errors */
import type { IQueryHandler } from '@nestjs/cqrs';
import { Query, QueryHandler } from '@nestjs/cqrs';
import type { ErrorsPage } from './errors-page.js';
import { errorsPage } from './errors-page.js';
import type { PageTail } from './page-body.js';
import type { PageRefusal, PageTarget } from './page-reader.js';
import { PageReader } from './page-reader.js';

export type ErrorsRead = ErrorsPage & { readonly tail: PageTail; readonly job_id: string };

export class GetErrorsPage extends Query<ErrorsRead | PageRefusal> {
  constructor(readonly target: PageTarget) {
    super();
  }
}

@QueryHandler(GetErrorsPage)
export class GetErrorsPageHandler implements IQueryHandler<GetErrorsPage> {
  constructor(private readonly pages: PageReader) {}

  execute({ target }: GetErrorsPage): Promise<ErrorsRead | PageRefusal> {
    const { limit } = target.parameters;
    return this.pages.read('errors', target, async ({ shown: { job, ended }, from, tail }, sources) => {
      const page = await errorsPage(sources, { job, ended, from, limit });
      return { ...page, tail: tail(page.next, page.remaining), job_id: job.job_id };
    });
  }
}
