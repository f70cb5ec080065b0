/**
 * Declares the context of commands on the register. They get nothing else, so they can't reach the event log,
 * jobs or operators.
 */
import type { SuppressedValues } from '../../../contract/src/suppression/suppressed.js';
import type { Coordination } from '../../../platform/src/coordination/coordination.js';
import type { ChangedSuppressions, Window } from './changes/source-changes.js';
import type { EnrichmentSettings } from '../settings.js';

/** Tells whether an unfinished chunk names this edition of this source. */
export type IsEditionInUse = (source: string, edition: string) => boolean;

export interface RegisterContext {
  readonly settings: EnrichmentSettings;
  readonly coordination: Coordination;
  /** Names the holder of a lease. */
  readonly requestId: string;
  /** Editions that an unfinished chunk names are kept. */
  readonly editionsInUse: () => Promise<IsEditionInUse>;
  readonly suppressed: () => Promise<SuppressedValues>;
  /** The values whose suppression changed in the window; null if none did. */
  readonly changedSuppressions: (window: Window) => Promise<ChangedSuppressions | null>;
}
