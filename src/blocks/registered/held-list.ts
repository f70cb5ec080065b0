/** Whether a list of the register is on file for a company, to which day it holds, and why it wasn't asked for. */
import type { Records } from '../../sources/records/record.js';
import type { IsoDate } from '../../shared/calendar.js';
import type { ReasonCode } from '../../shared/reason-code.js';
import type { SourceFact } from '../runner/facts.js';

/**
 * Of a list that was fetched for this company the day of its newest news, or that of the edition where the edition holds
 * everybody and is newer; of any other list the day of such an edition. Null: the edition is a part and the list isn't
 * held whole, so that nothing follows from what is missing.
 */
export function listHeldOn(
  { record, part, as_of }: SourceFact<Records<unknown>>,
  list: string,
): IsoDate | null {
  const whole = record?.whole[list];
  if (whole === undefined || record === null) return part ? null : as_of;
  const news = record.items.filter((item) => item.list === list).map(({ version }) => version);
  return [whole, ...news]
    .map((version) => version.slice(0, 10))
    .reduce((latest, day) => (day > latest ? day : latest), part ? '' : as_of);
}

const LIVE_REASONS = ['not_looked_up', 'register_unavailable', 'source_busy'] as const;

/** Why the register's answer can't be had; `otherwise` where there is no live register at all. */
export const whyNotLive = <R extends ReasonCode>(
  reason: ReasonCode,
  otherwise: R,
): R | (typeof LIVE_REASONS)[number] => LIVE_REASONS.find((one) => one === reason) ?? otherwise;
