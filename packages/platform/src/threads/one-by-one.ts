/** A service that does its calls one at a time, in the order in which they came. */
import { failureOf, type Call, type HostedService, type Settled } from './calls.js';

/** A method's value, and the buffers in it that move to the caller. */
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

/** Settles a call, then takes the next. @param close default: closes nothing */
export const oneByOne = (
  run: (method: string, argument: unknown) => Given,
  close: () => void = () => undefined,
): HostedService => ({
  next: (queue) => queue.splice(0, 1).map((call) => settle(call, run)),
  close,
});
