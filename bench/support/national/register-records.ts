/** What Companies House publishes of a company beside its row in the list of companies. */
import { nameOf, numberOf } from '../national-file.js';
import { FORENAMES, STREETS, SURNAMES, TOWNS, address, day, hex, pick, postcode } from './made-up.js';
import type { NationalForm } from './national-form.js';

const person = (i: number, company: string) => ({
  address: address(i),
  country_of_residence: 'England',
  date_of_birth: { month: 1 + (i % 12), year: 1945 + (i % 55) },
  etag: hex(i, 40),
  kind: 'individual-person-with-significant-control',
  links: {
    self: `/company/${company}/persons-with-significant-control/individual/${hex(i, 27)}`,
  },
  name: `Mr ${pick(FORENAMES, i)} ${pick(SURNAMES, i)}`,
  name_elements: { forename: pick(FORENAMES, i), surname: pick(SURNAMES, i), title: 'Mr' },
  nationality: 'British',
  natures_of_control: ['ownership-of-shares-75-to-100-percent', 'voting-rights-75-to-100-percent'],
  notified_on: day(i),
});
const owner = (i: number, company: string) => ({
  address: address(i),
  etag: hex(i, 40),
  identification: {
    country_registered: 'England And Wales',
    legal_authority: 'Companies Act 2006',
    legal_form: 'Private Limited Company',
    place_registered: 'Companies House',
    registration_number: numberOf(i * 3 + 1),
  },
  kind: 'corporate-entity-person-with-significant-control',
  links: {
    self: `/company/${company}/persons-with-significant-control/corporate-entity/${hex(i, 27)}`,
  },
  // Its number is believed for its name, and where the company isn't younger than the notice.
  name: nameOf(i * 3 + 1),
  natures_of_control: ['ownership-of-shares-75-to-100-percent'],
  notified_on: '2024-04-06',
});

const charge = (i: number, company: string, n: number) => ({
  charge_code: `${company}${String(n).padStart(4, '0')}`,
  charge_number: n,
  classification: { description: 'A registered charge', type: 'charge-description' },
  created_on: day(i + n),
  delivered_on: day(i + n),
  etag: hex(i + n, 40),
  links: { self: `/company/${company}/charges/${hex(i + n, 27)}` },
  particulars: {
    contains_fixed_charge: true,
    contains_floating_charge: true,
    contains_negative_pledge: true,
  },
  persons_entitled: [{ name: `${pick(TOWNS, i)} Bank PLC` }],
  status: n % 2 === 0 ? 'outstanding' : 'fully-satisfied',
  transactions: [
    { delivered_on: day(i), filing_type: 'create-charge-with-deed', links: { filing: hex(i, 30) } },
  ],
});
/** A register response with three items. */
const response = (company: string, resource: string, items: readonly object[]): string =>
  `${JSON.stringify({
    company_number: company,
    resource,
    fetched_at: '2024-07-01T10:00:00Z',
    data: { items, items_per_page: 100, start_index: 0, total_count: items.length },
  })}\n`;

const filing = (i: number, n: number) => ({
  action_date: day(i + n),
  category: 'confirmation-statement',
  date: day(i + n),
  description: 'confirmation-statement-with-no-updates',
  description_values: { made_up_date: day(i + n) },
  links: { document_metadata: `https://document-api.example/document/${hex(i, 40)}`, self: hex(i + n, 30) },
  paper_filed: false,
  transaction_id: `${hex(i, 20)}${i}${n}`,
  type: 'CS01',
});

/** A line of the snapshot: fixed columns, then fields of their own lengths. */
function officerLine(i: number, company: string): string {
  const fields = `MR<${pick(FORENAMES, i).toUpperCase()}<${pick(SURNAMES, i)}<<<<${1 + (i % 180)} ${pick(STREETS, i).toUpperCase()}<<${pick(TOWNS, i).toUpperCase()}<<ENGLAND<DIRECTOR<BRITISH<ENGLAND<`;
  const number = String(100_000_000 + i).slice(0, 8) + String(i % 10_000).padStart(4, '0');
  const appointed = day(i).replaceAll('-', '');
  const birth = `19${String(45 + (i % 55)).padStart(2, '0')}${String(1 + (i % 12)).padStart(2, '0')}`;
  const fixed = `${company}2301${number}${' '.repeat(8)}${appointed}${' '.repeat(8)}${postcode(i).padEnd(8)}${birth}  ${' '.repeat(8)}`;
  return `${fixed}${String(fields.length).padStart(4, '0')}${fields}\n`;
}

export const REGISTER_FORMS: readonly NationalForm[] = [
  {
    source: 'psc',
    file: 'persons-with-significant-control-snapshot-2024-07-01.txt',
    parse: 'json_lines',
    head: '',
    perCompany: 2,
    oneIn: 1,
    record: (i, company) =>
      `${JSON.stringify({ company_number: company, data: i % 6 === 0 ? owner(i, company) : person(i, company) })}\n`,
    tail: (records) =>
      `${JSON.stringify({ data: { kind: 'totals#persons-of-significant-control-snapshot', persons_of_significant_control_count: records, statements_count: 0, exemptions_count: 0, generated_at: '2024-07-01T03:00:00Z' } })}\n`,
  },
  {
    source: 'officers',
    file: 'Prod195_2024_07_01.dat',
    parse: 'lines',
    head: 'DDDDSNAP289820240701\n',
    perCompany: 2,
    oneIn: 1,
    inOrder: true,
    record: officerLine,
    tail: (records) => `99999999${String(records).padStart(8, '0')}\n`,
  },
  {
    source: 'charges',
    file: 'charges-2024-07-01.ndjson',
    parse: 'json_lines',
    head: '',
    perCompany: 1,
    oneIn: 7,
    inOrder: true,
    record: (i, company) =>
      response(company, 'charges', [charge(i, company, 1), charge(i, company, 2), charge(i, company, 3)]),
  },
  {
    source: 'filings',
    file: 'filings-2024-07-01.ndjson',
    parse: 'json_lines',
    head: '',
    perCompany: 1,
    oneIn: 1,
    inOrder: true,
    record: (i, company) => response(company, 'filing-history', [filing(i, 1), filing(i, 2), filing(i, 3)]),
  },
];
