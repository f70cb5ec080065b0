/** Finds the source that sets the day of an answer made from several sources (Blocks 5.7). Pure. */
import type { IsoDate } from '../../../../words/src/calendar.js';

/**
 * The oldest of these sources. A statement of several sources, or a gap in all of them, holds to the day of
 * the oldest (Blocks 1.6). Among sources of one day the first is taken. Null if none has a day.
 */
export function oldestOf<D extends { readonly as_of?: IsoDate | null | undefined }>(
  dated: readonly D[],
): (D & { readonly as_of: IsoDate }) | null {
  type Dated = D & { readonly as_of: IsoDate };
  return dated
    .filter((item): item is Dated => item.as_of != null)
    .reduce<Dated | null>(
      (oldest, item) => (oldest === null || item.as_of < oldest.as_of ? item : oldest),
      null,
    );
}
