/** Which columns of a customer's file say what: by usual headings, or as the customer names them. */
import { WrongRequest } from '../../operator/refusal.js';

export type Field = 'company_number' | 'company_name' | 'domain' | 'ref';

/** The place of each field's column; absent where the file has none. */
export type Columns = Readonly<Partial<Record<Field, number>>>;

/** The identifiers, the surest first: of several in one row the first that isn't empty is asked for. */
export const IDENTIFIERS = ['company_number', 'company_name', 'domain'] as const;

/** Headings as they are written in practice, without case, blanks and signs. */
const USUAL: Readonly<Record<Field, readonly string[]>> = {
  company_number: [
    'companynumber',
    'companyno',
    'companynum',
    'companyregistrationnumber',
    'companyregnumber',
    'companyregno',
    'companyreg',
    'companieshousenumber',
    'companieshouseno',
    'companyhousenumber',
    'registrationnumber',
    'registrationno',
    'registerednumber',
    'regnumber',
    'regno',
    'crn',
    'chnumber',
    'number',
  ],
  company_name: [
    'companyname',
    'registeredname',
    'legalname',
    'businessname',
    'organisationname',
    'organizationname',
    'accountname',
    'company',
    'organisation',
    'organization',
    'name',
  ],
  domain: ['domain', 'domainname', 'website', 'websiteurl', 'webaddress', 'web', 'url', 'homepage', 'site'],
  ref: ['ref', 'reference', 'yourref', 'customerref', 'externalid', 'recordid', 'rowid', 'id', 'key'],
};

const plain = (heading: string): string => heading.toLowerCase().replace(/[^a-z0-9]/g, '');

/**
 * The columns of a file. Naming any identifier's column means that only the named ones are asked by.
 * @throws WrongRequest where a named column isn't there, or no column identifies a company
 */
export function findColumns(
  headings: readonly string[],
  named: Readonly<Partial<Record<Field, string>>>,
): Columns {
  const byName = IDENTIFIERS.some((field) => named[field] !== undefined);
  const columns: Partial<Record<Field, number>> = {};
  for (const field of [...IDENTIFIERS, 'ref'] as const) {
    const name = named[field];
    if (name === undefined && byName && field !== 'ref') continue;
    const place = name === undefined ? usualPlace(headings, field) : namedPlace(headings, name);
    if (place !== undefined) columns[field] = place;
  }
  if (IDENTIFIERS.some((field) => columns[field] !== undefined)) return columns;
  throw new WrongRequest(
    'no_identifier_column',
    `No column of ${headings.map((heading) => `'${heading}'`).join(', ')} is known to hold a company number, name or domain; name one with --number-column, --name-column or --domain-column.`,
  );
}

/** The usual heading that comes first in the list wins, wherever its column stands. */
function usualPlace(headings: readonly string[], field: Field): number | undefined {
  const plainHeadings = headings.map(plain);
  const heading = USUAL[field].find((usual) => plainHeadings.includes(usual));
  return heading === undefined ? undefined : plainHeadings.indexOf(heading);
}

function namedPlace(headings: readonly string[], name: string): number {
  const exact = headings.indexOf(name);
  const place = exact >= 0 ? exact : headings.map(plain).indexOf(plain(name));
  if (place >= 0) return place;
  throw new WrongRequest(
    'unknown_column',
    `The file has no column '${name}'; it has ${headings.map((heading) => `'${heading}'`).join(', ')}.`,
  );
}
