/** Charges that were created and satisfied, with the filings that delivered them. */
import type { ChargeRecord } from '../../sources/charges/charge-record.js';
import { textOf } from '../../sources/kit/records/values.js';
import type { IsoDate } from '../../shared/calendar.js';
import {
  told,
  ToldEvent,
  type Happening,
  type Named,
  type RegisterEventType,
  type Wording,
} from './register-event.js';

const CREATION = /^create|acqui|debenture/;
const SATISFACTION = /^charge-satisfaction/;
const HOLDERS_CHARACTERS = 200;
const TITLE_CHARACTERS = 200;

/** What the register calls it: its code, or the company's own count of a charge that has none. */
const chargeName = ({ charge_code, charge_number }: ChargeRecord): string | null =>
  charge_code ?? (charge_number === null ? null : String(charge_number));

const holdersOf = ({ persons_entitled }: ChargeRecord): string | null =>
  textOf(persons_entitled.join('; '), HOLDERS_CHARACTERS);

const WORDING: Wording<ChargeRecord> = {
  title(charge, { type }) {
    const holders = holdersOf(charge);
    const what = type === 'charge_created' ? 'created' : 'satisfied';
    const held = holders === null ? '' : `, held by ${holders}`;
    return textOf(`Charge ${chargeName(charge) ?? ''} ${what}${held}`, TITLE_CHARACTERS) ?? '';
  },
  values: (charge) =>
    told({
      [charge.charge_code === null ? 'charge_number' : 'charge_code']: chargeName(charge),
      persons_entitled: holdersOf(charge),
    }),
  about: ({ charge_code, charge_number }) =>
    [charge_code, charge_number].filter((part) => part !== null).map(String),
};

function event(
  { key, data }: Named<ChargeRecord>,
  type: RegisterEventType,
  date: IsoDate,
): ToldEvent<ChargeRecord> {
  const kind = type === 'charge_created' ? CREATION : SATISFACTION;
  const deliveries = data.transactions.filter(({ filing_type }) => kind.test(filing_type ?? ''));
  const happening: Happening = {
    date,
    type,
    source: 'company_register_charges',
    ref: chargeName(data) ?? key,
    filed_on: deliveries[0]?.delivered_on ?? (type === 'charge_created' ? data.delivered_on : null),
    filings: deliveries.map(({ filing }) => filing).filter((filing) => filing !== null),
  };
  return new ToldEvent(happening, data, WORDING);
}

export function chargeEvents(charges: readonly Named<ChargeRecord>[]): ToldEvent[] {
  const events: ToldEvent[] = [];
  for (const charge of charges) {
    const { created_on, delivered_on, satisfied_on } = charge.data;
    const created = created_on ?? delivered_on;
    if (created !== null) events.push(event(charge, 'charge_created', created));
    if (satisfied_on !== null) events.push(event(charge, 'charge_satisfied', satisfied_on));
  }
  return events;
}
