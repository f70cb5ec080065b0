/** Turns SIGTERM and SIGINT into an abort signal, so that a long command ends cleanly. */
import type { Cli } from '../command-line.js';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Returns a signal that aborts at the first SIGTERM or SIGINT. Until the command ends, the signals have no
 * other effect.
 */
export function abortOnSignal(cli: Pick<Cli, 'atEnd'>): AbortSignal {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  for (const signal of SIGNALS) process.on(signal, end);
  cli.atEnd(async () => {
    for (const signal of SIGNALS) process.off(signal, end);
  });
  return ending.signal;
}
