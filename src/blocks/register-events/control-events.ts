/** Who was notified as a controller and who ceased to be one, and statements about control. */
import type { ControlPerson, ControlStatement, PscRecord } from '../../sources/psc/psc-record.js';
import { textOf } from '../../sources/kit/records/values.js';
import {
  nameWords,
  NONE,
  told,
  ToldEvent,
  type Happening,
  type Named,
  type Wording,
} from './register-event.js';

const NAME_CHARACTERS = 100;
const TITLE_CHARACTERS = 200;

const OF_PERSON: Wording<ControlPerson> = {
  title({ name }, { type }) {
    const who = textOf(name, NAME_CHARACTERS) ?? 'a protected person';
    const what = type === 'controller_notified' ? 'Notification' : 'Cessation';
    return `${what} of ${who} as a person with significant control`;
  },
  values: ({ name, type }) => told({ controller_name: name, controller_type: type }),
  about: ({ name }) => nameWords(name),
};

const ofStatement = (lead: string): Wording<ControlStatement> => ({
  title: ({ statement }) => textOf(`${lead}: ${statement}`, TITLE_CHARACTERS) ?? lead,
  values: ({ statement }) => ({ statement }),
  about: () => NONE,
});
const STATED = ofStatement('Statement about control');
const WITHDRAWN = ofStatement('Statement about control withdrawn');

const event = <R extends PscRecord>(
  { ref, data }: { readonly ref: string; readonly data: R },
  happening: Pick<Happening, 'type' | 'date'>,
  wording: Wording<R>,
): ToldEvent<R> => new ToldEvent({ ...happening, source: 'company_register_psc', ref }, data, wording);

export function controlEvents(records: readonly Named<PscRecord>[]): ToldEvent[] {
  const events: ToldEvent[] = [];
  for (const { key: ref, data } of records) {
    if (data.record === 'exemption') continue;
    const { notified_on: from, ceased_on: to } = data;
    if (data.record === 'statement') {
      const type = 'control_statement';
      if (from !== null) events.push(event({ ref, data }, { type, date: from }, STATED));
      if (to !== null) events.push(event({ ref, data }, { type, date: to }, WITHDRAWN));
    } else {
      if (from !== null)
        events.push(event({ ref, data }, { type: 'controller_notified', date: from }, OF_PERSON));
      if (to !== null) events.push(event({ ref, data }, { type: 'controller_ceased', date: to }, OF_PERSON));
    }
  }
  return events;
}
