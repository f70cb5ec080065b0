import { listingQuestion, listingsFound } from './listings.js';

/** As the published interface has it, cut to the fields that are asked for. */
const PLACE = {
  displayName: { text: 'Bramley Pumps', languageCode: 'en' },
  addressComponents: [
    { longText: 'Unit 4', shortText: 'Unit 4', types: ['subpremise'], languageCode: 'en' },
    { longText: '12', shortText: '12', types: ['street_number'], languageCode: 'en-GB' },
    { longText: 'Mill Lane', shortText: 'Mill Ln', types: ['route'], languageCode: 'en' },
    { longText: 'Leeds', shortText: 'Leeds', types: ['postal_town'], languageCode: 'en' },
    {
      longText: 'West Yorkshire',
      shortText: 'West Yorkshire',
      types: ['administrative_area_level_2', 'political'],
    },
    { longText: 'England', shortText: 'England', types: ['administrative_area_level_1', 'political'] },
    { longText: 'United Kingdom', shortText: 'GB', types: ['country', 'political'], languageCode: 'en' },
    { longText: 'LS13 4AB', shortText: 'LS13 4AB', types: ['postal_code'], languageCode: 'en-GB' },
  ],
  googleMapsUri: 'https://maps.google.com/?cid=17',
  websiteUri: 'https://www.bramley-pumps.co.uk/leeds?utm=maps',
  businessStatus: 'OPERATIONAL',
};
const without = (type: string) => PLACE.addressComponents.filter(({ types }) => !types.includes(type));

it('asks for what is used, in the UK', () => {
  expect(listingQuestion('BRAMLEY PUMPS LIMITED, LS13 4AB')).toEqual({
    headers: {
      'x-goog-fieldmask':
        'places.displayName,places.addressComponents,places.websiteUri,places.businessStatus,places.googleMapsUri',
    },
    body: {
      textQuery: 'BRAMLEY PUMPS LIMITED, LS13 4AB',
      regionCode: 'GB',
      languageCode: 'en',
      pageSize: 10,
    },
  });
});

it('reads name, host and address of each', () => {
  expect(listingsFound({ places: [PLACE] })).toEqual([
    {
      name: 'Bramley Pumps',
      host: 'bramley-pumps.co.uk',
      url: 'https://maps.google.com/?cid=17',
      open: true,
      address: {
        address_line_1: 'Unit 4',
        address_line_2: '12 Mill Lane',
        locality: 'Leeds',
        region: 'West Yorkshire',
        postal_code: 'LS13 4AB',
      },
    },
  ]);
});

it('reads none where none was found, and leaves out what is abroad or has no postcode or name', () => {
  expect(listingsFound({})).toEqual([]);
  const abroad = {
    ...PLACE,
    addressComponents: [...without('country'), { shortText: 'IE', types: ['country'] }],
  };
  const places = [
    abroad,
    { ...PLACE, addressComponents: without('postal_code') },
    { ...PLACE, displayName: null },
  ];
  expect(listingsFound({ places })).toEqual([]);
});

it.each(['CLOSED_PERMANENTLY', 'CLOSED_TEMPORARILY', 'FUTURE_OPENING'])(
  'knows what is not open: %s',
  (businessStatus) => {
    expect(listingsFound({ places: [{ ...PLACE, businessStatus }] })).toMatchObject([{ open: false }]);
  },
);

it('makes text safe, and takes no address that is none', () => {
  const odd = {
    ...PLACE,
    displayName: { text: 'Bramley‮ \u001b[31mPumps' },
    websiteUri: 'javascript:1',
    googleMapsUri: 'ftp://x',
  };
  expect(listingsFound({ places: [odd] })).toMatchObject([
    { name: 'Bramley [31mPumps', host: null, url: null },
  ]);
});

it.each([null, 'text', [], { places: 'x' }, { places: [{ displayName: 'x' }] }])(
  'refuses what is no such answer: %j',
  (body) => {
    expect(listingsFound(body)).toBeNull();
  },
);
