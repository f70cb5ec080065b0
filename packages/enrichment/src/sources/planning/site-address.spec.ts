import { samePremises } from './site-address.js';

it.each([
  ['4 John Street, Camden, London', '4 John Street, London (WC1N 2ES)'],
  ['75 HAVERSTOCK HILL', 'Flat 3, 75 Haverstock Hill, London NW3 4SL'],
  ['Site Of 53-61 Tweedale Street, Rochdale', '53–61 Tweedale St'],
  ['Unit 4, 20 High Street', '20 High Street, unit 4'],
  ['Wardle Mill, Knowl Syke Street, Rochdale', 'WARDLE MILL, Rochdale OL12 9PE'],
  ["1 St John's Road", '1 St. Johns Road, Harrow'],
])('%s and %s are the same premises', (one, other) => {
  expect(samePremises(one, other)).toBe(true);
});

it.each([
  ['4 John Street', '6 John Street'],
  ['4 John Street', '4 High Street'],
  ['Unit 4, Park Works', 'Unit 5, Park Works'],
  ['Unit 4, 20 High Street', 'Unit 5, 20 High Street'],
  ['4 John Street', 'John Street'],
  ['Land at Green Lane, Leeds', 'Land at Green Lane, Leeds'],
  ['Leeds', 'Leeds'],
  ['WC1N 2ES', 'WC1N 2ES'],
  ['', ''],
])('of %s and %s nothing says so', (one, other) => {
  expect(samePremises(one, other)).toBe(false);
});
