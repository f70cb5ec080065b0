/** Finds the register's first entries of a company, which are no changes (Blocks 4.19). Pure. */
import { daysBetween, type IsoDate } from '../../../../../words/src/calendar.js';
import type { RegisterEvent } from '../../register-events/register-event.js';

/** The number of days after incorporation within which officers and controllers count as the first. */
const FIRST_DAYS = 30;
const NO_CONTROLLER = /no-individual-or-entity-with-signi?ficant-control/;

/**
 * Makes a test for first entries, which are no changes. These are officers appointed within 30 days of
 * incorporation, and controllers notified within these days before any controller ceased. If all controllers
 * are known, those notified on the earliest day are first entries too.
 * After a statement that there is no controller, a notification is a change.
 */
export function firstEntryTest(
  events: readonly RegisterEvent[],
  {
    incorporatedOn,
    knowsAllControllers,
  }: { readonly incorporatedOn: IsoDate | null; readonly knowsAllControllers: boolean },
): (event: RegisterEvent) => boolean {
  const days = (type: RegisterEvent['type']): IsoDate[] =>
    events.flatMap((event) => (event.type === type ? [event.date] : [])).sort();
  const [notified] = days('controller_notified');
  const [ceased = '9999-12-31'] = days('controller_ceased');
  const isEarly = (day: IsoDate): boolean =>
    incorporatedOn !== null && daysBetween(incorporatedOn, day) <= FIRST_DAYS;
  const hadNoController = (day: IsoDate): boolean =>
    events.some(
      ({ type, date, values }) =>
        type === 'control_statement' && date < day && NO_CONTROLLER.test(values['statement'] ?? ''),
    );
  return ({ type, date }) => {
    if (type === 'officer_appointed') return isEarly(date);
    if (type !== 'controller_notified') return false;
    const isFirst = (knowsAllControllers && date === notified) || (isEarly(date) && date < ceased);
    return isFirst && !hadNoController(date);
  };
}
