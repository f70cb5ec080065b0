/**
 * One company as the register publishes it, and the compact JSON that an edition keeps of it. Values are as printed,
 * dates as ISO days, blanks as null; what they mean is left to the blocks, so that a better reading needs no new import.
 */
import type { IsoDate } from '../../shared/calendar.js';
import type { CompanyNumber } from '../../shared/company-number.js';

export interface RegisteredOffice {
  readonly care_of: string | null;
  readonly po_box: string | null;
  readonly line_1: string | null;
  readonly line_2: string | null;
  readonly post_town: string | null;
  readonly county: string | null;
  readonly country: string | null;
  readonly postcode: string | null;
}

export interface PreviousName {
  readonly name: string;
  /** The day on which the company stopped using it. */
  readonly ceased_on: IsoDate | null;
}

export interface CompanyRecord {
  readonly number: CompanyNumber;
  readonly name: string;
  readonly office: RegisteredOffice;
  readonly category: string | null;
  readonly status: string | null;
  readonly country_of_origin: string | null;
  readonly dissolved_on: IsoDate | null;
  readonly incorporated_on: IsoDate | null;
  readonly accounts: {
    /** Day and month of the accounting reference date. */
    readonly reference_day: number | null;
    readonly reference_month: number | null;
    readonly next_due_on: IsoDate | null;
    readonly last_made_up_on: IsoDate | null;
    readonly category: string | null;
  };
  readonly confirmation_statement: {
    readonly next_due_on: IsoDate | null;
    readonly last_made_up_on: IsoDate | null;
  };
  /** Counts of charges, a month behind the charges themselves. */
  readonly mortgages: {
    readonly charges: number | null;
    readonly outstanding: number | null;
    readonly part_satisfied: number | null;
    readonly satisfied: number | null;
  };
  /** As filed and printed, in filed order: `62020 - Information technology consultancy activities`. */
  readonly sic: readonly string[];
  readonly partners: { readonly general: number | null; readonly limited: number | null };
  /** Newest first, as published. */
  readonly previous_names: readonly PreviousName[];
}

type Texts = [
  number: CompanyNumber,
  name: string,
  careOf: string | null,
  poBox: string | null,
  line1: string | null,
  line2: string | null,
  postTown: string | null,
  county: string | null,
  country: string | null,
  postcode: string | null,
  category: string | null,
  status: string | null,
  origin: string | null,
  dissolvedOn: string | null,
  incorporatedOn: string | null,
];
type Accounts = [
  day: number | null,
  month: number | null,
  nextDue: string | null,
  lastMadeUp: string | null,
  category: string | null,
  statementDue: string | null,
  statementMadeUp: string | null,
];
type Counts = [
  charges: number | null,
  outstanding: number | null,
  partSatisfied: number | null,
  satisfied: number | null,
  generalPartners: number | null,
  limitedPartners: number | null,
];

/** The record's fields by position. Append only: a new order is a new edition format. */
type Packed = [
  texts: Texts,
  accounts: Accounts,
  counts: Counts,
  sic: readonly string[],
  previousNames: readonly (readonly [name: string, ceasedOn: string | null])[],
];

/** The record as one line of JSON. */
export function encodeCompany(record: CompanyRecord): string {
  const { office, accounts, confirmation_statement: statement, mortgages, partners } = record;
  const packed: Packed = [
    [
      record.number,
      record.name,
      office.care_of,
      office.po_box,
      office.line_1,
      office.line_2,
      office.post_town,
      office.county,
      office.country,
      office.postcode,
      record.category,
      record.status,
      record.country_of_origin,
      record.dissolved_on,
      record.incorporated_on,
    ],
    [
      accounts.reference_day,
      accounts.reference_month,
      accounts.next_due_on,
      accounts.last_made_up_on,
      accounts.category,
      statement.next_due_on,
      statement.last_made_up_on,
    ],
    [
      mortgages.charges,
      mortgages.outstanding,
      mortgages.part_satisfied,
      mortgages.satisfied,
      partners.general,
      partners.limited,
    ],
    record.sic,
    record.previous_names.map(({ name, ceased_on }) => [name, ceased_on] as const),
  ];
  return JSON.stringify(packed);
}

/** The inverse of `encodeCompany`; the text comes from an edition that this program built. */
export function decodeCompany(json: string): CompanyRecord {
  const [t, a, c, sic, names] = JSON.parse(json) as Packed;
  return {
    number: t[0],
    name: t[1],
    office: {
      care_of: t[2],
      po_box: t[3],
      line_1: t[4],
      line_2: t[5],
      post_town: t[6],
      county: t[7],
      country: t[8],
      postcode: t[9],
    },
    category: t[10],
    status: t[11],
    country_of_origin: t[12],
    dissolved_on: t[13],
    incorporated_on: t[14],
    accounts: {
      reference_day: a[0],
      reference_month: a[1],
      next_due_on: a[2],
      last_made_up_on: a[3],
      category: a[4],
    },
    confirmation_statement: { next_due_on: a[5], last_made_up_on: a[6] },
    mortgages: { charges: c[0], outstanding: c[1], part_satisfied: c[2], satisfied: c[3] },
    sic,
    partners: { general: c[4], limited: c[5] },
    previous_names: names.map(([name, ceased_on]) => ({ name, ceased_on })),
  };
}
