/** GET /v1/usage */
import type { IQueryHandler } from '@nestjs/cqrs';
import { Query, QueryHandler } from '@nestjs/cqrs';
import type { UsageOutcome, UsageQuestion } from './usage-reader.js';
import { UsageReader } from './usage-reader.js';

export class GetUsage extends Query<UsageOutcome> {
  constructor(readonly question: UsageQuestion) {
    super();
  }
}

@QueryHandler(GetUsage)
export class GetUsageHandler implements IQueryHandler<GetUsage> {
  constructor(private readonly usage: UsageReader) {}

  execute({ question }: GetUsage): Promise<UsageOutcome> {
    return this.usage.ask(question);
  }
}
