import { ownershipBand } from './ownership-band.js';
import { filedNumber, whereaboutsOf } from './owner-identity.js';

const filed = {
  registration_number: '879531',
  country_registered: null,
  place_registered: null,
  legal_authority: null,
  legal_form: null,
};

it.each([
  ['uk', 'England And Wales'],
  ['uk', 'Uk'],
  ['uk', 'English'],
  ['uk', 'Britain'],
  ['uk', 'N. Ireland'],
  ['uk', 'London'],
  ['abroad', 'New South Wales'],
  ['abroad', 'London, Ontario'],
  ['abroad', 'British Virgin Islands'],
  ['abroad', 'Republic Of Ireland'],
  ['abroad', 'Jersey'],
  ['uk', 'GBR'],
  ['uk', 'G.B.'],
  ['uk', 'England, United States'],
  ['abroad', 'Republic Of Ireland, Eire'],
  ['abroad', 'Guernsey, UK'],
  ['abroad', 'British Virgin Islands, United Kingdom'],
  ['abroad', 'New Hampshire'],
  ['abroad', 'New Jersey'],
  ['abroad', 'U.S.A.'],
  ['abroad', 'Usa'],
  ['abroad', 'LU'],
  ['abroad', 'State Of Delaware, Usa'],
  ['abroad', 'Saint Kitts & Nevis'],
  ['abroad', 'Deutschland'],
  ['abroad', 'Curaçao'],
  ['abroad', 'The Netherlands'],
  ['abroad', 'Türkiye'],
  ['uk', 'Nothern Ireland'],
  ['uk', 'Norhtern Ireland'],
  ['uk', 'Nth. Ireland'],
  ['uk', 'Ireland, Northern'],
  ['uk', 'Ireland (Northern)'],
  ['uk', 'Ireland North'],
  ['uk', 'Ireland (N.I.)'],
  ['abroad', 'Naas, Ireland'],
  ['abroad', 'Navan Ireland'],
  ['abroad', 'Nenagh Ireland'],
  ['abroad', 'Nobber, Ireland'],
  ['abroad', 'None, Ireland'],
  ['abroad', 'Ireland, North Wall Quay'],
  ['abroad', 'Virgin Islands, British'],
  ['abroad', 'Virgin Islands (British)'],
  ['abroad', 'Virgin Islands (U.S.)'],
  ['abroad', 'British Virgin Island'],
  ['abroad', 'British Virgin Isles'],
  ['abroad', 'Uk Virgin Islands'],
  ['abroad', 'British West Indies'],
  ['abroad', 'Turks & Caicos, British West Indies'],
  ['abroad', 'British Guyana'],
  ['abroad', 'Honduras (British)'],
  ['abroad', 'English Harbour, Antigua & Barbuda'],
  ['abroad', 'Uk Crown Dependency'],
  ['abroad', 'British Overseas Territory'],
  ['abroad', 'Iom'],
  ['abroad', 'I.O.M.'],
  ['abroad', 'Hongkong'],
  ['abroad', 'Nederlands'],
  ['abroad', 'Tortola'],
  ['abroad', 'Falklands'],
  ['abroad', 'Turks And Caicos'],
  ['uk', 'British'],
  ['uk', 'British Isles'],
  ['uk', 'British Limited Company'],
  ['uk', 'British And Welsh'],
  ['uk', 'English Private Limited Company'],
  ['uk', 'Scottish Limited Partnership'],
  ['unsaid', 'British Guiana'],
  ['unsaid', 'Virginia Water'],
  ['unsaid', 'Untied Kingdom'],
  ['unsaid', 'Engalnd'],
  ['unsaid', 'Scotlnad'],
  ['unsaid', 'Glasgow'],
  ['unsaid', 'Manchester'],
  ['unsaid', 'Hampshire'],
  ['unsaid', 'Registrar Of Companies'],
  ['unsaid', 'Ni'],
  ['unsaid', 'Private Limited Company'],
  ['unsaid', '12345678'],
  ['unsaid', 'Not Specified'],
  ['unsaid', 'N/A'],
  ['unsaid', '-'],
])('says %s of an owner that filed %s as its country', (where, country_registered) => {
  expect(whereaboutsOf({ ...filed, country_registered })).toBe(where);
});

it.each([
  ['uk', 'Companies Act 1985'],
  ['uk', 'Companies Acts 2006'],
  ['uk', 'Limited Liability Partnerships Act 2000'],
  ['uk', 'English Law'],
  ['uk', 'Uk Companies Act 2006'],
  ['uk', 'Companies Act 2006 (England And Wales)'],
  ['unsaid', 'Isle Of Man Companies Act 2006'],
  ['unsaid', 'Companies Act 2006 (Isle Of Man)'],
  ['unsaid', 'Iom Companies Act 2006'],
  ['unsaid', 'Manx Companies Act 2006'],
  ['unsaid', 'Companies Act 1985 Of Gibraltar'],
  ['unsaid', 'Companies Acts 1963 To 2012'],
  ['unsaid', 'The Companies Ordinance Of The Laws Of Gibraltar'],
])('says %s of an owner under the %s', (where, legal_authority) => {
  expect(whereaboutsOf({ ...filed, legal_authority })).toBe(where);
  expect(whereaboutsOf({ ...filed, legal_form: legal_authority, legal_authority: 'Limited Company' })).toBe(
    where,
  );
});

