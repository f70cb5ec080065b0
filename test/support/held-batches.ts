/**
 * Lets a test stop the world's worker at its own rows, until it lets them go. A log that is shared has jobs that others
 * left open: their rows pass, or they would fill the worker's hands and the test's own job would never start.
 */
import { randomUUID } from 'node:crypto';
import type { EnrichmentBatch } from '../../packages/enrichment/src/pipeline/enricher.js';
import { FakeEnricher } from './fake-enricher.js';
import { ApiWorld } from './worlds/api-world.js';
import { forAllTests } from './worlds/for-each-test.js';

export interface HeldBatches {
  /** Begins every `ref` of the test's rows. */
  readonly mark: string;
  /** Resolves when the first of its chunks has been started and is held. */
  readonly began: Promise<void>;
  readonly letGo: () => void;
  readonly beforeBatch: (batch: Pick<EnrichmentBatch, 'rows'>) => Promise<void>;
}

export function heldBatches(): HeldBatches {
  const mark = `${randomUUID().slice(0, 8)}-`;
  const [began, tellBegan] = signal();
  const [gate, letGo] = signal();
  const beforeBatch = async ({ rows }: Pick<EnrichmentBatch, 'rows'>): Promise<void> => {
    if (rows[0]?.ref?.startsWith(mark) !== true) return;
    tellBegan();
    await gate;
  };
  return { mark, began, letGo, beforeBatch };
}

/**
 * For all tests of a file: a service whose worker is held so.
 * @param judged answers are judged by the description; not for tests that read rows, which a fake enricher made
 */
export const worldHeldAt = (held: HeldBatches, judged = false): ApiWorld =>
  forAllTests(
    () => ApiWorld.start({ worker: new FakeEnricher(held), judged }),
    (world) => {
      held.letGo();
      return world.stop();
    },
  );

function signal(): [given: Promise<void>, give: () => void] {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return [given, give];
}
