/** Charges that were created and satisfied, with the filings that delivered them. */
import type { ChargeRecord, ChargeTransaction } from '../../sources/charges/charge-record.js';
import { textOf } from '../../sources/records/values.js';
import type { IsoDate } from '../../shared/calendar.js';
import { told, type Named, type RegisterEventType, type ToldEvent } from './register-event.js';

const CREATION = /^create|acqui|debenture/;
const SATISFACTION = /^charge-satisfaction/;
const HOLDERS_CHARACTERS = 200;

/** What the register calls it: its code, or the company's own count of a charge that has none. */
const chargeName = ({ charge_code, charge_number }: ChargeRecord): string | null =>
  charge_code ?? (charge_number === null ? null : String(charge_number));

function event(
  { key, data }: Named<ChargeRecord>,
  type: RegisterEventType,
  date: IsoDate,
  deliveries: readonly ChargeTransaction[],
): ToldEvent {
  const name = chargeName(data);
  const holders = textOf(data.persons_entitled.join('; '), HOLDERS_CHARACTERS);
  const what = type === 'charge_created' ? 'created' : 'satisfied';
  return {
    date,
    type,
    title: textOf(`Charge ${name ?? ''} ${what}${holders === null ? '' : `, held by ${holders}`}`, 200) ?? '',
    form: null,
    values: told({
      [data.charge_code === null ? 'charge_number' : 'charge_code']: name,
      persons_entitled: holders,
    }),
    source: 'company_register_charges',
    ref: name ?? key,
    about: [data.charge_code, data.charge_number].flatMap((part) => (part === null ? [] : [String(part)])),
    filed_on: deliveries[0]?.delivered_on ?? (type === 'charge_created' ? data.delivered_on : null),
    filings: deliveries.flatMap(({ filing }) => filing ?? []),
    day_told: true,
  };
}

export function chargeEvents(charges: readonly Named<ChargeRecord>[]): ToldEvent[] {
  return charges.flatMap((charge) => {
    const { created_on, delivered_on, satisfied_on, transactions } = charge.data;
    const created = created_on ?? delivered_on;
    const delivering = (kind: RegExp): ChargeTransaction[] =>
      transactions.filter(({ filing_type }) => kind.test(filing_type ?? ''));
    return [
      ...(created === null ? [] : [event(charge, 'charge_created', created, delivering(CREATION))]),
      ...(satisfied_on === null
        ? []
        : [event(charge, 'charge_satisfied', satisfied_on, delivering(SATISFACTION))]),
    ];
  });
}
