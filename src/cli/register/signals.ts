/** Commands that run for long end in order at SIGTERM or SIGINT. */
import type { Cli } from '../command-line.js';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** Given at the first signal to end; until the command is over, signals do nothing else. */
export function untilSignal(cli: Pick<Cli, 'atEnd'>): AbortSignal {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  for (const signal of SIGNALS) process.on(signal, end);
  cli.atEnd(async () => {
    for (const signal of SIGNALS) process.off(signal, end);
  });
  return ending.signal;
}
