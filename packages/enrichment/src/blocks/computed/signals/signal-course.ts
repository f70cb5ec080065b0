/** Finds the state of a signal, and the register's first entries, which are no change (Blocks 4.19). Pure. */
import { daysBetween, type IsoDate } from '../../../../../words/src/calendar.js';
import type { RegisterEvent } from '../../register-events/register-event.js';

/** States on the day of a signal: begun or done, halted, given up or undone, and ended. */
export const SIGNAL_STATES = ['opened', 'suspended', 'discontinued', 'ended'] as const;
export type SignalState = (typeof SIGNAL_STATES)[number];

/** The register's words and forms: `dissolution-voluntary-strike-off-suspended`, DISS16(SOAS), DISS40. */
const SUSPENDED = /strike.off action has been suspended|^Form \S*SOAS/i;
const DISCONTINUED =
  /strike.off action has been discontinued|^Withdraw\w* (?:\w+ )*strike.off|^Form (?:DISS40|(?:LL)?DS02|\S*SOAD)/i;

/** Tells whether a filing of another kind halts a strike-off or gives it up; null: neither. */
export function strikeOffState(title: string): 'suspended' | 'discontinued' | null {
  if (SUSPENDED.test(title)) return 'suspended';
  return DISCONTINUED.test(title) ? 'discontinued' : null;
}

interface OnCourse {
  readonly type: string;
  readonly date: IsoDate;
  readonly title: string;
  direction: 'positive' | 'neutral' | 'negative';
  readonly detail: { readonly state: SignalState };
}

const isVoluntary = ({ title }: OnCourse): boolean => /voluntary|application|withdraw/i.test(title);
const isRestoration = ({ title }: OnCourse): boolean => /restoration/i.test(title);

/** Settles strike-offs. If one was given up or undone later, its earlier signals become neutral. */
export function settleStrikeOffs(signals: readonly OnCourse[]): void {
  const strikeOffs = signals.filter(({ type }) => type === 'strike_off');
  for (const end of strikeOffs) {
    if (end.detail.state !== 'discontinued') continue;
    for (const signal of strikeOffs)
      if (signal.date <= end.date && (isRestoration(end) || isVoluntary(signal) === isVoluntary(end)))
        signal.direction = 'neutral';
  }
}

/** The number of days after incorporation within which appointed officers count as the first. */
const FIRST_DAYS = 30;
const NOBODY = /no-individual-or-entity-with-signi?ficant-control/;

/**
 * Finds first entries, which are no changes: officers appointed within 30 days of incorporation, and the
 * first controllers, unless a statement said before that there are none, or others have ceased.
 */
export function firstEntries(
  events: readonly RegisterEvent[],
  { born, knowsAllControllers }: { readonly born: IsoDate | null; readonly knowsAllControllers: boolean },
): (event: RegisterEvent) => boolean {
  const days = (type: RegisterEvent['type']): IsoDate[] =>
    events.flatMap((event) => (event.type === type ? [event.date] : [])).sort();
  const [notified] = days('controller_notified');
  const [ceased = '9999-12-31'] = days('controller_ceased');
  const isEarly = (day: IsoDate): boolean => born !== null && daysBetween(born, day) <= FIRST_DAYS;
  const saidNobodyBefore = (day: IsoDate): boolean =>
    events.some(
      ({ type, date, values }) =>
        type === 'control_statement' && date < day && NOBODY.test(values['statement'] ?? ''),
    );
  return ({ type, date }) => {
    if (type === 'officer_appointed') return isEarly(date);
    if (type !== 'controller_notified') return false;
    const isFirst = (knowsAllControllers && date === notified) || (isEarly(date) && date < ceased);
    return isFirst && !saidNobodyBefore(date);
  };
}
