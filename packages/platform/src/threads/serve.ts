/** A hosted service's side of thread or process: takes calls, sends answers in the order of the service. */
import { isMainThread, parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { FairSlots } from '../tasks/fair-slots.js';
import { failureOf } from './calls.js';
import type { Call, Failure, PatientService, ServiceFactory, Settled } from './calls.js';

/** Messages from a thread to its caller. */
export type FromThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'settled'; readonly settled: readonly Settled[] }
  | { readonly kind: 'signal'; readonly value: unknown };

/** Messages from a caller to the thread. */
export type ToThread =
  | { readonly kind: 'calls'; readonly calls: readonly Call[] }
  | { readonly kind: 'close' };

/** Runs the service in this worker thread until its caller closes it. The settings are the worker's data. */
export function serve<Settings>(factory: ServiceFactory<Settings>): void {
  const port = callersPort();
  try {
    host(port, factory);
    tell(port, { kind: 'ready' });
  } catch (error) {
    tell(port, { kind: 'failed', failure: failureOf(error) });
    port.close();
  }
}

/** The same for a service that starts, works and ends by promises. */
export function servePatiently<Settings>(factory: (settings: Settings) => Promise<PatientService>): void {
  const port = callersPort();
  factory(workerData as Settings).then(
    (service) => {
      hostPatiently(port, service);
      tell(port, { kind: 'ready' });
    },
    (error: unknown) => {
      tell(port, { kind: 'failed', failure: failureOf(error) });
      // Work that the service had begun would keep the thread.
      setImmediate(() => process.exit(1));
    },
  );
}

/**
 * The same in a process of its own (`inProcess`). The process ends with its parent, however that ended. It
 * ignores other signals to end: they are meant for the parent, which tells it when its work is done.
 */
export function serveAsProcess<Settings>(factory: (settings: Settings) => Promise<PatientService>): void {
  process.on('disconnect', () => process.exit());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  // Messages that come before the service is there.
  const early: ToThread[] = [];
  let takeIn = (message: ToThread): void => void early.push(message);
  const port: CallersPort = {
    postMessage: (message) => void process.send?.(message),
    on: (_event, take) => {
      takeIn = take;
      early.splice(0).forEach(take);
    },
    close: () => process.exit(),
  };
  const begin = (settings: Settings): unknown =>
    factory(settings).then(
      (service) => {
        hostPatiently(port, service);
        tell(port, { kind: 'ready' });
      },
      (error: unknown) =>
        process.send?.({ kind: 'failed', failure: failureOf(error) }, () => process.exit(1)),
    );
  process.on('message', (message: ToThread | { readonly kind: 'begin'; readonly settings: Settings }) =>
    message.kind === 'begin' ? begin(message.settings) : takeIn(message),
  );
}

/** The same for a service that does its calls one by one. */
export const serveEachAsProcess = (run: (argument: unknown) => unknown): void =>
  serveAsProcess(() =>
    Promise.resolve({
      atOnce: 1,
      run: (_method, argument) => Promise.resolve(argument).then(run),
      close: () => Promise.resolve(),
    }),
  );

/** The service's line to its caller. */
interface CallersPort {
  postMessage(message: FromThread, transfer: readonly ArrayBuffer[]): void;
  on(event: 'message', take: (message: ToThread) => void): unknown;
  close(): void;
}

function callersPort(): MessagePort {
  if (isMainThread || parentPort === null) throw new Error('this file is a worker thread, not a program');
  return parentPort;
}

function hostPatiently(port: CallersPort, service: PatientService): void {
  const slots = new FairSlots(service.atOnce);
  let underWay = 0;
  let closing = false;
  const endWhenIdle = (): void => {
    if (closing && underWay === 0) void service.close().finally(() => port.close());
  };
  const work = async ({ id, method, argument }: Call): Promise<void> => {
    underWay += 1;
    const settled = await slots
      .run('', () => service.run(method, argument))
      .then(
        (value): Settled => ({ id, value }),
        (error: unknown): Settled => ({ id, failure: failureOf(error) }),
      );
    tellSettled(port, [settled]);
    underWay -= 1;
    endWhenIdle();
  };
  port.on('message', (message: ToThread) => {
    if (message.kind === 'calls') for (const call of message.calls) void work(call);
    else {
      closing = true;
      endWhenIdle();
    }
  });
}

function host<Settings>(port: CallersPort, factory: ServiceFactory<Settings>): void {
  const service = factory(workerData as Settings, (value) => tell(port, { kind: 'signal', value }));
  const queue: Call[] = [];
  let scheduled = false;
  let closing = false;

  // One step at a time, from setImmediate: so messages that came meanwhile are in the queue first.
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

function tellSettled(port: CallersPort, settled: readonly Settled[]): void {
  const transfer: ArrayBuffer[] = [];
  const plain = settled.map((end): Settled => {
    if (!('value' in end) || end.transfer === undefined) return end;
    transfer.push(...end.transfer);
    return { id: end.id, value: end.value };
  });
  tell(port, { kind: 'settled', settled: plain }, transfer);
}

function tell(port: CallersPort, message: FromThread, transfer: ArrayBuffer[] = []): void {
  port.postMessage(message, transfer);
}
