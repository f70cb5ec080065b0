/** Turns dated facts of a company into signals about how it is doing: one signal per fact. Pure. */
import { z } from 'zod';
import type { Contracts } from '../../../sources/facts/contracts.fact.js';
import { isGrave } from '../../../sources/companies/annotation.js';
import type { CompanyRecord } from '../../../sources/companies/company-record.js';
import { isRegisteredElsewhere } from '../../../sources/companies/filing-habits.js';
import type { GrantRecord } from '../../../sources/grants/grant-record.js';
import type { IsoDate } from '../../../../../words/src/calendar.js';
import type { NamedRecord, RegisterEvent, RegisterEventType } from '../../register-events/register-event.js';
import type { BlockSource } from '../../runner/envelope.js';
import { isSolvent, wasSolvent } from '../../register-events/insolvency-events.js';
import { publishedMoney } from '../../runner/money.js';
import { ascending, newestDayFirst } from '../../runner/served-lists.js';
import { confidence, isoDate, money, text } from '../../runner/value-types.js';
import { settleStrikeOffs, SIGNAL_STATES, strikeOffState, type SignalState } from './strike-off-state.js';

const SIGNAL_TYPES = [
  'contract_award',
  'grant',
  'new_charge',
  'charge_satisfied',
  'insolvency',
  'strike_off',
  'director_change',
  'control_change',
  'name_change',
  'address_change',
  'late_accounts',
  'capital_raised',
  'identity_verification',
  'registrar_annotation',
] as const;
export const signal = z.strictObject({
  type: z.enum(SIGNAL_TYPES),
  date: isoDate,
  title: text,
  direction: z.enum(['positive', 'neutral', 'negative']),
  amount: money.nullable(),
  counterparty: text.nullable(),
  url: text.nullable(),
  source: text,
  source_ref: text,
  confidence,
  detail: z.strictObject({
    state: z
      .enum(SIGNAL_STATES)
      .describe(
        'What the day brought: it began or took place, was halted, was given up or undone, or ended.',
      ),
  }),
});
type Signal = z.output<typeof signal> & { readonly source: BlockSource };
type SignalType = Signal['type'];
type Direction = Signal['direction'];

/** Confidence in a match by the register's own number. */
const REGISTER_CONFIDENCE = 0.98;
/** Confidence in a match by the funder's number. */
const FUNDER_CONFIDENCE = 0.95;
/** Confidence that accounts are late. The register's file is monthly, and accounts may have come since. */
const LATE_CONFIDENCE = 0.9;

/** The meaning of an event. Without a state the signal opens on the day of the event. */
type Meaning = readonly [type: SignalType, direction: Direction, state?: SignalState];
const MEANINGS: Readonly<Partial<Record<RegisterEventType, Meaning>>> = {
  charge_created: ['new_charge', 'neutral'],
  charge_satisfied: ['charge_satisfied', 'positive', 'ended'],
  insolvency_started: ['insolvency', 'negative'],
  insolvency_ended: ['insolvency', 'neutral', 'ended'],
  strike_off_proposed: ['strike_off', 'negative'],
  controller_notified: ['control_change', 'neutral'],
  controller_ceased: ['control_change', 'neutral', 'ended'],
  name_changed: ['name_change', 'neutral'],
  address_changed: ['address_change', 'neutral'],
  identity_verified: ['identity_verification', 'neutral'],
  identity_verification_overdue: ['identity_verification', 'negative'],
  identity_verification_ended: ['identity_verification', 'negative', 'ended'],
};
const DIRECTOR = /director|\bmember\b/;
const ALLOTMENT = 'SH01';

/** The register names the kind of dissolution in the title of the notice. */
const isStruckOff = ({ type, title }: RegisterEvent): boolean =>
  type === 'dissolved' && /strike-off/.test(title);

/**
 * The meaning of an event; undefined: it makes no signal. Of officers only directors count, of changes of
 * capital only allotments.
 */
function meaningOf(event: RegisterEvent): Meaning | undefined {
  const { type, title, form, values } = event;
  if (type === 'officer_appointed' || type === 'officer_resigned')
    return DIRECTOR.test(values['officer_role']?.replaceAll('-', ' ') ?? title)
      ? ['director_change', 'neutral', type === 'officer_appointed' ? 'opened' : 'ended']
      : undefined;
  if (type === 'capital_changed') return form === ALLOTMENT ? ['capital_raised', 'positive'] : undefined;
  if (type === 'registrar_annotation') {
    const grave = isGrave({ type: values['annotation_type'] ?? '' });
    return ['registrar_annotation', grave ? 'negative' : 'neutral'];
  }
  if (type === 'other_filing') {
    const state = strikeOffState(title);
    return state === null ? undefined : ['strike_off', 'neutral', state];
  }
  if (type !== 'dissolved') return MEANINGS[type];
  if (isStruckOff(event)) return ['strike_off', 'negative', 'ended'];
  return /liquidation/.test(title) ? ['insolvency', 'negative', 'ended'] : undefined;
}

