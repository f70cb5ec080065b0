/** Counts the companies at the postcode of a company's office: a shared address has many. */
import { FEWEST_COUNTED } from '../companies/companies-builder.js';
import { defineFact } from './define-fact.js';
import { officePostcodeKeys } from './office-postcode.fact.js';

export interface OfficeCrowd {
  /** The number of companies at the postcode, this one included; fewer than five count as four. */
  readonly companies: number;
}

/** Leaves out companies without a postcode. In an edition with only some companies a count proves nothing. */
export const officeCrowd = defineFact({
  name: 'office_crowd',
  source: 'companies',
  also: [],
  needs: ['company'],
  // Only verdicts on websites read it, and few rows have one. For every row the join would take 1.1 us.
  late: true,
  join: (_numbers, { facts, editions }) => {
    const postcodeKeys = officePostcodeKeys(facts.company);
    const registered = editions.companies.registeredAt(postcodeKeys.values());
    return new Map<string, OfficeCrowd>(
      [...postcodeKeys].map(([number, key]) => [
        number,
        { companies: registered.get(key) ?? FEWEST_COUNTED - 1 },
      ]),
    );
  },
});
