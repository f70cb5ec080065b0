/** Whether a list of the register is on file for a company, to which day it holds, and what a reading of it is worth. */
import type { ReadingState, ReadReading } from '../../live/readings/readings.js';
import type { Records } from '../../sources/kit/records/record.js';
import type { IsoDate } from '../../shared/calendar.js';
import type { ReasonCode } from '../../shared/reason-code.js';
import type { BlockSource } from '../runner/envelope.js';
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
  const gone = record.gone?.[list] ?? '';
  const newest = record.items.reduce(
    (latest, item) => (item.list === list && item.version > latest ? item.version : latest),
    gone > whole ? gone : whole,
  );
  const day = newest.slice(0, 10);
  return part || day > as_of ? day : as_of;
}

/**
 * The register's answer, where it is newer than what is on file: whichever day is later decides, the edition's where both
 * are of one day.
 * @param heldTo the day to which what is on file holds; null: nothing follows from it
 */
export const newerAnswer = (
  state: ReadingState<'register_answer'>,
  heldTo: IsoDate | null,
): ReadReading<'register_answer'> | null =>
  state.status === 'read' && (heldTo === null || state.reading.fetched_on > heldTo) ? state : null;

/** Where and when a value was read that no edition holds: an answer from an earlier request is `cache` (Blocks 1.5). */
export const readFrom = <S extends BlockSource>(
  { reading, checked }: ReadReading<'register_answer'>,
  source: S,
) =>
  ({
    source: checked.checked_live ? source : 'cache',
    as_of: reading.fetched_on,
    freshness: checked,
  }) as const;

const LIVE_REASONS = ['not_looked_up', 'register_unavailable', 'source_busy'] as const;

/** Why the register's answer can't be had; `otherwise` where there is no live register at all. */
export const whyNotLive = <R extends ReasonCode>(
  reason: ReasonCode,
  otherwise: R,
): R | (typeof LIVE_REASONS)[number] => LIVE_REASONS.find((one) => one === reason) ?? otherwise;
