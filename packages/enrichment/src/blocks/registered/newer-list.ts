/** Takes a list from the register's own answer if it is newer than the list on file. */
import type { ReadingFreshness, ReadingState } from '../../live/readings/readings.js';
import { liveItems } from '../../sources/kit/records/live-answer.js';
import type { LiveList, ReadItem, RegisterList } from '../../sources/kit/records/register-lines.js';
import type { IsoDate } from '../../../../words/src/calendar.js';
import type { ReasonCode } from '../../../../contract/src/reason-code.js';
import type { BlockSource } from '../runner/envelope.js';

/** A list in the register's own answer. */
export interface NewerList<T> {
  readonly items: readonly (ReadItem & { readonly data: T })[];
  /** The number of suppressed items that are left out, by the groups in which items are counted. */
  readonly suppressed: Readonly<Record<string, number>> | undefined;
  readonly fetched_on: IsoDate;
  readonly checked: ReadingFreshness;
}

/**
 * The list in the register's own answer, if it is newer than the list on file; else null.
 * @param heldTo the day up to which the list on file holds; null: no list is on file
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

/** Source and date of a value that no edition holds. An earlier request's answer is `cache` (Blocks 1.5). */
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

/** The reason why the register's answer is missing; `fallback` if there is no live register. */
export const whyNotLive = <R extends ReasonCode>(
  reason: ReasonCode,
  fallback: R,
): R | (typeof LIVE_REASONS)[number] => LIVE_REASONS.find((liveReason) => liveReason === reason) ?? fallback;
