/** Calls a service in the caller's thread, which its commits and locks stall: for programs that may wait. */
import { failureOf, ServiceClosedError } from './calls.js';
import type { Answer, Call, Failure, HostedService, MethodCaller } from './calls.js';
import { PendingCalls } from './pending-calls.js';

export class DirectCaller<Methods> implements MethodCaller<Methods> {
  private service: HostedService | undefined;
  private closed = false;
  private readonly pending = new PendingCalls(this.revive);
  private readonly queue: Call[] = [];

  constructor(
    private readonly name: string,
    private readonly factory: () => HostedService,
    private readonly revive: (failure: Failure) => Error,
  ) {}

  async ready(): Promise<void> {
    this.started();
  }

  readonly call: MethodCaller<Methods>['call'] = async (method, argument) => {
    this.started();
    const { id, answer } = this.pending.open();
    this.queue.push({ id, method, argument });
    if (this.queue.length === 1) setImmediate(() => this.step());
    return answer as Promise<Answer<Methods, typeof method>>;
  };

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
