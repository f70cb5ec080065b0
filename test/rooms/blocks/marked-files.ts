/**
 * Published files of two companies in which every free text, day and number is a mark of its own, so that where a served
 * value comes from can be told by the value alone.
 */
import type { SourceName } from '../../../packages/enrichment/src/sources/index.js';
import { Marks } from './marks.js';
import { csvFile, quoted, type RowOverrides } from '../../support/basic-company-data.js';

export const COMPANY = '10000001';
/** The company that controls it, and the one that it controls. */
const OWNER = '10000002';
const OWNED = '10000003';
const FETCHED_AT = '2024-07-01T00:00:00Z';

export interface MarkedFile {
  readonly source: SourceName;
  readonly name: string;
  readonly text: string;
  /** What the publisher says of `COMPANY`: every cell and every leaf. */
  readonly leaves: readonly (string | number)[];
}

function leavesOf(value: unknown): (string | number)[] {
  if (typeof value === 'string' || typeof value === 'number') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(leavesOf);
}

const slashed = (day: string): string => day.split('-').reverse().join('/');

function companyRow(marks: Marks, number: string, postcode: string): RowOverrides {
  const day = (): string => slashed(marks.day());
  return {
    CompanyNumber: number,
    CompanyName: `${marks.text('NAME')} LIMITED`,
    CompanyStatus: 'Active',
    CompanyCategory: 'Private Limited Company',
    IncorporationDate: '02/01/2000',
    'RegAddress.CareOf': marks.text('CARE'),
    'RegAddress.POBox': marks.text('BOX'),
    'RegAddress.AddressLine1': marks.text('LINE'),
    'RegAddress.PostTown': marks.text('TOWN'),
    'RegAddress.Country': 'ENGLAND',
    'RegAddress.PostCode': postcode,
    'Accounts.NextDueDate': '30/09/2024',
    'Accounts.LastMadeUpDate': day(),
    'Accounts.AccountCategory': 'SMALL',
    ConfStmtNextDueDate: day(),
    ConfStmtLastMadeUpDate: day(),
    'SICCode.SicText_1': '62020 - Information technology consultancy activities',
    'SICCode.SicText_2': '70100 - Activities of head offices',
    'PreviousName_1.CONDATE': day(),
    'PreviousName_1.CompanyName': marks.text('FORMER'),
    'Mortgages.NumMortCharges': '2',
  };
}

const response = (resource: string, data: object, company_number = COMPANY): string =>
  `${JSON.stringify({ company_number, resource, fetched_at: FETCHED_AT, data })}\n`;

const corporateOwner = (marks: Marks, of: string, owner: RowOverrides): object => ({
  kind: 'corporate-entity-person-with-significant-control',
  name: owner.CompanyName,
  natures_of_control: ['ownership-of-shares-50-to-75-percent'],
  notified_on: marks.day(),
  identification: { registration_number: owner.CompanyNumber, country_registered: 'England' },
  links: { self: `/company/${of}/persons-with-significant-control/corporate-entity/b` },
});

const individual = (marks: Marks, of: string): object => ({
  kind: 'individual-person-with-significant-control',
  name: marks.text('PERSON'),
  natures_of_control: ['ownership-of-shares-25-to-50-percent'],
  notified_on: marks.day(),
  links: { self: `/company/${of}/persons-with-significant-control/individual/a` },
});

const controllers = (marks: Marks, owner: RowOverrides): object => ({
  items: [
    individual(marks, COMPANY),
    corporateOwner(marks, COMPANY, owner),
    {
      kind: 'individual-person-with-significant-control',
      name: marks.text('GONE'),
      natures_of_control: ['voting-rights-25-to-50-percent'],
      notified_on: marks.day(),
      ceased_on: marks.day(),
      links: { self: `/company/${COMPANY}/persons-with-significant-control/individual/c` },
    },
  ],
});

const officer = (marks: Marks, more: object): object => ({
  links: { officer: { appointments: `/officers/${marks.whole()}/appointments` } },
  name: marks.text('OFFICER'),
  officer_role: 'director',
  appointed_on: marks.day(),
  nationality: marks.text('NATION'),
  occupation: marks.text('TRADE'),
  country_of_residence: marks.text('LAND'),
  date_of_birth: { month: marks.whole(1, 12), year: marks.whole(1940, 1999) },
  address: { address_line_1: marks.text('HOME'), postal_code: marks.postcode() },
  ...more,
});

const charge = (marks: Marks, code: string, more: object): object => ({
  charge_code: code,
  charge_number: Number(code.slice(-4)),
  status: 'outstanding',
  created_on: marks.day(),
  delivered_on: marks.day(),
  persons_entitled: [{ name: marks.text('LENDER') }, { name: marks.text('LENDER') }],
  particulars: { type: 'short-particulars', description: marks.text('LAND AT'), contains_fixed_charge: true },
  classification: { type: 'charge-description', description: 'A registered charge' },
  transactions: [],
  ...more,
});

const filing = (marks: Marks, more: object): object => ({
  transaction_id: marks.text('FILING').replace(' ', ''),
  date: '2024-05-02',
  ...more,
});

