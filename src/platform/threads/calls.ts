/**
 * Calls to a synchronous service that may live in a thread of its own. A method takes one argument and gives one
 * value, both plain data that structured clone can carry.
 */

/** The argument that method `K` of a service takes. */
export type Argument<Methods, K extends keyof Methods> = Methods[K] extends (argument: infer A) => unknown
  ? A
  : never;

/** What method `K` of a service answers. */
export type Answer<Methods, K extends keyof Methods> = Methods[K] extends (argument: never) => infer R
  ? R
  : never;

/** One call on its way: the number its answer comes back under. */
export interface Call {
  readonly id: number;
  readonly method: string;
  readonly argument: unknown;
}

/** An error as it crosses threads. */
export interface Failure {
  readonly name: string;
  readonly message: string;
}

/** A call's end. Buffers in `transfer` move to the caller instead of being copied. */
export type Settled =
  | { readonly id: number; readonly value: unknown; readonly transfer?: readonly ArrayBuffer[] }
  | { readonly id: number; readonly failure: Failure };

/** A synchronous service: it decides itself how many of the waiting calls it works off at once. */
export interface HostedService {
  /** Removes at least one call from the front of `queue` (never empty) and says how each removed one ended. */
  next(queue: Call[]): Settled[];
  close(): void;
}

/** Makes a service; `signal` sends its host an unasked message. */
export type ServiceFactory<Settings> = (
  settings: Settings,
  signal: (value: unknown) => void,
) => HostedService;

/** A service whose calls take their time: so many run at once, in the order in which they came. */
export interface PatientService {
  readonly atOnce: number;
  run(method: string, argument: unknown): Promise<unknown>;
  /** Called once no call is under way any more. */
  close(): Promise<void>;
}

/** Where a service is called from, whatever thread it lives in. */
export interface Caller<Methods> {
  /** Rejects where the service could not be started. */
  ready(): Promise<void>;
  call<K extends keyof Methods & string>(
    method: K,
    argument: Argument<Methods, K>,
    transfer?: readonly ArrayBuffer[],
  ): Promise<Answer<Methods, K>>;
  /** Ends the service after what was called before; later calls are refused. */
  close(): Promise<void>;
}

/** Ends a process that took more processor time or memory than it may. */
export const OVERSPENT = 'SIGXCPU';

/** How a service was lost: it ended, took too long, or took more than it may and was ended for that. */
export type Loss = 'ended' | 'late' | 'overspent';

/** The thread or process of a service ended before it answered: whether it did the work is unknown. */
export class ServiceLostError extends Error {
  override readonly name = 'ServiceLostError';

  constructor(
    message: string,
    readonly how: Loss = 'ended',
  ) {
    super(message);
  }
}

/** Nothing was asked: the thread or process can't be started. */
export class ServiceNotStartedError extends Error {
  override readonly name = 'ServiceNotStartedError';
}

/** A call after `close()`. */
export class ServiceClosedError extends Error {
  override readonly name = 'ServiceClosedError';
}

export function failureOf(error: unknown): Failure {
  // Not by instanceof: a native driver's errors may come from another realm.
  if (typeof error !== 'object' || error === null) return { name: 'Error', message: String(error) };
  const { name, message } = error as { readonly name?: unknown; readonly message?: unknown };
  return { name: typeof name === 'string' ? name : 'Error', message: String(message) };
}
