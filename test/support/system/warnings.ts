/** What Node warns of while something runs. */
import { setImmediate } from 'node:timers/promises';

export async function warningsOf(run: () => Promise<unknown>): Promise<string[]> {
  const warnings: string[] = [];
  const note = ({ message }: Error): unknown => warnings.push(message);
  process.on('warning', note);
  try {
    await run();
    await setImmediate();
  } finally {
    process.off('warning', note);
  }
  return warnings;
}
