/** Waits for SIGTERM and SIGINT, so that a long command ends cleanly. */
import type { Cli } from '../command-line.js';

export const END_SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Returns a signal that aborts at the first SIGTERM or SIGINT. Until the command ends, the signals have no
 * other effect.
 */
export function abortOnSignal(cli: Pick<Cli, 'runAtEnd'>): AbortSignal {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  for (const signal of END_SIGNALS) process.on(signal, abort);
  cli.runAtEnd(async () => {
    for (const signal of END_SIGNALS) process.off(signal, abort);
  });
  return controller.signal;
}

/** Resolves with the first SIGTERM or SIGINT. From now on the signals have no other effect. */
export const untilEndSignal = (): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    for (const signal of END_SIGNALS) process.on(signal, resolve);
  });
