/** What a reading of a list of the register is worth beside what is on file of it. */
import type { ReadingState, ReadReading } from '../../live/readings/readings.js';
import type { IsoDate } from '../../../../words/src/calendar.js';
import type { ReasonCode } from '../../../../contract/src/reason-code.js';
import type { BlockSource } from '../runner/envelope.js';

/**
 * The register's answer, where it is newer than what is on file: whichever day is later decides, the
 * edition's where both are of one day.
 * @param heldTo the day to which what is on file holds; null: nothing follows from it
 */
export const newerAnswer = (
  state: ReadingState<'register_answer'>,
  heldTo: IsoDate | null,
): ReadReading<'register_answer'> | null =>
  state.status === 'read' && (heldTo === null || state.reading.fetched_on > heldTo) ? state : null;

/**
 * Where and when a value was read that no edition holds: an answer from an earlier request is `cache` (Blocks
 * 1.5).
 */
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
