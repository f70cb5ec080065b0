/** Finds the earlier acceptance of a website that is shut now. */
import type { ReadingState } from '../../../live/readings/readings.js';
import type { IsoDate } from '../../../../../words/src/calendar.js';
import type { SiteReading } from '../../../sites/site-reading.js';
import type { JudgedCompany } from '../../../sites/verdict/judged-company.js';
import { verdictKey, type RememberedVerdict } from '../../../sites/verdict/remembered-verdict.js';

/** The earlier acceptance of a site; null: the site isn't shut, or nothing is known of an acceptance. */
export function acceptedEarlier(
  { host, state }: Pick<SiteReading, 'host' | 'state'>,
  { number }: Pick<JudgedCompany, 'number'>,
  verdicts: (verdictOfKey: string) => ReadingState<'site_verdict'>,
): RememberedVerdict | null {
  if (state !== 'unreachable' && state !== 'blocked') return null;
  const verdictState = verdicts(verdictKey(number, host));
  return verdictState.status === 'read' && verdictState.reading.outcome === 'accept'
    ? verdictState.reading
    : null;
}

export const acceptedOn = ({ crawled_at }: RememberedVerdict): IsoDate => crawled_at.slice(0, 10);

/** The detail about a website that was accepted and is shut now; nothing for any other. */
export const earlierAcceptance = (accepted: RememberedVerdict | null) =>
  accepted === null
    ? {}
    : {
        accepted: {
          on: acceptedOn(accepted),
          score: accepted.score,
          weights: accepted.weights,
        },
      };
