/** A service that works off its calls one at a time, first come first served. */
import { failureOf, type Call, type HostedService, type Settled } from './calls.js';

/** What a method gave: its value, and the buffers in it that move to the caller. */
export interface Given {
  readonly value: unknown;
  readonly transfer?: readonly ArrayBuffer[];
}

/** Runs one call; a throw becomes its failure. */
export function settle(call: Call, run: (method: string, argument: unknown) => Given): Settled {
  try {
    return { id: call.id, ...run(call.method, call.argument) };
  } catch (error) {
    return { id: call.id, failure: failureOf(error) };
  }
}

/** Settles a call and takes the next. @param close default: nothing is to be closed */
export const oneByOne = (
  run: (method: string, argument: unknown) => Given,
  close: () => void = () => undefined,
): HostedService => ({
  next: (queue) => queue.splice(0, 1).map((call) => settle(call, run)),
  close,
});
