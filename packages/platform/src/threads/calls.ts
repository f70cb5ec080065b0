/** Calls to a service that may run in its own thread: one argument, one value, both plain data. */

/** The argument of a service's method `K`. */
export type Argument<Methods, K extends keyof Methods> = Methods[K] extends (argument: infer A) => unknown
  ? A
  : never;

/** The answer of a service's method `K`. */
export type Answer<Methods, K extends keyof Methods> = Methods[K] extends (argument: never) => infer R
  ? R
  : never;

/** One call on its way. Its answer comes back under the same number. */
export interface Call {
  readonly id: number;
  readonly method: string;
  readonly argument: unknown;
}

/** An error on its way between threads. */
export interface Failure {
  readonly name: string;
  readonly message: string;
}

/** How a call ended. Buffers in `transfer` move to the caller instead of being copied. */
export type Settled =
  | { readonly id: number; readonly value: unknown; readonly transfer?: readonly ArrayBuffer[] }
  | { readonly id: number; readonly failure: Failure };

/** A synchronous service. It decides how many of the waiting calls it does at once. */
export interface HostedService {
  /** Removes at least one call from the front of the filled `queue`. @returns how each removed call ended */
  next(queue: Call[]): Settled[];
  close(): void;
}

/** Makes a service. @param signal sends the caller a message that nobody asked for */
export type ServiceFactory<Settings> = (
  settings: Settings,
  signal: (value: unknown) => void,
) => HostedService;

/** A service whose calls take long: so many run at once, in the order in which they came. */
export interface PatientService {
  readonly atOnce: number;
  run(method: string, argument: unknown): Promise<unknown>;
  /** Called once no call runs any more. */
  close(): Promise<void>;
}

/** The caller's side of a service, whatever thread the service runs in. */
export interface MethodCaller<Methods> {
  /** Rejects where the service could not be started. */
  ready(): Promise<void>;
  call<K extends keyof Methods & string>(
    method: K,
    argument: Argument<Methods, K>,
    transfer?: readonly ArrayBuffer[],
  ): Promise<Answer<Methods, K>>;
  /** Ends the service after earlier calls are done. Later calls are refused. */
  close(): Promise<void>;
}

/** Ends a process that used more processor time or memory than it may. */
export const OVERSPENT = 'SIGXCPU';

/** The way a service was lost: it ended, took too long, or used more than it may and was ended for that. */
export type Loss = 'ended' | 'late' | 'overspent';

/** The service's thread or process ended before the answer. Nobody knows whether it did the work. */
export class ServiceLostError extends Error {
  override readonly name = 'ServiceLostError';

  constructor(
    message: string,
    readonly how: Loss = 'ended',
  ) {
    super(message);
  }
}

/** No call was made: the thread or process can't be started. */
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
