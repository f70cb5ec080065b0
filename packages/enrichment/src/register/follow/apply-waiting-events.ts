/** Makes a new edition from the active edition and the waiting events, as `register import --update` does. */
import { activeEdition } from '../../sources/kit/editions/edition.js';
import { NotDone } from '../../../../platform/src/errors/refusal.js';
import type { SourceName } from '../../sources/index.js';
import { importEdition, type RegisterSettings } from '../import-edition.js';
import type { Spool } from './spool.js';

/** The percentage of rejected events from which the update fails: accepted events are never sent again. */
const MAX_REJECTED_PERCENT = 50;

export type ApplyOutcome =
  | {
      readonly outcome: 'applied';
      readonly edition: string;
      readonly events: number;
      readonly rejected: number;
    }
  | { readonly outcome: 'nothing' }
  /** The update failed; its events stay in the spools. */
  | { readonly outcome: 'refused'; readonly reason: string };

export interface OverlayRequest {
  readonly settings: RegisterSettings;
  readonly source: SourceName;
  readonly spools: readonly Spool[];
}

/** @param now milliseconds since 1970 */
export async function applyWaitingEvents(
  { settings, source, spools }: OverlayRequest,
  now: () => number,
): Promise<ApplyOutcome> {
  if (spools.every(({ waiting }) => waiting === 0)) return { outcome: 'nothing' };
  if (activeEdition(settings.dataDir, source) === null)
    return { outcome: 'refused', reason: `no edition of ${source} is in force: import a whole one` };
  const events = spools.reduce((sum, { waiting }) => sum + waiting, 0);
  const closed = spools.map((spool) => ({ spool, files: spool.close() }));
  try {
    const { edition, rejected } = await importEdition(settings, {
      source,
      files: closed.flatMap(({ files }) => files),
      update: true,
      maxRejectedPercent: MAX_REJECTED_PERCENT,
    });
    for (const { spool, files } of closed) await spool.markApplied(files, now());
    return { outcome: 'applied', edition, events, rejected };
  } catch (error) {
    if (error instanceof NotDone) return { outcome: 'refused', reason: error.message };
    throw error;
  }
}
