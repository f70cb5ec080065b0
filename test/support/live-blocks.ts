/**
 * The product's blocks with one that only a live check can answer: proves the mechanism until a real one exists. The
 * check waits until the test opens the gate.
 */
import type { BlockCatalogue } from '../../src/blocks/index.js';
import { BLOCKS, catalogueOf } from '../../src/blocks/index.js';
import { defineBlock } from '../../src/blocks/runner/define-block.js';
import { host } from '../../src/blocks/runner/value-types.js';

export interface LiveBlocks {
  readonly catalogue: BlockCatalogue;
  /** Lets every check that waits, and every later one, answer. */
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
    needs: [],
    reasons: ['source_unavailable'],
    advisories: [],
    value: host,
  })(
    () => ({ status: 'pending' }),
    async () => {
      await opened;
      return {
        status: 'available',
        value: 'example.com',
        source: 'own_website',
        as_of: '2026-11-21',
      };
    },
  );
  return { catalogue: catalogueOf(BLOCKS.map((block) => (block.key === 'domain' ? domain : block))), open };
}
