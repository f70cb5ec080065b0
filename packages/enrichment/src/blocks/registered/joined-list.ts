/** Joins what is on file of a list of the register with what the register itself answers. */
import type { Checked, ReadingState } from '../../live/readings/readings.js';
import { liveItems } from '../../sources/kit/records/live-answer.js';
import type { LiveList, ReadItem, RegisterList } from '../../sources/kit/records/register-lines.js';
import type { IsoDate } from '../../../../words/src/calendar.js';
import type { ReasonCode } from '../../../../contract/src/reason-code.js';
import type { BlockSource } from '../runner/envelope.js';

/** A list as the register answers it. */
export interface NewerList<T> {
  readonly items: readonly (ReadItem & { readonly data: T })[];
  /** How many are left out because they are suppressed, by the groups in which items are counted. */
  readonly suppressed: Readonly<Record<string, number>> | undefined;
  readonly fetched_on: IsoDate;
  readonly checked: Checked;
}

/**
 * The list as the register answers it, where that is newer than what is on file: whichever day is later
 * decides, the edition's where both are of one day. Every block that joins an edition and an answer asks
 * here.
 * @param heldTo the day to which what is on file holds; null: nothing follows from it
 * @returns null where what is on file decides
 */
export function newerList<T>(
  list: Omit<LiveList<T>, 'items'> & Pick<RegisterList, 'items'>,
  company: string,
  state: ReadingState<'register_answer'>,
  heldTo: IsoDate | null,
): NewerList<T> | null {
  if (state.status !== 'read' || (heldTo !== null && state.reading.fetched_on <= heldTo)) return null;
  const { answers, suppressed, fetched_on } = state.reading;
  return { items: liveItems(list, answers, company), suppressed, fetched_on, checked: state.checked };
}

/**
 * Where and when a value was read that no edition holds: an answer from an earlier request is `cache`
 * (Blocks 1.5).
 */
export const readFrom = <S extends BlockSource>(
  { fetched_on, checked }: Pick<NewerList<unknown>, 'fetched_on' | 'checked'>,
  source: S,
) =>
  ({
    source: checked.checked_live ? source : 'cache',
    as_of: fetched_on,
    freshness: checked,
  }) as const;

const LIVE_REASONS = ['not_looked_up', 'register_unavailable', 'source_busy'] as const;

/** Why the register's answer can't be had; `otherwise` where there is no live register at all. */
export const whyNotLive = <R extends ReasonCode>(
  reason: ReasonCode,
  otherwise: R,
): R | (typeof LIVE_REASONS)[number] => LIVE_REASONS.find((one) => one === reason) ?? otherwise;