it('believes no Act that a place or a form abroad may have passed', () => {
  const legal_authority = 'Companies Act 2006';
  expect(whereaboutsOf({ ...filed, legal_authority, place_registered: 'Douglas, Isle Of Man' })).toBe(
    'unsaid',
  );
  expect(whereaboutsOf({ ...filed, legal_authority, legal_form: 'Manx Company' })).toBe('unsaid');
  expect(whereaboutsOf({ ...filed, legal_authority, place_registered: 'Cardiff' })).toBe('uk');
  expect(whereaboutsOf({ ...filed, legal_authority, place_registered: 'Registrar Of Companies' })).toBe('uk');
  expect(whereaboutsOf({ ...filed, legal_authority, country_registered: 'Iom' })).toBe('abroad');
});

it('goes on to the place where no country is named', () => {
  expect(whereaboutsOf({ ...filed, country_registered: 'None', place_registered: 'Companies House' })).toBe(
    'uk',
  );
});

it.each([
  ['00229269', 'Company No. 00229269'],
  ['00229269', 'CRN 00229269'],
  ['00229269', 'CRN00229269'],
  ['00229269', 'GB 00229269'],
  ['00229269', 'UK00229269'],
  ['00229269', '00229269 (England)'],
  ['00229269', '00229269 England And Wales'],
  ['00229269', '002-29269'],
  ['00229269', '0022 9269'],
  ['00229269', '0.02.29.26.9'],
  ['00229269', 'Reg. No: 229269'],
  ['00229269', 'No 229269'],
  ['00229269', 'Registered No.229269.'],
  ['00229269', '#229269'],
  ['00229269', 'Company number 00229269 (registered 01/02/1928)'],
  ['00229269', '00229269 / 00229269'],
  ['00004321', 'No. 4321'],
  ['SC229269', 'SC 229269'],
  ['SC229269', 'Company no. SC-229269 (Scotland)'],
  ['NI012345', 'N.I. Company NI 12345'],
  ['SC229269', 'SC/229269'],
  ['SC229269', 'SC - 229269'],
  ['SC229269', '(SC) 229269 Scotland'],
  ['OC361119', 'Oc361119 (LLP)'],
  ['R0012345', 'No. R0012345'],
  ['IP00149C', 'Society IP00149C'],
  ['NO229269', 'NO229269'],
  ['00229269', 'Companies Act 2006, No. 229269'],
  ['00229269', '00229269 (Companies Act 1985)'],
  ['00229269', 'Tel 01234 567890, company 00229269'],
  ['07654321', 'Registered charity 1234567, company number 07654321'],
  ['00004321', 'Company No. 4321 (England)'],
  ['00004321', 'Company Number: 4321, registered 1928'],
  ['00004321', 'CRN 4321 England'],
  ['00002006', '2006'],
  ['00004321', '(4321)'],
  ['SC004321', 'SC 4321 (Scotland)'],
  ['SC012345', 'SCO12345'],
  ['NI012345', 'NIO12345'],
  ['OC012345', 'OC O12345'],
  ['SO123456', 'SO123456'],
  ['00229269', 'O0229269'],
  ['00229269', 'OO229269'],
  ['00229269', 'No. O0229269'],
  ['00229269', 'Company OO229269 (England)'],
  ['SC123456', 'SC – 123456'],
  ['SC123456', 'SC—123456'],
  ['NI012345', 'NI No. 12345'],
  ['00229269', 'Number00229269'],
  ['00229269', '00229269Ltd'],
])('reads the number %s in %s', (number, filed) => {
  expect(filedNumber(filed)).toBe(number);
});

it.each([
  'N/A',
  'None',
  '',
  '00000000',
  'Company No. 00000000',
  'GB 123456789',
  'GB 123 4567 89',
  '+44 20 7123 4567',
  '00229269 and 00229270',
  '00229269/00229270',
  '123456789012',
  '01/02/1928',
  'Companies Act 2006',
  'Companies Acts 1985-2006',
  'Companies Acts 1985 to 2006',
  'Companies Act No. 71 of 2008',
  'Limited By Shares (2006)',
  'Registered 2004',
  'April 2016',
  '2016-04',
  'N/A 2006',
  'NA 2006',
  'Unit 4',
  'Unit No. 4123',
  'PO Box 309',
  'London SE1',
  'Tel 01234 567890',
  '01234 567890',
  '+44 1234 567890',
  'Registered charity no. 1234567',
  'Registered 12.05.16',
  'SC1234567',
  'SC 1234567',
  'SCI23456',
  '229269X',
])('reads no number in %s', (filed) => {
  expect(filedNumber(filed)).toBeNull();
});

it.each([
  ['75-100', 'right-to-share-surplus-assets-75-to-100-percent-limited-liability-partnership'],
  ['50-75', 'part-right-to-share-surplus-assets-50-to-75-percent-as-trust'],
  ['25+', 'voting-rights-more-than-25-percent-registered-overseas-entity'],
  ['control_without_stake', 'right-to-appoint-and-remove-person'],
])('takes the band %s from %s', (band, nature) => {
  expect(ownershipBand([nature])).toBe(band);
});
