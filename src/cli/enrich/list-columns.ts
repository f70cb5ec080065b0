/** Finds the columns of a customer's file: by usual headings, or by the names that the customer gives. */
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';

export type ListField = 'company_number' | 'company_name' | 'domain' | 'ref';

/** The index of each field's column; absent where the file has none. */
export type ListColumns = Readonly<Partial<Record<ListField, number>>>;

/** The identifiers, the most reliable first. A row with several is sent with the first that isn't empty. */
export const IDENTIFIER_FIELDS = ['company_number', 'company_name', 'domain'] as const;

/** Common headings, in lower case and without blanks and signs. */
const USUAL_HEADINGS: Readonly<Record<ListField, readonly string[]>> = {
  company_number: [
    ...['companynumber', 'companyno', 'companynum', 'companyregistrationnumber', 'companyregnumber'],
    ...['companyregno', 'companyreg', 'coregnumber', 'coregno', 'coreg', 'conumber', 'cono'],
    ...['companieshousenumber', 'companieshouseno', 'companyhousenumber', 'registrationnumber'],
    ...['registrationno', 'registeredcompanynumber', 'registeredno', 'registerednumber', 'regnumber'],
    ...['regno', 'crn', 'chnumber', 'number'],
  ],
  company_name: [
    ...['companyname', 'registeredname', 'legalname', 'legalentity', 'legalentityname', 'businessname'],
    ...['organisationname', 'organizationname', 'accountname', 'customername', 'clientname'],
    ...['suppliername', 'company', 'firm', 'organisation', 'organization', 'name'],
  ],
  domain: ['domain', 'domainname', 'website', 'websiteurl', 'webaddress', 'web', 'url', 'homepage', 'site'],
  ref: ['ref', 'reference', 'yourref', 'customerref', 'externalid', 'recordid', 'rowid', 'id', 'key'],
};

const normalisedHeading = (heading: string): string => heading.toLowerCase().replace(/[^a-z0-9]/g, '');

/**
 * Finds the columns of a file. If the customer names the column of any identifier, other identifiers are not
 * used.
 * @throws WrongRequest where a named column is missing, or no column identifies a company
 */
export function findColumns(
  headings: readonly string[],
  columnNames: Readonly<Partial<Record<ListField, string>>>,
): ListColumns {
  const isNamed = IDENTIFIER_FIELDS.some((field) => columnNames[field] !== undefined);
  const columns: Partial<Record<ListField, number>> = {};
  for (const field of [...IDENTIFIER_FIELDS, 'ref'] as const) {
    const name = columnNames[field];
    if (name === undefined && isNamed && field !== 'ref') continue;
    const column = name === undefined ? usualColumn(headings, field) : namedColumn(headings, name);
    if (column !== undefined) columns[field] = column;
  }
  if (IDENTIFIER_FIELDS.some((field) => columns[field] !== undefined)) return columns;
  throw new WrongRequest(
    'no_identifier_column',
    `No column of ${headings.map((heading) => `'${heading}'`).join(', ')} has a heading known for a company number, name or domain; name one with --number-column, --name-column or --domain-column. A file without headings needs a first line with them.`,
  );
}

/**
 * Tells whether a row looks like headings: it has each heading that the customer names or, if none is named,
 * a usual heading of an identifier.
 */
export function areHeadings(
  cells: readonly string[],
  columnNames: Readonly<Partial<Record<ListField, string>>>,
): boolean {
  const normalisedCells = cells.map(normalisedHeading);
  const names = Object.values(columnNames);
  return names.length > 0
    ? names.every((name) => cells.includes(name) || normalisedCells.includes(normalisedHeading(name)))
    : IDENTIFIER_FIELDS.some((field) => usualColumn(cells, field) !== undefined);
}

/** Returns the column of the first usual heading that the file has, in the order of `USUAL_HEADINGS`. */
function usualColumn(headings: readonly string[], field: ListField): number | undefined {
  const normalisedHeadings = headings.map(normalisedHeading);
  const heading = USUAL_HEADINGS[field].find((usualHeading) => normalisedHeadings.includes(usualHeading));
  return heading === undefined ? undefined : normalisedHeadings.indexOf(heading);
}

function namedColumn(headings: readonly string[], name: string): number {
  const exactIndex = headings.indexOf(name);
  const column =
    exactIndex >= 0 ? exactIndex : headings.map(normalisedHeading).indexOf(normalisedHeading(name));
  if (column >= 0) return column;
  throw new WrongRequest(
    'unknown_column',
    `The file has no column '${name}'; it has ${headings.map((heading) => `'${heading}'`).join(', ')}.`,
  );
}

const FIELD_NAMES: Readonly<Record<ListField, string>> = {
  company_number: 'the company number',
  company_name: 'the company name',
  domain: 'the website',
  ref: 'your reference',
};

/** Says which column became which field, for people to check before anything is sent. */
export function columnsText(headings: readonly string[], columns: ListColumns): string {
  const fields = [...IDENTIFIER_FIELDS, 'ref'] as const;
  const sentColumns = fields.flatMap((field) => {
    const column = columns[field];
    return column === undefined ? [] : [`'${(headings[column] ?? '').trim()}' is ${FIELD_NAMES[field]}`];
  });
  const unsentHeadings = headings.filter((_, column) => !Object.values(columns).includes(column));
  const unsentText = unsentHeadings.map((heading) => `'${heading.trim()}'`).join(', ');
  return `Columns: ${sentColumns.join(', ')}.${unsentText === '' ? '' : ` Not sent: ${unsentText}.`}`;
}
