import { ownershipBand } from './ownership-band.js';
import { whereaboutsOf } from './owner-identity.js';

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
  ['unsaid', 'Companies Acts 1963 To 2012'],
  ['unsaid', 'The Companies Ordinance Of The Laws Of Gibraltar'],
])('says %s of an owner under the %s', (where, legal_authority) => {
  expect(whereaboutsOf({ ...filed, legal_authority })).toBe(where);
  expect(whereaboutsOf({ ...filed, legal_form: legal_authority, legal_authority: 'Limited Company' })).toBe(
    where,
  );
});

it('goes on to the place where no country is named', () => {
  expect(whereaboutsOf({ ...filed, country_registered: 'None', place_registered: 'Companies House' })).toBe(
    'uk',
  );
});

it.each([
  ['75-100', 'right-to-share-surplus-assets-75-to-100-percent-limited-liability-partnership'],
  ['50-75', 'part-right-to-share-surplus-assets-50-to-75-percent-as-trust'],
  ['25+', 'voting-rights-more-than-25-percent-registered-overseas-entity'],
  ['control_without_stake', 'right-to-appoint-and-remove-person'],
])('takes the band %s from %s', (band, nature) => {
  expect(ownershipBand([nature])).toBe(band);
});
