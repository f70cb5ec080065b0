import { z } from 'zod';
import type { CompanyRecord, RegisteredOffice } from '../../sources/companies/company-record.js';
import { isDefaultAddress } from '../../sources/companies/default-address.js';
import type { IsoDate } from '../../../../words/src/calendar.js';
import { defineBlock } from '../runner/define-block.js';
import { addressFields } from '../runner/value-types.js';
import ukCountries from './uk-countries.json';

const UK_POSTCODE = /^([A-Z]{1,2}\d[A-Z\d]?|GIR)\s*(\d[A-Z]{2})$/;
const UK_COUNTRIES: ReadonlySet<string> = new Set(ukCountries);

/** The P.O. box in words, since a number alone would look like a house number. */
const poBox = (box: string | null): string | null =>
  box !== null && /^\d+$/.test(box) ? `PO BOX ${box}` : box;

function firstLine({ care_of, po_box, line_1 }: RegisteredOffice): string | null {
  if (care_of === null && po_box === null) return line_1;
  const parts = [care_of, poBox(po_box), line_1].filter((part) => part !== null);
  return parts.join(', ');
}

/** The postcode with one blank between its halves. A text that is no UK postcode is left as published. */
function readPostcode(postcode: string | null): { postal_code: string | null; isUk: boolean } {
  if (postcode === null) return { postal_code: null, isUk: false };
  const [, outward, inward] = UK_POSTCODE.exec(postcode.toUpperCase()) ?? [];
  return outward === undefined
    ? { postal_code: postcode.replace(/\s+/g, ' '), isUk: false }
    : { postal_code: `${outward} ${inward}`, isUk: true };
}

/** Tells whether the postcode should be a UK one. Abroad other forms are right. */
const shouldBeUk = ({ country }: RegisteredOffice): boolean =>
  country === null || UK_COUNTRIES.has(country.toUpperCase());

/** The register's doubt about the address. Its bulk file marks only the default address. */
function addressStatus({ office, profile }: CompanyRecord) {
  if (isDefaultAddress(office)) return 'default_address';
  if (profile?.office_in_dispute === true) return 'in_dispute';
  return profile?.office_undeliverable === true ? 'undeliverable' : 'ok';
}

const postcodeInputs = ({ as_of }: { readonly as_of: IsoDate }, value: string | null) => ({
  inputs: [{ block: null, field: 'postal_code', source: 'postcode_register', as_of, value }],
});

function isBlank(office: RegisteredOffice): boolean {
  const { care_of, po_box, line_1, line_2, post_town, county, postcode } = office;
  return (line_1 ?? line_2 ?? post_town ?? county ?? postcode ?? po_box ?? care_of) === null;
}

export default defineBlock({
  key: 'registered_address',
  tier: 'core',
  latency_class: 'instant',
  description: 'The registered office as filed.',
  source: ['company_register'],
  coverage:
    'Every company on the register file but most charities, registered societies and royal charter bodies.',
  needs: ['company'],
  uses: ['office_postcode'],
  own_records: ['registration', 'office'],
  reasons: ['no_address_on_file'],
  value: z.strictObject(addressFields),
})(({ company: { record, as_of }, office_postcode }) => {
  if (record === null || isBlank(record.office)) {
    return { status: 'not_found', reason: 'no_address_on_file', source: 'company_register', as_of };
  }
  const { office } = record;
  const { postal_code, isUk } = readPostcode(office.postcode);
  const address_status = addressStatus(record);
  const directory = typeof office_postcode === 'string' ? null : office_postcode;
  const terminated_in = directory?.record?.terminated_in ?? null;
  // In an edition with only some postcodes, a missing postcode may still exist.
  const isUnknown = isUk && directory !== null && !directory.part && directory.record === null;
  const isMalformed = postal_code !== null && !isUk && shouldBeUk(office);
  return {
    status: 'available',
    value: {
      address_line_1: firstLine(office),
      address_line_2: office.line_2,
      locality: office.post_town,
      region: office.county,
      postal_code,
    },
    source: 'company_register',
    as_of,
    flagged_for_review: address_status !== 'ok' || isMalformed || isUnknown || terminated_in !== null,
    detail: {
      country: office.country,
      address_status,
      ...(isMalformed && { postcode_malformed: true }),
      ...(isUnknown && { postcode_unknown: true }),
      ...(terminated_in !== null && { postcode_terminated_on: terminated_in }),
      ...(directory !== null &&
        (isUnknown || terminated_in !== null) &&
        postcodeInputs(directory, postal_code)),
    },
  };
});
