/** Defines the states of signals, and finds those of strike-offs (Blocks 4.19). Pure. */
import type { IsoDate } from '../../../../../words/src/calendar.js';

/** States on the day of a signal. */
export const SIGNAL_STATES = [
  /** Begun or done. */
  'opened',
  /** Halted. */
  'suspended',
  /** Given up or undone. */
  'discontinued',
  'ended',
] as const;
export type SignalState = (typeof SIGNAL_STATES)[number];

/** The register's words for a halted strike-off, and its form DISS16(SOAS). */
const SUSPENDED = /strike.off action has been suspended|^Form \S*SOAS/i;
/** The register's words for a discontinued strike-off, and its forms, such as DISS40. */
const DISCONTINUED =
  /strike.off action has been discontinued|^Withdraw\w* (?:\w+ )*strike.off|^Form (?:DISS40|(?:LL)?DS02|\S*SOAD)/i;

/** The state of a strike-off after a filing with this title; null: the title names none. */
export function strikeOffState(title: string): 'suspended' | 'discontinued' | null {
  if (SUSPENDED.test(title)) return 'suspended';
  return DISCONTINUED.test(title) ? 'discontinued' : null;
}

interface StatedSignal {
  readonly type: string;
  readonly date: IsoDate;
  readonly title: string;
  direction: 'positive' | 'neutral' | 'negative';
  readonly detail: { readonly state: SignalState };
}

const isVoluntary = ({ title }: StatedSignal): boolean => /voluntary|application|withdraw/i.test(title);
const isRestoration = ({ title }: StatedSignal): boolean => /restoration/i.test(title);

/** Makes the earlier signals of a strike-off neutral if it was given up or undone later. */
export function settleStrikeOffs(signals: readonly StatedSignal[]): void {
  const strikeOffs = signals.filter(({ type }) => type === 'strike_off');
  for (const discontinued of strikeOffs) {
    if (discontinued.detail.state !== 'discontinued') continue;
    for (const signal of strikeOffs)
      if (
        signal.date <= discontinued.date &&
        (isRestoration(discontinued) || isVoluntary(signal) === isVoluntary(discontinued))
      )
        signal.direction = 'neutral';
  }
}
