/**
 * Lists the postcodes of the registered offices of a chunk, in the form in which registers are asked for
 * them. Pure.
 */
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
