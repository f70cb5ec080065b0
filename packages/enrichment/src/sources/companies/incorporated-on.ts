/** Reads the day of incorporation, as far as the register knows it. */
import type { IsoDate } from '../../../../words/src/calendar.js';
import { isIncorporated } from './beginning.js';
import type { CompanyRecord } from './company-record.js';
import { isRegisteredElsewhere } from './filing-habits.js';
import { legalForm } from './legal-form.js';

/** The file's text for a day that only another body knows (Blocks 4.8). */
const PLACEHOLDER = '1981-01-01';

/** The day of incorporation or registration, whichever its form has; null where the row has a placeholder. */
export const beganOn = ({ number, incorporated_on }: CompanyRecord): IsoDate | null =>
  incorporated_on === PLACEHOLDER && isRegisteredElsewhere(number) ? null : incorporated_on;

/**
 * The day of incorporation; null for a placeholder, and for a body that is registered and not incorporated
 * (Blocks 4.8).
 */
export const incorporatedOn = (company: CompanyRecord): IsoDate | null =>
  isIncorporated(legalForm(company)) ? beganOn(company) : null;
