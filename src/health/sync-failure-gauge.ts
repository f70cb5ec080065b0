/** Shows failed fetches from publishers as a metric. It has its own file, because it loads all sources. */
import type { Registry } from 'prom-client';
import { EditionFiles, SOURCE_NAMES } from '../../packages/enrichment/src/index.js';
import { measureEach } from './readiness-gauges.js';

/** Measures failed fetches by the notes on this machine. Several roles may measure them. */
export function measureSyncFailures(registry: Registry, dataDir: string): void {
  const about = {
    name: 'register_sync_failures',
    help: 'Looks at the publisher in a row, on this machine, that brought no edition for a fault; 0: the last went well.',
    labelNames: ['source'],
    aggregator: 'max',
  } as const;
  measureEach(registry, about, () =>
    SOURCE_NAMES.flatMap((source) => {
      const note = EditionFiles.syncNoteOf(dataDir, source);
      return note === null ? [] : [[{ source }, note.failures] as const];
    }),
  );
}
