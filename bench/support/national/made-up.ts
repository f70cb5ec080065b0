/** Values of records that say nothing about any company. */

export const hex = (i: number, length: number): string =>
  (((i + 1) * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, '0').repeat(5).slice(0, length);
export const day = (i: number): string =>
  new Date(Date.UTC(2000, 0, 1 + ((i * 37) % 8_900))).toISOString().slice(0, 10);
export const dayOf = (separator: string, i: number): string => day(i).split('-').reverse().join(separator);
export const pick = <T>(list: readonly T[], i: number): T => list[(i * 7 + (i >> 3)) % list.length] as T;
export const quoted = (...cells: readonly string[]): string =>
  `${cells.map((cell) => `"${cell}"`).join(',')}\n`;

export const STREETS = [
  'High Street',
  'Station Road',
  'Mill Lane',
  'Church Street',
  'Park Avenue',
  'Queens Road',
];
export const TOWNS = ['Leeds', 'Bristol', 'Norwich', 'Swansea', 'Dundee', 'Exeter', 'York'];
export const SURNAMES = ['TAYLOR', 'PATEL', 'WALKER', 'HUGHES', 'KHAN', 'MORGAN', 'EVANS', 'SMITH'];
export const FORENAMES = ['Alice Mary', 'Thomas', 'Priya', 'John David', 'Aisha', 'Rhys', 'Fiona Jane'];
export const postcode = (i: number): string =>
  `${pick(['LS', 'BS', 'NR', 'SA', 'DD', 'EX', 'YO'], i)}${1 + (i % 28)} ${i % 10}${pick(['AB', 'DE', 'GH', 'JN', 'PQ'], i)}`;
export const address = (i: number) => ({
  address_line_1: pick(STREETS, i),
  country: 'England',
  locality: pick(TOWNS, i),
  postal_code: postcode(i),
  premises: String(1 + (i % 180)),
});
