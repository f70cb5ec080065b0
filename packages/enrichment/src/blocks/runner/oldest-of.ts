/** Which of several sources sets the day of an answer that they make together (Blocks 5.7). Pure. */
import type { IsoDate } from '../../../../words/src/calendar.js';

/**
 * The oldest of them: what they say together, or all leave out, holds to its day (Blocks 1.6). Of one day it
 * is the first. Null if none has a day.
 */
export function oldestOf<D extends { readonly as_of?: IsoDate | null | undefined }>(
  dated: readonly D[],
): (D & { readonly as_of: IsoDate }) | null {
  type Dated = D & { readonly as_of: IsoDate };
  return dated
    .filter((one): one is Dated => one.as_of != null)
    .reduce<Dated | null>(
      (oldest, one) => (oldest === null || one.as_of < oldest.as_of ? one : oldest),
      null,
    );
}
