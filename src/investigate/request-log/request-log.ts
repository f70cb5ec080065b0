/**
 * Keeps the request log: every call with a valid key, replays and refusals included, for 30 days, without
 * bodies, query values or secrets. The log is written in batches, so no request waits for a write. No
 * invariant depends on the log.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Coordination } from '../../../packages/platform/src/coordination/coordination.js';
import { errorMessage } from '../../../packages/platform/src/errors/error-code.js';
import type { Logger } from '../../../packages/platform/src/telemetry/logger.js';
import { shownPath } from '../../../packages/platform/src/http/request-lines.js';
import { requestBatches, type LoggedRequest } from './request-batches.js';

const FLUSH_EVERY_MS = 250;
/** The maximum number of calls that wait while the store is unreachable. Others are dropped and counted. */
const MAX_WAITING_CALLS = 20_000;
const MAX_BATCH_CALLS = 1_000;

/** Returns the key and account of a call; null for a call without a valid key. */
export type CallerOf = (request: FastifyRequest) => Pick<LoggedRequest, 'key_id' | 'account_id'> | null;

export class RequestLog {
  private unwrittenRequests: LoggedRequest[] = [];
  private droppedCalls = 0;
  private timer: NodeJS.Timeout | undefined;
  private lastWrite: Promise<void> = Promise.resolve();

  constructor(
    private readonly coordination: Coordination,
    private readonly logger: Logger,
    private readonly callerOf: CallerOf,
  ) {}

  /** Logs a finished request, if it had a valid key. */
  readonly observe = (request: FastifyRequest, reply: FastifyReply): void => {
    const caller = this.callerOf(request);
    if (caller === null) return;
    const { notes, receivedAt, requestId, traceparent } = request.edge;
    this.add({
      time: receivedAt.toISOString(),
      request_id: requestId,
      ...caller,
      method: request.method,
      path: shownPath(request.originalUrl),
      status: reply.statusCode,
      detail: notes.detail ?? null,
      job_id: notes.job_id ?? null,
      replayed: notes.replayed ?? false,
      traceparent,
      conflict: notes.conflict ?? null,
    });
  };

  /** Resolves when all earlier calls are written or given up. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.lastWrite = this.lastWrite.then(() => this.writeAll());
    await this.lastWrite;
  }

  private add(request: LoggedRequest): void {
    if (this.unwrittenRequests.length >= MAX_WAITING_CALLS) {
      this.droppedCalls += 1;
      return;
    }
    this.unwrittenRequests.push(request);
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_EVERY_MS).unref();
  }

  private async writeAll(): Promise<void> {
    while (this.unwrittenRequests.length > 0) {
      const batch = this.unwrittenRequests.slice(0, MAX_BATCH_CALLS);
      this.unwrittenRequests = this.unwrittenRequests.slice(MAX_BATCH_CALLS);
      await this.writeBatch(batch);
    }
  }

  private async writeBatch(batch: readonly LoggedRequest[]): Promise<void> {
    try {
      await this.coordination.putMany(requestBatches(batch));
    } catch (error) {
      this.droppedCalls += batch.length;
      const reason = errorMessage(error);
      this.logger.warn({ dropped: this.droppedCalls, reason }, 'lines of the request log are lost');
    }
  }
}
