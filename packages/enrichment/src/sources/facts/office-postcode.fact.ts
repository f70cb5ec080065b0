/** Checks the postcode of the registered office, and finds its place. */
import type { PostcodeRecord } from '../postcodes/postcode-record.js';
import { defineFact } from './define-fact.js';
import { postcodeKey } from '../../../../words/src/postcode.js';
import type { CompanyRecord } from '../companies/company-record.js';

/** The postcode keys by company number; a company without a postcode is left out. */
export function officePostcodeKeys(
  companies: ReadonlyMap<string, Pick<CompanyRecord, 'office'>>,
): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  for (const [number, { office }] of companies) {
    const key = office.postcode === null ? null : postcodeKey(office.postcode);
    if (key !== null) keys.set(number, key);
  }
  return keys;
}

/** The directory's record of the office's postcode. Leaves out companies without a known postcode. */
export const officePostcode = defineFact({
  name: 'office_postcode',
  source: 'postcodes',
  also: [],
  needs: ['company'],
  join: (_numbers, { facts, editions }) => {
    const postcodeKeys = officePostcodeKeys(facts.company);
    const postcodes = editions.postcodes.byNumbers(postcodeKeys.values());
    const postcodesByNumber = new Map<string, PostcodeRecord>();
    for (const [number, key] of postcodeKeys) {
      const [item] = postcodes.get(key)?.items ?? [];
      if (item !== undefined) postcodesByNumber.set(number, item.data);
    }
    return postcodesByNumber;
  },
});
