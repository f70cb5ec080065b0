/** Who controls whom, from the snapshot of persons with significant control. */
import { advisory, reason, type Area } from '../cell.js';
import { companiesFile, controlSnapshot, holds, nobodyControls } from '../published.js';

const [OWNED, BY_PERSON, NAMELESS_OWNER, HALVES, CIRCLE_A, CIRCLE_B, UNKNOWN, PARENT, BY_NAME, NAMED] = [
  '20000001',
  '20000002',
  '20000003',
  '20000004',
  '20000005',
  '20000006',
  '20000007',
  '20000008',
  '20000009',
  '20000010',
];
const COMPANIES = companiesFile(
  [OWNED, BY_PERSON, NAMELESS_OWNER, HALVES, CIRCLE_A, CIRCLE_B, UNKNOWN, PARENT, BY_NAME, NAMED].map(
    (CompanyNumber) => ({ CompanyNumber, CompanyName: `SYNTHETIC ${CompanyNumber} LIMITED` }),
  ),
);
const nameOf = (number: string): string => `Synthetic ${number} Limited`;

const RECORDS = [
  holds({ of: OWNED, name: nameOf(PARENT), number: PARENT }),
  holds({ of: BY_PERSON, name: 'Mrs Jo Bloggs', kind: 'individual' }),
  holds({ of: NAMELESS_OWNER, name: 'Owner Nobody Knows Limited' }),
  holds({ of: HALVES, name: nameOf(PARENT), number: PARENT, share: '25-to-50' }),
  holds({ of: CIRCLE_A, name: nameOf(CIRCLE_B), number: CIRCLE_B }),
  holds({ of: CIRCLE_B, name: nameOf(CIRCLE_A), number: CIRCLE_A }),
  holds({ of: BY_NAME, name: nameOf(NAMED) }),
  nobodyControls(PARENT),
];
/** A whole one. */
export const SNAPSHOT = controlSnapshot(RECORDS);
const sure = (company_number: string, min_confidence: number) => ({
  row: { company_number },
  options: { min_confidence },
});

export const ownership: Area = {
  name: 'control',
  data: 'a whole snapshot of persons with significant control',
  world: () => ({ loaded: [COMPANIES, SNAPSHOT] }),
  cells: [
    ...reason(
      ['corporate_owners', 'controllers', 'ultimate_owner', 'related_company_domain'],
      'no_psc_data_on_file',
      'the snapshot has no record of the company',
      UNKNOWN,
    ),
    ...reason(
      ['corporate_owners', 'related_company_domain'],
      'no_corporate_owner_on_the_register',
      'a person controls the company',
      BY_PERSON,
    ),
    ...reason(
      ['ultimate_owner', 'related_company_domain'],
      'owner_not_on_file',
      'the owner has no number and nobody bears its name',
      NAMELESS_OWNER,
    ),
    ...advisory(
      'corporate_owners',
      'owner_not_on_file',
      'the owner has no number and nobody bears its name',
      NAMELESS_OWNER,
    ),
    ...reason('ultimate_owner', 'no_majority_controller', 'nobody holds half', HALVES),
    ...reason('ultimate_owner', 'ultimate_owner_not_resolved', 'two companies own each other', CIRCLE_A),
    ...reason('ultimate_owner', 'not_confirmed', 'the client wants to be surer', sure(OWNED, 0.99)),
    ...reason('subsidiaries', 'none_on_register', 'nobody names it as owner', UNKNOWN),
    ...reason('subsidiaries', 'not_confirmed', 'only its name ties them to it', sure(NAMED, 0.9)),
    ...reason('related_company_domain', 'owner_has_no_website', 'no record names one of its owner', OWNED),
  ],
};

export const partOfControl: Area = {
  name: 'a part of control',
  data: 'a part of the snapshot of persons with significant control',
  world: () => ({ loaded: [COMPANIES, controlSnapshot(RECORDS, true)] }),
  cells: reason(
    ['corporate_owners', 'controllers', 'ultimate_owner', 'subsidiaries', 'related_company_domain'],
    'not_looked_up',
    'the part does not name the company',
    UNKNOWN,
  ),
};

export const damagedControl: Area = {
  name: 'control that is damaged',
  data: 'a snapshot of persons with significant control that was cut short on disk',
  world: () => ({ loaded: [COMPANIES, SNAPSHOT], damaged: ['psc'] }),
  cells: reason('subsidiaries', 'subsidiary_search_unavailable', 'its owners by number are gone', PARENT),
};
