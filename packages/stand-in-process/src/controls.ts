/**
 * The door by which the owner of a stand-in's process tells it what to do: one message a request, one an
 * answer.
 */

/**
 * Methods that every stand-in has; each adds its own. Arguments and answers are copied from process to
 * process.
 */
export interface Controls {
  /** Calls and options of clients that the stand-in wasn't made for. */
  unknownCalls(): readonly string[];
}

/** The same from outside: the methods of the controls, each answered when it is done. */
export type Remote<C> = {
  readonly [Name in keyof C]: C[Name] extends (...args: infer Args) => infer Answer
    ? (...args: Args) => Promise<Awaited<Answer>>
    : never;
};

export interface Request {
  readonly id: number;
  readonly control: string;
  readonly args: readonly unknown[];
}

export interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}
