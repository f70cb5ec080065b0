import { z } from 'zod';
import type { RegisteredOffice } from '../register/companies/company-record.js';
import { defineBlock } from './define-block.js';
import { addressFields } from './value-types.js';

/** The register's own address, put in place of a disputed office: not a location (sources, quirk 20). */
const DEFAULT_ADDRESS = /COMPANIES HOUSE DEFAULT ADDRESS/i;
const UK_POSTCODE = /^([A-Z]{1,2}\d[A-Z\d]?|GIR)\s*(\d[A-Z]{2})$/;
const UK_COUNTRIES = new Set([
  'UNITED KINGDOM',
  'ENGLAND',
  'SCOTLAND',
  'WALES',
  'NORTHERN IRELAND',
  'GREAT BRITAIN',
  'ENGLAND & WALES',
]);

/** A number alone would read as a house number. */
const poBox = (box: string | null): string | null =>
  box !== null && /^\d+$/.test(box) ? `PO BOX ${box}` : box;

function firstLine({ care_of, po_box, line_1 }: RegisteredOffice): string | null {
  const parts = [care_of, poBox(po_box), line_1].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(', ');
}

/** One blank between its halves; what is no UK postcode is left as published. */
function postalCode(postcode: string | null): string | null {
  if (postcode === null) return null;
  const [, outward, inward] = UK_POSTCODE.exec(postcode.toUpperCase().trim()) ?? [];
  return outward === undefined ? postcode.replace(/\s+/g, ' ') : `${outward} ${inward}`;
}

const isMalformed = ({ postcode, country }: RegisteredOffice): boolean =>
  postcode !== null &&
  (country === null || UK_COUNTRIES.has(country.toUpperCase())) &&
  !UK_POSTCODE.test(postcode.toUpperCase().trim());

export default defineBlock({
  key: 'registered_address',
  tier: 'core',
  latency_class: 'instant',
  description: 'The registered office as filed.',
  source: ['company_register'],
  coverage:
    'Every company on the register file but most charities, registered societies and royal charter bodies.',
  needs: ['company'],
  reasons: ['no_address_on_file'],
  advisories: [],
  value: z.strictObject(addressFields),
})(({ company: { record, as_of } }) => {
  const office = record?.office;
  const line_1 = office ? firstLine(office) : null;
  const value = {
    address_line_1: line_1,
    address_line_2: office?.line_2 ?? null,
    locality: office?.post_town ?? null,
    region: office?.county ?? null,
    postal_code: postalCode(office?.postcode ?? null),
  };
  if (!office || Object.values(value).every((part) => part === null)) {
    return { status: 'not_found', reason: 'no_address_on_file', source: 'company_register', as_of };
  }
  const isDefault = DEFAULT_ADDRESS.test(`${line_1 ?? ''} ${office.line_2 ?? ''}`);
  const malformed = isMalformed(office);
  return {
    status: 'available',
    value,
    source: 'company_register',
    as_of,
    flagged_for_review: isDefault || malformed,
    detail: {
      country: office.country,
      address_status: isDefault ? 'default_address' : 'ok',
      ...(malformed && { postcode_malformed: true }),
    },
  };
});
