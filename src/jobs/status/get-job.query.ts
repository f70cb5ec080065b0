/** GET /v1/enrich/jobs/{job_id} */
import type { IQueryHandler } from '@nestjs/cqrs';
import { Query, QueryHandler } from '@nestjs/cqrs';
import type { AccountId } from '../../shared/ids.js';
import type { ShownJob } from './job-reader.js';
import { JobReader } from './job-reader.js';

/** A job of the account; null where it has none of this id. */
export class GetJob extends Query<ShownJob | null> {
  constructor(
    readonly account: AccountId,
    /** As the client wrote it. */
    readonly jobId: string,
  ) {
    super();
  }
}

@QueryHandler(GetJob)
export class GetJobHandler implements IQueryHandler<GetJob> {
  constructor(private readonly jobs: JobReader) {}

  execute({ account, jobId }: GetJob): Promise<ShownJob | null> {
    return this.jobs.find(account, jobId);
  }
}
