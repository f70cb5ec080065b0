/**
 * The product's blocks with one that only a reading can answer, and readings that wait until the test opens the gate:
 * proves the mechanism until real ones exist.
 */
import type { ReplacementParts } from '../../packages/enrichment/src/pipeline/enricher-setup.js';
import { BLOCKS, catalogueOf } from '../../packages/enrichment/src/blocks/index.js';
import { defineBlock } from '../../packages/enrichment/src/blocks/runner/define-block.js';
import { host } from '../../packages/enrichment/src/blocks/runner/value-types.js';
import { SharedReadings } from '../../packages/enrichment/src/live/readings/shared-readings.js';
import { aSite } from './a-site.js';

export interface LiveBlocks {
  readonly served: ReplacementParts;
  /** Lets every fetch that waits, and every later one, answer. */
  open(): void;
}

/** `domain` is live, all else as served. */
export function liveBlocks(): LiveBlocks {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const domain = defineBlock({
    key: 'domain',
    tier: 'core',
    latency_class: 'site_live',
    description: 'A live block of the tests.',
    source: ['own_website'],
    coverage: 'Every company.',
    needs: ['company'],
    readings: ['site'],
    reasons: ['source_unavailable'],
    value: host,
  })(({ company: { as_of }, readings }) => {
    const site = readings.site('example.com');
    if (site.status === 'wanted') return { status: 'pending' };
    return site.status === 'read'
      ? { status: 'available', value: site.reading.host, source: 'own_website', as_of }
      : { status: 'not_found', reason: 'source_unavailable' };
  });
  const readings = new SharedReadings({
    site: async (key) => {
      await opened;
      const checked = { checked_live: true, checked_at: '2026-11-21T12:00:00.000Z' };
      return { status: 'read', reading: aSite({ host: key }), checked };
    },
  });
  const blocks = catalogueOf(BLOCKS.map((block) => (block.key === 'domain' ? domain : block)));
  return { served: { blocks, readings }, open };
}
