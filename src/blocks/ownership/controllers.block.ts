import { z } from 'zod';
import type { NamedOwner } from '../../facts/owners.fact.js';
import { CONTROLLER_TYPES, type ControlPerson } from '../../sources/psc/psc-record.js';
import { defineBlock } from '../runner/define-block.js';
import { newestDayFirst } from '../runner/served-lists.js';
import { companyNumber, isoDate, text } from '../runner/value-types.js';
import { heldOn, newestFirst, recordsOf, whyNoControl } from './control-records.js';

const controller = {
  type: z.enum(CONTROLLER_TYPES),
  name: text.nullable(),
  country_registered: text.nullable(),
  natures_of_control: z.array(text),
  notified_on: isoDate.nullable(),
  company_number: companyNumber.nullable(),
};

/** The register's own key, which it spells so. */
const NO_CONTROLLER = 'no-individual-or-entity-with-signficant-control';

function controllerOf(person: ControlPerson, owners: readonly NamedOwner[]) {
  const { type, name, natures_of_control, notified_on, identification } = person;
  return {
    type,
    name,
    country_registered: identification?.country_registered ?? null,
    natures_of_control: [...natures_of_control],
    notified_on,
    company_number: owners.find((owner) => owner.person === person)?.identity.company_number ?? null,
  };
}

export default defineBlock({
  key: 'controllers',
  tier: 'core',
  latency_class: 'instant',
  description:
    'Everyone with significant control, and those who ceased to have it. An empty list is an answer.',
  source: ['company_register_psc'],
  coverage: 'Companies, LLPs and overseas entities with control records.',
  needs: ['psc', 'owners'],
  reasons: ['no_psc_data_on_file', 'not_looked_up'],
  value: z.strictObject({
    controllers: z.array(z.strictObject(controller)),
    has_corporate_owner: z.boolean(),
    control: z.strictObject({
      has_corporate_controller: z.boolean(),
      has_individual_controller: z.boolean(),
      no_controller_on_register: z.boolean(),
      statement: text.nullable().describe("The register's own key of the current statement."),
    }),
    ceased_controllers: z.array(z.strictObject({ ...controller, ceased_on: isoDate })),
  }),
})(({ psc, owners }) => {
  const missing = whyNoControl(psc);
  if (missing !== null) return missing;
  const persons = recordsOf(psc, 'person').sort(newestFirst);
  const current = persons.filter(({ ceased_on }) => ceased_on === null);
  const has = (...types: readonly ControlPerson['type'][]): boolean =>
    current.some(({ type }) => types.includes(type));
  const [statement] = recordsOf(psc, 'statement')
    .filter(({ ceased_on }) => ceased_on === null)
    .sort((a, b) => newestDayFirst(a.notified_on, b.notified_on));
  const named = owners.record ?? [];
  return {
    status: 'available',
    value: {
      controllers: current.map((person) => controllerOf(person, named)),
      has_corporate_owner: has('corporate', 'legal_person'),
      control: {
        has_corporate_controller: has('corporate', 'legal_person'),
        has_individual_controller: has('individual', 'super_secure'),
        no_controller_on_register: statement?.statement === NO_CONTROLLER || current.length === 0,
        statement: statement?.statement ?? null,
      },
      ceased_controllers: persons
        .flatMap((person) =>
          person.ceased_on === null ? [] : [{ ...controllerOf(person, named), ceased_on: person.ceased_on }],
        )
        .sort((a, b) => newestDayFirst(a.ceased_on, b.ceased_on)),
    },
    source: 'company_register_psc',
    as_of: heldOn(psc),
  };
});
