/** Failed fetches from publishers as metrics, from the notes on this machine. */
import { Gauge, type Registry } from 'prom-client';
import { SOURCE_NAMES } from '../sources/index.js';
import { syncNoteOf } from '../sources/kit/publication/sync-note.js';

/** Several roles of a process may measure it: `/metrics` shows one line a source. */
export function measureSyncFailures(registry: Registry, dataDir: string): void {
  const gauge = new Gauge({
    name: 'register_sync_failures',
    help: 'Looks at the publisher in a row, on this machine, that brought no edition for a fault; 0: the last went well.',
    labelNames: ['source'],
    registers: [registry],
    aggregator: 'max',
    collect: () => {
      for (const source of SOURCE_NAMES) {
        const note = syncNoteOf(dataDir, source);
        if (note !== null) gauge.set({ source }, note.failures);
      }
    },
  });
}