/** A restoration reopens the liquidation that a company was in, and undoes a strike-off. */
function meaningOfRestoration({ title }: RegisterEvent, wasStruckOff: boolean): Meaning | undefined {
  if (/liquidation/i.test(title)) return ['insolvency', /members/i.test(title) ? 'neutral' : 'negative'];
  return wasStruckOff ? ['strike_off', 'neutral', 'discontinued'] : undefined;
}

/** Tells whether the event is a members' liquidation or the dissolution after it, which show no debts. */
const isSolventEvent = (event: RegisterEvent, events: readonly RegisterEvent[]): boolean =>
  event.type === 'dissolved' ? wasSolvent(event, events) : isSolvent(event, events);

/** The signals of events since a day. First entries are no change and make no signal. */
export function eventSignals(
  events: readonly RegisterEvent[],
  from: IsoDate,
  isFirst: (event: RegisterEvent) => boolean,
): Signal[] {
  const signals: Signal[] = [];
  for (const event of events) {
    const { date } = event;
    if (date < from || isFirst(event)) continue;
    const meaning =
      event.type === 'restored' ? meaningOfRestoration(event, events.some(isStruckOff)) : meaningOf(event);
    if (meaning === undefined) continue;
    const { values, source, ref } = event;
    const [type, usualDirection, state = 'opened'] = meaning;
    const solvent = type === 'insolvency' && usualDirection === 'negative' && isSolventEvent(event, events);
    const direction = solvent ? 'neutral' : usualDirection;
    const title = solvent && !/solven/i.test(event.title) ? `${event.title} (solvent)` : event.title;
    signals.push({
      type,
      date,
      title,
      direction,
      amount: null,
      counterparty: values['persons_entitled'] ?? null,
      url: null,
      source,
      source_ref: ref,
      confidence: REGISTER_CONFIDENCE,
      detail: { state },
    });
  }
  settleStrikeOffs(signals);
  return signals;
}

/** A signal for accounts that were due before the day of the register's file, and not filed later. */
export function lateAccounts(
  { number, accounts }: CompanyRecord,
  as_of: IsoDate,
  events: readonly RegisterEvent[],
): Signal[] {
  const { next_due_on, last_made_up_on } = accounts;
  if (next_due_on === null || next_due_on >= as_of || isRegisteredElsewhere(number)) return [];
  const wereFiled = events.some(
    ({ type, values }) =>
      type === 'accounts_filed' && (values['made_up_date'] ?? '') > (last_made_up_on ?? ''),
  );
  return wereFiled
    ? []
    : [
        {
          type: 'late_accounts',
          date: next_due_on,
          title: `Accounts were due on ${next_due_on}`,
          direction: 'negative',
          amount: null,
          counterparty: null,
          url: null,
          source: 'company_register',
          source_ref: number,
          confidence: LATE_CONFIDENCE,
          detail: { state: 'opened' },
        },
      ];
}

export const grantSignals = (grants: readonly NamedRecord<GrantRecord>[]): Signal[] =>
  grants.map(({ key, data }) => ({
    type: 'grant',
    date: data.awarded_on,
    title: data.title ?? 'Grant',
    direction: 'positive',
    amount: publishedMoney(data.amount, data.currency),
    counterparty: data.funder,
    url: null,
    source: 'grants_register',
    source_ref: key,
    confidence: FUNDER_CONFIDENCE,
    detail: { state: 'opened' },
  }));

/** Signals of awards. An amount that several suppliers share is left out. */
export const contractSignals = ({ awards }: Contracts): Signal[] =>
  awards.map((award) => ({
    type: 'contract_award',
    date: award.awarded_on,
    title: award.title ?? 'Contract award',
    direction: 'positive',
    amount: award.supplier_count > 1 ? null : publishedMoney(award.amount, award.currency),
    counterparty: award.buyer,
    url: award.url,
    source: 'contract_notices',
    source_ref: award.notice,
    confidence: award.confidence,
    detail: { state: 'opened' },
  }));

/** Newest first; signals of one day by type, title and record. */
export const newestSignalFirst = (a: Signal, b: Signal): number =>
  newestDayFirst(a.date, b.date) ||
  ascending(a.type, b.type) ||
  ascending(a.title, b.title) ||
  ascending(a.source_ref, b.source_ref);

/** The number of signals of each type, in the order of types. */
export function signalCounts(signals: readonly Pick<Signal, 'type'>[]): Record<string, number> {
  const counts = SIGNAL_TYPES.map((type) => [type, signals.filter((signal) => signal.type === type).length]);
  return Object.fromEntries(counts.filter(([, count]) => count !== 0)) as Record<string, number>;
}