function registerAnswers(
  marks: Marks,
  owner: RowOverrides,
): { source: SourceName; resource: string; data: object }[] {
  return [
    { source: 'psc', resource: 'persons-with-significant-control', data: controllers(marks, owner) },
    {
      source: 'officers',
      resource: 'officers',
      data: {
        items: [
          officer(marks, {}),
          officer(marks, { officer_role: 'secretary' }),
          officer(marks, { resigned_on: marks.day() }),
        ],
      },
    },
    {
      source: 'charges',
      resource: 'charges',
      data: {
        items: [
          charge(marks, '100000010001', {}),
          charge(marks, '100000010002', { status: 'fully-satisfied', satisfied_on: marks.day() }),
        ],
      },
    },
    {
      source: 'filings',
      resource: 'filing-history',
      data: {
        items: [
          filing(marks, {
            type: 'CS01',
            category: 'confirmation-statement',
            description: 'confirmation-statement-with-updates',
            description_values: { made_up_date: '2024-04-03' },
          }),
          filing(marks, {
            type: 'AA',
            category: 'accounts',
            description: 'accounts-with-accounts-type-small',
            description_values: { made_up_date: '2023-12-04' },
          }),
        ],
      },
    },
  ];
}

const table = (rows: readonly Readonly<Record<string, string>>[]): string => {
  const columns = Object.keys(rows[0] ?? {});
  return `${[columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))].map(quoted).join('\n')}\n`;
};

const payGapRow = (marks: Marks): Record<string, string> => ({
  EmployerName: marks.text('EMPLOYER'),
  EmployerId: String(marks.whole()),
  Address: marks.text('PLACE'),
  CompanyNumber: COMPANY,
  EmployerSize: '500 to 999',
  CurrentName: marks.text('EMPLOYER'),
  DueDate: '2023/04/05 00:00:00',
  DateSubmitted: '2023/03/06 09:00:00',
});

/** A title as the register of owners has it; further owners left blank. */
const title = (marks: Marks, owner: string): Record<string, string> => ({
  'Title Number': `ZZ${marks.whole()}`,
  Tenure: 'Freehold',
  'Property Address': marks.text('FIELD'),
  Postcode: marks.postcode(),
  'Price Paid': String(marks.whole()),
  ...Object.fromEntries(
    [1, 2, 3, 4].flatMap((place) => [
      [`Proprietor Name (${place})`, place === 1 ? owner : ''],
      [`Company Registration No. (${place})`, place === 1 ? COMPANY : ''],
    ]),
  ),
  'Date Proprietor Added': '14-11-2019',
});

const grant = (marks: Marks): object => ({
  id: `360G-${marks.whole()}`,
  title: marks.text('GRANT'),
  description: marks.text('PURPOSE'),
  currency: 'GBP',
  amountAwarded: marks.whole(),
  awardDate: marks.day(),
  recipientOrganization: [{ id: `GB-COH-${COMPANY}`, name: marks.text('RECIPIENT'), companyNumber: COMPANY }],
  fundingOrganization: [{ id: 'GB-CHC-1', name: marks.text('FUNDER') }],
});

/** Files of every source, as they would be published; the same seed gives the same marks. */
export function markedFiles(seed: number): MarkedFile[] {
  const marks = new Marks(seed);
  const postcode = marks.postcode();
  const company = companyRow(marks, COMPANY, postcode);
  const owner = companyRow(marks, OWNER, marks.postcode());
  const others = [owner, companyRow(marks, OWNED, marks.postcode())];
  const owned = { items: [corporateOwner(marks, OWNED, company)] };
  const above = { items: [individual(marks, OWNER)] };
  const titles = [title(marks, company.CompanyName ?? ''), title(marks, company.CompanyName ?? '')];
  const isoDays = Object.values(company).map((cell) => cell.split('/').reverse().join('-'));
  const answers = registerAnswers(marks, owner);
  const [payGap, grants] = [payGapRow(marks), [grant(marks), grant(marks)]];
  const place = { pcds: postcode, dointr: '199001', doterm: '', ctry: 'E92000001', rgn: 'E12000003' };
  return [
    {
      source: 'companies',
      name: 'BasicCompanyData-2024-07-01.csv',
      text: csvFile([company, ...others]),
      leaves: [
        ...Object.values(company),
        ...isoDays,
        ...others.flatMap(({ CompanyName }) => CompanyName ?? []),
      ],
    },
    ...answers.map(({ source, resource, data }) => {
      const isControl = source === 'psc';
      return {
        source,
        name: `${resource}.jsonl`,
        text:
          response(resource, data) +
          (isControl ? response(resource, owned, OWNED) + response(resource, above, OWNER) : ''),
        leaves: [...leavesOf(data), ...(isControl ? [...leavesOf(owned), OWNED] : [])],
      };
    }),
    {
      source: 'property',
      name: 'CCOD_FULL_2024_06.csv',
      text: `${table(titles)}"Row Count:","${titles.length}"\n`,
      leaves: leavesOf(titles),
    },
    {
      source: 'pay_gap',
      name: 'UK_Gender_Pay_Gap_Data_2022_to_2023.csv',
      text: table([payGap]),
      leaves: [...Object.values(payGap), '2023-04-05', '2023-03-06'],
    },
    { source: 'grants', name: 'grants.json', text: JSON.stringify({ grants }), leaves: leavesOf(grants) },
    {
      source: 'postcodes',
      name: 'ONSPD_MAY_2024_UK.csv',
      text: table([place]),
      leaves: Object.values(place),
    },
  ];
}
