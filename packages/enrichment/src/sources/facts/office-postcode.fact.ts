/** Whether the postcode of the registered office is one, and where it lies. */
import type { PostcodeRecord } from '../postcodes/postcode-record.js';
import { defineFact } from './define-fact.js';
import { officePostcodeKeys } from './office-postcode-keys.js';

/**
 * The office's postcode as the directory knows it; a company is left out where it has none, or one that isn't
 * known.
 */
export const officePostcode = defineFact({
  name: 'office_postcode',
  source: 'postcodes',
  also: [],
  needs: ['company'],
  join: (_numbers, { facts, editions }) => {
    const asked = officePostcodeKeys(facts.company);
    const known = editions.postcodes.byNumbers(asked.values());
    const found = new Map<string, PostcodeRecord>();
    for (const [number, key] of asked) {
      const [item] = known.get(key)?.items ?? [];
      if (item !== undefined) found.set(number, item.data);
    }
    return found;
  },
});
