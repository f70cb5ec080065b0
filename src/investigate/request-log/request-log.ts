/**
 * The request log: keeps every call with a valid key, replays and refusals included, for 30 days, without
 * bodies, query values or secrets. It is written in batches so that no request waits for it. No invariant
 * depends on it.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Coordination } from '../../../packages/platform/src/coordination/coordination.js';
import { errorMessage } from '../../../packages/platform/src/errors/error-code.js';
import type { Logger } from '../../../packages/platform/src/telemetry/logger.js';
import { shownPath } from '../../../packages/platform/src/http/request-lines.js';
import { requestBatches, type LoggedRequest } from './request-batches.js';

const FLUSH_MS = 250;
/** The maximum number of calls that wait while the store is unreachable. Others are dropped and counted. */
const MAX_WAITING = 20_000;
const MAX_BATCH = 1_000;

/** Returns the key and account of a call; null for a call without a valid key. */
export type CallerOf = (request: FastifyRequest) => Pick<LoggedRequest, 'key_id' | 'account_id'> | null;

export class RequestLog {
  private unwrittenRequests: LoggedRequest[] = [];
  private dropped = 0;
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly coordination: Coordination,
    private readonly logger: Logger,
    private readonly callerOf: CallerOf,
  ) {}

  /** Takes a finished request; one without a valid key is not kept. */
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
    this.writing = this.writing.then(() => this.writeAll());
    await this.writing;
  }

  private add(request: LoggedRequest): void {
    if (this.unwrittenRequests.length >= MAX_WAITING) {
      this.dropped += 1;
      return;
    }
    this.unwrittenRequests.push(request);
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  private async writeAll(): Promise<void> {
    while (this.unwrittenRequests.length > 0) {
      const batch = this.unwrittenRequests.slice(0, MAX_BATCH);
      this.unwrittenRequests = this.unwrittenRequests.slice(MAX_BATCH);
      await this.writeBatch(batch);
    }
  }

  private async writeBatch(batch: readonly LoggedRequest[]): Promise<void> {
    try {
      await this.coordination.putMany(requestBatches(batch));
    } catch (error) {
      this.dropped += batch.length;
      const reason = errorMessage(error);
      this.logger.warn({ dropped: this.dropped, reason }, 'lines of the request log are lost');
    }
  }
}
