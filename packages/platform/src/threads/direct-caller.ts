/**
 * Calls a service in the caller's own thread, without a hop: for processes that do nothing else. Commits and
 * locks stall the event loop. Calls of one turn still reach the service together.
 */
import {
  failureOf,
  ServiceClosedError,
  type Answer,
  type Argument,
  type Call,
  type MethodCaller,
  type Failure,
  type HostedService,
} from './calls.js';
import { PendingCalls } from './pending-calls.js';

export class DirectCaller<Methods> implements MethodCaller<Methods> {
  private service: HostedService | undefined;
  private closed = false;
  private readonly pending: PendingCalls;
  private readonly queue: Call[] = [];

  constructor(
    private readonly name: string,
    private readonly factory: () => HostedService,
    private readonly revive: (failure: Failure) => Error,
  ) {
    this.pending = new PendingCalls(revive);
  }

  async ready(): Promise<void> {
    this.started();
  }

  async call<K extends keyof Methods & string>(
    method: K,
    argument: Argument<Methods, K>,
  ): Promise<Answer<Methods, K>> {
    this.started();
    const { id, answer } = this.pending.open();
    this.queue.push({ id, method, argument });
    if (this.queue.length === 1) setImmediate(() => this.step());
    return answer as Promise<Answer<Methods, K>>;
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    while (this.queue.length > 0) this.work();
    this.service?.close();
  }

  private step(): void {
    if (this.queue.length > 0) this.work();
    if (this.queue.length > 0) setImmediate(() => this.step());
  }

  private work(): void {
    if (this.service !== undefined) this.pending.settle(this.service.next(this.queue));
  }

  private started(): HostedService {
    if (this.closed) throw new ServiceClosedError(`${this.name} is closed`);
    try {
      return (this.service ??= this.factory());
    } catch (error) {
      throw this.revive(failureOf(error));
    }
  }
}
