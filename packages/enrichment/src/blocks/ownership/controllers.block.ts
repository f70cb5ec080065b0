import { z } from 'zod';
import type { NamedOwner } from '../../sources/facts/owners.fact.js';
import {
  CONTROLLER_TYPES,
  isCurrentController,
  isOwner,
  LEFT_OUT,
  type ControlPerson,
  type ControlStatement,
} from '../../sources/psc/psc-record.js';
import { isOverseasEntity } from '../../sources/companies/filing-habits.js';
import { saysNobody, saysUnidentified, statementInWords } from '../../sources/psc/control-statement.js';
import { defineBlock } from '../runner/define-block.js';
import { identityVerifications } from '../registered/identity-verification.js';
import { atMost, cutLists, newestDayFirst, OF_A_PART } from '../runner/served-lists.js';
import { companyNumber, isoDate, text } from '../runner/value-types.js';
import { controllerNotes, heldControl, MAX_SERVED, newestFirst, shownOwners } from './control-records.js';

const controller = {
  type: z.enum(CONTROLLER_TYPES),
  name: text.nullable(),
  country_registered: text.nullable(),
  natures_of_control: z.array(text),
  notified_on: isoDate.nullable(),
  company_number: companyNumber.nullable(),
};

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

const statementOf = ({ statement, notified_on }: ControlStatement) => ({
  statement,
  words: statementInWords(statement),
  notified_on,
});

/** Tells whether the law asks the person to verify. It asks individuals, super-secure persons included. */
const mustVerify = ({ type }: ControlPerson): boolean => type === 'individual' || type === 'super_secure';

export default defineBlock({
  key: 'controllers',
  tier: 'core',
  latency_class: 'instant',
  description:
    'Everyone with significant control, and those who ceased to have it. An empty list is an answer.',
  source: ['company_register_psc'],
  coverage: 'Companies, LLPs and overseas entities with control records.',
  needs: ['psc', 'owners'],
  uses: ['company'],
  reasons: ['no_psc_data_on_file', 'not_looked_up'],
  value: z.strictObject({
    controllers: z.array(z.strictObject(controller)),
    has_corporate_owner: z.boolean(),
    control: z.strictObject({
      has_corporate_controller: z.boolean(),
      has_individual_controller: z.boolean(),
      no_controller_on_register: z.boolean(),
      statement: text
        .nullable()
        .describe("The register's own key of the gravest statement that stands; all stand in `detail`."),
    }),
    ceased_controllers: z.array(
      z.strictObject({
        ...controller,
        ceased_on: isoDate.nullable().describe('Null of super-secure persons, of whom no day is shown.'),
      }),
    ),
  }),
})(({ psc, owners, company, once }) => {
  // The law doesn't ask the beneficial owners of overseas entities to verify yet.
  const isOverseas =
    typeof company !== 'string' && company.record !== null && isOverseasEntity(company.record.number);
  const control = heldControl(psc, once);
  if (control.missing !== null) return control.missing;
  const { owners: shown, unnamed, suppressed } = shownOwners(psc, owners.record ?? [], control.as_of);
  const persons = control.persons.filter((person) => !unnamed.has(person)).sort(newestFirst);
  const current: ControlPerson[] = [];
  const formerPersons: ControlPerson[] = [];
  for (const person of persons)
    (isCurrentController(person, control.as_of) ? current : formerPersons).push(person);
  // Suppressed controllers are in no list and no count, but the answer says that there are some.
  const suppressedCurrent = suppressed[LEFT_OUT.current] ?? 0;
  const suppressedOwners = suppressed[LEFT_OUT.owners] ?? 0;
  const hasCorporate = suppressedOwners > 0 || current.some(isOwner);
  const statements = [...control.statements];
  const ceased = formerPersons
    .map((person) => ({ ...controllerOf(person, shown), ceased_on: person.ceased_on }))
    .sort((a, b) => newestDayFirst(a.ceased_on, b.ceased_on));
  const cut = cutLists(
    {
      ...{ controllers: current.length, ceased_controllers: ceased.length },
      ...(statements.length > MAX_SERVED && { statements: statements.length }),
    },
    MAX_SERVED,
    suppressed,
  );
  const notes = controllerNotes(current, shown);
  const detail = {
    ...(control.isPart && OF_A_PART),
    ...notes.detail,
    ...identityVerifications(
      current.map((person) => ({ identity: person.identity, mustVerify: !isOverseas && mustVerify(person) })),
      control.as_of,
      MAX_SERVED,
    ),
    ...(statements.length > 0 && { statements: atMost(MAX_SERVED, statements).map(statementOf) }),
    ...cut,
  };
  return {
    status: 'available',
    value: {
      controllers: atMost(MAX_SERVED, current).map((person) => controllerOf(person, shown)),
      has_corporate_owner: hasCorporate,
      control: {
        has_corporate_controller: hasCorporate,
        has_individual_controller: suppressedCurrent > suppressedOwners || !current.every(isOwner),
        no_controller_on_register:
          current.length + suppressedCurrent === 0 &&
          !statements.some(saysUnidentified) &&
          // An unknown statement may say that somebody controls the company.
          (statements.length === 0 ? !control.isPart : statements.some(saysNobody)),
        statement: statements[0]?.statement ?? null,
      },
      ceased_controllers: atMost(MAX_SERVED, ceased),
    },
    source: 'company_register_psc',
    as_of: control.as_of,
    ...((control.isPart || notes.isFlagged) && { flagged_for_review: true }),
    ...(Object.keys(detail).length > 0 && { detail }),
  };
});
