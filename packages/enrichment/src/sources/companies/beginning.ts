/** Explains the day in the register's column of incorporation, by legal form. */
import type { IsoDate } from '../../../../words/src/calendar.js';
import type { CompanyRecord } from './company-record.js';
import { isRegisteredElsewhere } from './filing-habits.js';
import { legalForm } from './legal-form.js';

interface Beginning {
  /** The words before the day: `incorporated on 12 October 2022`. */
  readonly on: string;
  readonly title: string;
}

const INCORPORATION: Beginning = { on: 'incorporated on', title: 'Incorporation' };
const REGISTRATION: Beginning = { on: 'registered on', title: 'Registration' };

/**
 * Forms that aren't incorporated by registration: an overseas company begins when it opens its first UK
 * establishment (Companies Act 2006, section 1046), a partnership by the Limited Partnerships Act 1907,
 * section 8, an overseas entity by the Economic Crime Act 2022, section 3, and other bodies by their charter.
 */
const OTHERS: Readonly<Record<string, Beginning>> = {
  'oversea-company': { on: 'UK establishment opened on', title: 'UK establishment opened' },
  'uk-establishment': { on: 'opened on', title: 'UK establishment opened' },
  'limited-partnership': REGISTRATION,
  'scottish-partnership': REGISTRATION,
  'registered-overseas-entity': REGISTRATION,
  'royal-charter': REGISTRATION,
};

/** Returns true if registration incorporates such a body. @param legal_form a key; null: unknown */
const isIncorporated = (legal_form: string | null): boolean =>
  legal_form === null || !Object.hasOwn(OTHERS, legal_form);

/** @param legal_form the register's key; null: unknown */
export const beginningOf = (legal_form: string | null): Beginning =>
  (legal_form === null ? undefined : OTHERS[legal_form]) ?? INCORPORATION;

/** The file's day for a body whose day only another registrar knows (Blocks 4.8). */
const PLACEHOLDER = '1981-01-01';

/** The day of incorporation or registration, by legal form; null: the file has a placeholder. */
export const beganOn = ({ number, incorporated_on }: CompanyRecord): IsoDate | null =>
  incorporated_on === PLACEHOLDER && isRegisteredElsewhere(number) ? null : incorporated_on;

/** The day of incorporation; null: a placeholder, or a body that is only registered (Blocks 4.8). */
export const incorporatedOn = (company: CompanyRecord): IsoDate | null =>
  isIncorporated(legalForm(company)) ? beganOn(company) : null;
