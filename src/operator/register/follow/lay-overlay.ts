/** Makes a new edition from that in force and the waiting events, as `register import --update` does. */
import { activeEdition } from '../../../sources/kit/editions/edition.js';
import { NotDone } from '../../refusal.js';
import type { SourceName } from '../../../sources/index.js';
import { importEdition, type RegisterSettings } from '../import-edition.js';
import type { Spool } from './spool.js';

/** Above it the stream is considered wrong. Below it the other events are used: they are never sent again. */
const MOST_REJECTED_PERCENT = 50;

export type OverlayOutcome =
  | { readonly outcome: 'laid'; readonly edition: string; readonly events: number; readonly rejected: number }
  | { readonly outcome: 'nothing' }
  /** The overlay failed; its events stay in the spools. */
  | { readonly outcome: 'refused'; readonly why: string };

export interface OverlayRequest {
  readonly settings: RegisterSettings;
  readonly source: SourceName;
  readonly spools: readonly Spool[];
}

/** @param now milliseconds since 1970 */
export async function layOverlay(
  { settings, source, spools }: OverlayRequest,
  now: () => number,
): Promise<OverlayOutcome> {
  if (spools.every(({ waiting }) => waiting === 0)) return { outcome: 'nothing' };
  if (activeEdition(settings.dataDir, source) === null)
    return { outcome: 'refused', why: `no edition of ${source} is in force: import a whole one` };
  const events = spools.reduce((sum, { waiting }) => sum + waiting, 0);
  const closed = spools.map((spool) => ({ spool, files: spool.close() }));
  try {
    const { edition, rejected } = await importEdition(settings, {
      source,
      files: closed.flatMap(({ files }) => files),
      update: true,
      maxRejectedPercent: MOST_REJECTED_PERCENT,
    });
    for (const { spool, files } of closed) await spool.markLaid(files, now());
    return { outcome: 'laid', edition, events, rejected };
  } catch (error) {
    if (error instanceof NotDone) return { outcome: 'refused', why: error.message };
    throw error;
  }
}
