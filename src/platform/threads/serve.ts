/** The thread's side of a hosted service: calls in, answers out, in the order the service chooses. */
import { isMainThread, parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { failureOf, type Call, type Failure, type ServiceFactory, type Settled } from './calls.js';

/** Messages from a thread to its caller. */
export type FromThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'settled'; readonly settled: readonly Settled[] }
  | { readonly kind: 'signal'; readonly value: unknown };

/** Messages from a caller to the thread. */
export type ToThread =
  { readonly kind: 'calls'; readonly calls: readonly Call[] } | { readonly kind: 'close' };

/** Runs the service in this worker thread until its caller closes it. The settings come as the worker's data. */
export function serve<Settings>(factory: ServiceFactory<Settings>): void {
  if (isMainThread || parentPort === null) throw new Error('this file is a worker thread, not a program');
  const port = parentPort;
  try {
    host(port, factory);
    tell(port, { kind: 'ready' });
  } catch (error) {
    tell(port, { kind: 'failed', failure: failureOf(error) });
    port.close();
  }
}

function host<Settings>(port: MessagePort, factory: ServiceFactory<Settings>): void {
  const service = factory(workerData as Settings, (value) => tell(port, { kind: 'signal', value }));
  const queue: Call[] = [];
  let scheduled = false;
  let closing = false;

  // One step at a time from setImmediate: all messages that have come meanwhile are in the queue before the next.
  const step = (): void => {
    scheduled = false;
    if (queue.length > 0) tellSettled(port, service.next(queue));
    if (queue.length > 0) schedule();
    else if (closing) {
      service.close();
      port.close();
    }
  };
  const schedule = (): void => {
    if (scheduled) return;
    scheduled = true;
    setImmediate(step);
  };
  port.on('message', (message: ToThread) => {
    if (message.kind === 'calls') queue.push(...message.calls);
    else closing = true;
    schedule();
  });
}

function tellSettled(port: MessagePort, settled: readonly Settled[]): void {
  const transfer: ArrayBuffer[] = [];
  const plain = settled.map((end): Settled => {
    if (!('value' in end) || end.transfer === undefined) return end;
    transfer.push(...end.transfer);
    return { id: end.id, value: end.value };
  });
  tell(port, { kind: 'settled', settled: plain }, transfer);
}

function tell(port: MessagePort, message: FromThread, transfer: ArrayBuffer[] = []): void {
  port.postMessage(message, transfer);
}
