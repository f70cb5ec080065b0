/** What is not found by a company's number alone: the index, applications, entities and popular sites. */
import { STREETS, TOWNS, day, pick, postcode, quoted } from './made-up.js';
import type { NationalForm } from './national-form.js';

const compact = (date: string): string => date.replaceAll('-', '');

/** Columns 91 to 250 are the name, the next ten its first letters. */
function directoryLine(i: number, company: string): string {
  const name = `${pick(TOWNS, i).toUpperCase()} COMPANY ${i} LIMITED`;
  const dates = `${compact(day(i))}${compact(day(i + 1))}${compact(day(i + 2))}`;
  const place = postcode(i).padEnd(8);
  const numbers = `${company}    ${dates} 23107`.padEnd(66);
  return (
    `${numbers}2  ${place}O`.padEnd(90) + name.padEnd(160) + name.replaceAll(' ', '').slice(0, 10) + '\n'
  );
}

const APPLICATION_COLUMNS = [
  ...['OrganisationURI', 'OrganisationLabel', 'CaseReference', 'CaseDate', 'CaseText', 'ServiceTypeLabel'],
  ...['LocationText', 'Postcode', 'DecisionDate', 'Decision', 'Status', 'ApplicantName', 'CaseURL'],
];
const application = (i: number): string =>
  quoted(
    'http://opendatacommunities.org/id/district-council/north-town',
    'North Town District Council',
    `24/${String(i).padStart(7, '0')}/FUL`,
    day(i),
    `Erection of a two storey extension and ${1 + (i % 9)} dwellings with access, parking and landscaping`,
    'Full planning permission',
    `${1 + (i % 180)} ${pick(STREETS, i)}, ${pick(TOWNS, i)}`,
    postcode(i),
    day(i),
    i % 4 === 0 ? 'Refused' : 'Approved',
    'Decided',
    i % 5 === 0 ? `${pick(TOWNS, i).toUpperCase()} COMPANY ${i} LIMITED` : '',
    `https://planning.north-town.example/applications/${i}`,
  );

const address = (kind: string, i: number): string =>
  `<lei:${kind} xml:lang="en"><lei:FirstAddressLine>${1 + (i % 180)} ${pick(STREETS, i)}</lei:FirstAddressLine>` +
  `<lei:City>${pick(TOWNS, i)}</lei:City><lei:Region>GB-ENG</lei:Region><lei:Country>GB</lei:Country>` +
  `<lei:PostalCode>${postcode(i)}</lei:PostalCode></lei:${kind}>\n`;

/** As the foundation writes one, without the names that it bore before. */
const entity = (i: number, company: string): string =>
  `<lei:LEIRecord><lei:LEI>${`2138${i.toString(36).toUpperCase().padStart(14, '0')}`}00</lei:LEI>\n<lei:Entity>` +
  `<lei:LegalName xml:lang="en">${pick(TOWNS, i).toUpperCase()} COMPANY ${i} LIMITED</lei:LegalName>\n` +
  address('LegalAddress', i) +
  address('HeadquartersAddress', i) +
  '<lei:RegistrationAuthority><lei:RegistrationAuthorityID>RA000585</lei:RegistrationAuthorityID>' +
  `<lei:RegistrationAuthorityEntityID>${company}</lei:RegistrationAuthorityEntityID></lei:RegistrationAuthority>\n` +
  '<lei:LegalJurisdiction>GB</lei:LegalJurisdiction><lei:EntityCategory>GENERAL</lei:EntityCategory>' +
  '<lei:LegalForm><lei:EntityLegalFormCode>H0PO</lei:EntityLegalFormCode></lei:LegalForm>\n' +
  `<lei:EntityStatus>ACTIVE</lei:EntityStatus></lei:Entity>\n<lei:Registration>` +
  `<lei:InitialRegistrationDate>${day(i)}T16:33:00.000Z</lei:InitialRegistrationDate>` +
  `<lei:LastUpdateDate>${day(i)}T15:41:20.212Z</lei:LastUpdateDate>` +
  '<lei:RegistrationStatus>ISSUED</lei:RegistrationStatus><lei:ManagingLOU>213800WAVVOPS85N2205</lei:ManagingLOU>' +
  '<lei:ValidationSources>FULLY_CORROBORATED</lei:ValidationSources></lei:Registration></lei:LEIRecord>\n';

const ENTITIES_HEAD =
  '<?xml version="1.0" encoding="UTF-8"?><lei:LEIData xmlns:lei="http://www.gleif.org/data/schema/leidata/2016">\n' +
  '<lei:LEIHeader><lei:ContentDate>2024-07-01T08:20:51Z</lei:ContentDate>' +
  '<lei:FileContent>GLEIF_FULL_PUBLISHED</lei:FileContent></lei:LEIHeader>\n<lei:LEIRecords>\n';

/** They are imported alone: jobs are measured without them. */
export const INDEX_FORMS: readonly NationalForm[] = [
  {
    source: 'index',
    file: 'prod183-2024-07-01.dat',
    parse: 'lines',
    head: 'AAAAAAAA312320240701\n',
    perCompany: 1,
    oneIn: 1,
    inOrder: true,
    record: directoryLine,
    tail: (records) => `99999999${String(records % 1_000_000).padStart(6, '0')}\n`,
  },
  {
    source: 'planning',
    file: 'applications-2024-07-01.csv',
    parse: 'csv',
    head: quoted(...APPLICATION_COLUMNS),
    perCompany: 1,
    oneIn: 20,
    record: application,
  },
  {
    source: 'entity_ids',
    file: 'gleif-lei2-2024-07-01.xml',
    parse: 'xml',
    head: ENTITIES_HEAD,
    perCompany: 1,
    oneIn: 40,
    record: entity,
    tail: () => '</lei:LEIRecords></lei:LEIData>\n',
  },
  {
    source: 'site_ranking',
    file: 'ranking-2024-07-01.csv',
    parse: 'csv',
    head: '',
    perCompany: 1,
    oneIn: 1,
    record: (i) => `${i + 1},${pick(TOWNS, i).toLowerCase()}-${i}.example.co.uk\n`,
  },
];
