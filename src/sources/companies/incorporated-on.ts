/** The day of incorporation as far as the register knows it. */
import type { IsoDate } from '../../shared/calendar.js';
import type { CompanyRecord } from './company-record.js';
import { isRegisteredElsewhere } from './filing-habits.js';

/** What the file has in place of a day that only another body knows (Blocks 4.8). */
const PLACEHOLDER = '1981-01-01';

/** Null where the row has a placeholder. */
export const incorporatedOn = ({ number, incorporated_on }: CompanyRecord): IsoDate | null =>
  incorporated_on === PLACEHOLDER && isRegisteredElsewhere(number) ? null : incorporated_on;
