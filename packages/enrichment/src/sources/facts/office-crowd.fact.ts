/**
 * How many companies are registered where a company has its office: an address of its own, or one of a
 * thousand.
 */
import { FEWEST_COUNTED } from '../companies/companies-builder.js';
import { defineFact } from './define-fact.js';
import { officePostcodeKeys } from './office-postcode-keys.js';

export interface OfficeCrowd {
  /** At the postcode, this company among them; fewer than five count as four. */
  readonly companies: number;
}

/** A company is left out where it has no postcode. Of an edition that is a part the number says nothing. */
export const officeCrowd = defineFact({
  name: 'office_crowd',
  source: 'companies',
  also: [],
  needs: ['company'],
  // Verdicts on websites read it, and few rows have one.
  late: true,
  join: (_numbers, { facts, editions }) => {
    const asked = officePostcodeKeys(facts.company);
    const registered = editions.companies.registeredAt(asked.values());
    return new Map<string, OfficeCrowd>(
      [...asked].map(([number, key]) => [number, { companies: registered.get(key) ?? FEWEST_COUNTED - 1 }]),
    );
  },
});
