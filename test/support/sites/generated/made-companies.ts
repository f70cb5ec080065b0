/** Companies of no register: names, numbers, offices and officers by a seed. */
import type { JudgedCompany } from '../../../../packages/enrichment/src/sites/verdict/judged-company.js';
import type { Random } from './random.js';

const FIRST = (
  'Thorn Ash Bram Cald Dun Elm Fern Gar Hazel Kirk Lang Mar Nor Oak Pem Quarr Rush Stan Tarn Wald Wick Yew Brack Crow ' +
  'Dray Eskd Harrow Ingle Kest Lind Moss Nether Over Pike Raven Sel Thirl Under Wether Win'
).split(' ');
const SECOND =
  'beck dale ford gate holme ley mere ridge stead thwaite ton well wick worth field bridge'.split(' ');
const TRADES = (
  'Joinery|Roofing|Plumbing|Electrical|Catering|Packaging|Haulage|Printing|Fabrications|Interiors|Landscapes|Bakery|' +
  'Dental Care|Software|Textiles|Instruments|Scaffolding|Coatings|Nurseries|Pumps'
).split('|');
const GENERIC = (
  'Premier Building Services|Quality Property Solutions|National Training Services|London Care Services|' +
  'Global Consulting Partners|British Engineering Systems|International Management Services'
).split('|');
const FORENAMES = (
  'Dorothea Alistair Bronwen Cuthbert Delphine Ewart Fenella Gareth Hester Imogen Jolyon Katharine Lachlan Morwenna ' +
  'Niall Ottilie Perran Rosalind Seumas Tabitha'
).split(' ');
const SURNAMES = (
  'Quillfeather Ravenscroft Thistlewood Umpleby Varley Winterbottom Yarborough Ackroyd Birtwhistle Cleghorn Drinkwater ' +
  'Entwistle Fothergill Gaukroger Hebblethwaite Illingworth Jagger Kellaway Lumb Micklethwait'
).split(' ');
const TOWNS: readonly (readonly [town: string, county: string, area: string])[] = [
  ['LEEDS', 'WEST YORKSHIRE', 'LS'],
  ['BRADFORD', 'WEST YORKSHIRE', 'BD'],
  ['SHEFFIELD', 'SOUTH YORKSHIRE', 'S'],
  ['NORWICH', 'NORFOLK', 'NR'],
  ['EXETER', 'DEVON', 'EX'],
  ['BRISTOL', 'AVON', 'BS'],
  ['PRESTON', 'LANCASHIRE', 'PR'],
  ['DERBY', 'DERBYSHIRE', 'DE'],
  ['SWINDON', 'WILTSHIRE', 'SN'],
  ['TRURO', 'CORNWALL', 'TR'],
];
const STREETS =
  'High Street|Mill Lane|Station Road|Church Road|Kirkgate|Albert Terrace|Quarry Hill|Canal Wharf|Victoria Avenue'.split(
    '|',
  );
const LETTERS = 'ABDEFGHJLNPQRSTUWXYZ';

const title = (text: string): string =>
  text.toLowerCase().replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

export type Crowd = 'few' | 'some' | 'many';
const CROWDS: Readonly<Record<Crowd, readonly [number, number]>> = {
  few: [1, 4],
  some: [5, 19],
  many: [20, 1_200],
};

export interface MadeCompany extends JudgedCompany {
  /** In words as sites print it. */
  readonly printed: string;
  readonly core: string;
  readonly street: string;
  readonly town: string;
  readonly host: string;
  readonly director: string;
}

const postcodeIn = (random: Random, area: string): string =>
  `${area}${random.between(1, 28)} ${random.between(1, 9)}${random.of([...LETTERS])}${random.of([...LETTERS])}`;

function coreName(random: Random): string {
  if (random.chance(0.1)) return random.of(GENERIC);
  const coined = random.of(FIRST) + random.of(SECOND);
  return random.chance(0.2)
    ? `${random.of(SURNAMES)} & Sons ${random.of(TRADES)}`
    : `${coined} ${random.of(TRADES)}`;
}

const numberOf = (random: Random): string => {
  const digits = (count: number): string => String(random.between(10 ** (count - 1), 10 ** count - 1));
  if (random.chance(0.12)) return `SC${digits(6)}`;
  return random.chance(0.4) ? `0${random.between(1, 9)}${digits(6)}` : `1${digits(7)}`;
};

const slug = (core: string): string =>
  core
    .toLowerCase()
    .replace(/&/g, 'and')
    .replace(/[^a-z0-9]+/g, '');

export interface CompanyWishes {
  readonly crowd?: Crowd;
  readonly core?: string;
  /** Directors are looked for. */
  readonly officers?: boolean;
}

export function makeCompany(random: Random, wishes: CompanyWishes = {}): MadeCompany {
  const core = wishes.core ?? coreName(random);
  const ending = random.of(['Limited', 'Limited', 'Ltd']);
  const [town, county, area] = random.of(TOWNS);
  const street = `${random.between(2, 190)} ${random.of(STREETS)}`;
  const [low, high] = CROWDS[wishes.crowd ?? 'few'];
  const [forename, surname] = [random.of(FORENAMES), random.of(SURNAMES)];
  const suffix = random.of(['co.uk', 'co.uk', 'co.uk', 'com', 'uk']);
  const own = random.chance(0.7) ? slug(core) : `${slug(core).slice(0, 6)}${random.between(10, 99)}`;
  return {
    number: numberOf(random),
    name: `${core.toUpperCase()} LIMITED`,
    trading_names: [],
    previous_names: [],
    office: { lines: [street.toUpperCase()], town, county, postcode: postcodeIn(random, area) },
    crowd: random.between(low, high),
    directors: wishes.officers === true ? [`${surname.toUpperCase()}, ${forename} Mary`] : null,
    group: new Set(),
    printed: `${core} ${ending}`,
    core,
    street,
    town: title(town),
    host: `${own}.${suffix}`,
    director: `${forename} ${surname}`,
  };
}
