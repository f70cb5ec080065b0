import fc from 'fast-check';
import list from '../../sources/companies/sic/sic-2007.json';
import { isGenericSic } from '../../sources/companies/sic/sic-codes.js';
import { sicSection } from '../../sources/companies/sic/sic-sections.js';
import { contradictions } from './filed-trade.js';
import table from './trade-phrases.json';
import { tradeOfText } from './trade-of-text.js';
import { stemsOf } from './trade-words.js';

const NAMES = ['ACME HOTELS LIMITED'];
const told = (text: string): string | null => {
  const trade = tradeOfText(text, NAMES);
  return trade === null ? null : (trade.code ?? trade.section);
};

it.each([
  ['The principal activity of the company is that of dental practice', '86230'],
  ['The principal activity of the LLP continued to be that of a firm of solicitors.', '69102'],
  ['Plumbing and heating contractors', '43220'],
  ['Letting of property', 'L'],
  ['The principal activity during the year was property investment and the letting of property.', 'L'],
  ['The main activity of the company is road haulage and warehousing.', 'H'],
  ['Manufacture of kitchens, doors and windows', 'C'],
  ['The company manufactures and supplies furniture to hotels and restaurants.', 'C'],
  ['the company operates a pharmacy', '47730'],
  ['Acme Hotels Limited operates a country house hotel in Devon.', '55100'],
  ['We are a leading independent firm of chartered accountants based in Leeds, serving dentists.', '69201'],
  ['We provide bespoke software development to schools, hotels, and restaurants.', '62012'],
  ['Specialist recruitment agency for the dental and hotel sectors', 'N'],
  ['The company is an IT consultancy', '62020'],
])('tells what a company is or does: %p', (text, trade) => {
  expect(told(text)).toBe(trade);
});

it.each([
  'The company develops software for dentists.',
  'Suppliers of kitchens to hotels and restaurants',
  'The company provides services to the construction industry.',
  'consultancy services to the oil and gas industry',
  'hotel booking services',
  'Dental practice management software',
  'representing manufacturers of furniture',
  'Our main customer is a hotel.',
  'The company is a landlord of a public house',
  'We help restaurants.',
  'Find a plumber near you.',
])("takes no customer's trade for its own: %p", (text) => {
  expect(told(text)).toBeNull();
});

it('tells who is served apart from what is done', () => {
  expect(told('The principal activity is the development of software for dental practices and hotels.')).toBe(
    'J',
  );
});

it.each([
  'The company has ceased trading as a hotel.',
  'The company did not carry on its trade as a hotel.',
  'The company is a holding company whose subsidiary runs a hotel',
  'The principal activity is shown in note 3.',
  'Property investment and farming',
  'Manufacture and installation of kitchens',
  'Cynnal gwesty yng Nghymru',
  '',
  'of the',
])('says nothing where it is in doubt: %p', (text) => {
  expect(told(text)).toBeNull();
});

it('finds the section of what the list itself calls a code, or says nothing', () => {
  for (const [code, description] of Object.entries(list.codes)) {
    const sic = { code, description, scheme: 'uk_sic_2007' } as const;
    const section = isGenericSic(sic) ? undefined : sicSection(sic)?.code;
    const trade = tradeOfText(description);
    if (trade !== null) expect([code, trade.section]).toEqual([code, section]);
  }
});

it('has no phrase twice, and codes of the list alone', () => {
  const seen = new Map<string, string>();
  for (const [key, phrases] of Object.entries(table.phrases)) {
    if (key.length > 1) expect(list.codes).toHaveProperty(key);
    for (const phrase of phrases.split(' | ')) {
      const stems = stemsOf(phrase).join(' ');
      const before = seen.get(stems) ?? key;
      // A code under its own section is no other trade.
      expect([phrase, before]).toEqual([phrase, key]);
      seen.set(stems, key);
    }
  }
});

it('reads the first thousand characters of any text', () => {
  const word = fc.oneof(fc.constantFrom('hotel', 'and', 'of', 'manufacture', '.', 'we are a'), fc.string());
  fc.assert(
    fc.property(fc.array(word, { maxLength: 300 }), (words) => {
      const text = words.join(' ');
      expect(tradeOfText(text)).toEqual(tradeOfText(text.slice(0, 1_000)));
    }),
  );
});

it('reads a hostile text no further', () => {
  const text = 'manufacture of '.repeat(200_000);
  expect(tradeOfText(text)).toEqual(tradeOfText(text.slice(0, 1_000)));
});

describe('beside the filed trade', () => {
  const HOTEL = 'The principal activity of the company is that of a hotel.';
  const against = (text: string, ...sic: string[]) => contradictions(text, { names: [], sic });
  const SOFTWARE = '62012 - Business and domestic software development';

  it('contradicts codes that are all of other sections', () => {
    expect(against(HOTEL, SOFTWARE)).toEqual(['label_contradicts_filed_sic']);
    expect(against(HOTEL, SOFTWARE, '70100 - Activities of head offices')).toHaveLength(1);
  });

  it('contradicts nothing where one code is of its section, or none can be compared', () => {
    expect(against(HOTEL, SOFTWARE, '56302 - Public houses and bars')).toEqual([]);
    expect(against(HOTEL, '70100 - Activities of head offices')).toEqual([]);
    expect(against(HOTEL, '4531 - Installation electrical wiring etc.')).toEqual([]);
  });

  it('contradicts nothing where the text names the filed trade too', () => {
    expect(against(`${HOTEL} It also sells its booking software.`, SOFTWARE)).toEqual([]);
  });
});
