/** What `docs/privacy.md` claims of editions: they don't hold what it says that they leave out. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RecordsWorld } from '../support/worlds/records-world.js';
import { forEachTest } from '../support/worlds/for-each-test.js';
import { sourceNamed, SOURCE_NAMES, type SourceName } from '../../packages/enrichment/src/sources/index.js';

const PAGE = readFileSync(join(__dirname, '../../docs/privacy.md'), 'utf8');

const world = forEachTest(() => new RecordsWorld());

/** Marks of what must not be kept, as no other field holds them. */
const LEFT_OUT = {
  street: 'QUAGMIRE TERRACE',
  town: 'NOWHERETON',
  postcode: 'ZZ9 9ZZ',
  former: 'FORMERLY-CALLED',
  day: '17',
} as const;
const address = { address_line_1: LEFT_OUT.street, locality: LEFT_OUT.town, postal_code: LEFT_OUT.postcode };
const response = (resource: string, item: object) => ({
  company_number: '01234567',
  resource,
  fetched_at: '2024-07-02T09:00:00Z',
  data: { items: [item] },
});

const OFFICER = {
  name: 'DOE, Jane',
  officer_role: 'director',
  appointed_on: '2020-01-02',
  date_of_birth: { day: 17, month: 4, year: 1966 },
  former_names: [{ forenames: LEFT_OUT.former, surname: LEFT_OUT.former }],
  address,
  residential_address: address,
  usual_residential_address: address,
  contact_details: { contact_name: LEFT_OUT.former, email: 'jane@nowhereton.example' },
};
const CONTROLLER = {
  kind: 'individual-person-with-significant-control',
  name: 'Ms Jane Doe',
  nationality: 'Ruritanian',
  country_of_residence: 'Ruritania',
  date_of_birth: { day: 17, month: 4, year: 1966 },
  natures_of_control: ['ownership-of-shares-75-to-100-percent'],
  notified_on: '2016-04-06',
  address,
  links: { self: '/company/01234567/persons-with-significant-control/individual/abc' },
};

/** Every byte of the edition in force, and of what else an import leaves. */
function bytesOf(source: SourceName): string {
  const folder = join(world.dataDir, 'editions', source);
  return readdirSync(folder)
    .map((file) => readFileSync(join(folder, file)).toString('latin1'))
    .join('\n');
}

async function load(source: SourceName, line: object): Promise<string> {
  const imported = await world.import(sourceNamed(source), [world.writeLines('answers.jsonl', [line])]);
  expect(imported).toMatchObject({ outcome: 'imported', rejected: 0 });
  return bytesOf(source);
}

it('keeps month and year of an officer’s birth, and no day, address or former name', async () => {
  const bytes = await load('officers', response('officers', OFFICER));
  expect(bytes).toContain('"date_of_birth":{"month":4,"year":1966}');
  for (const text of [LEFT_OUT.street, LEFT_OUT.town, LEFT_OUT.postcode, LEFT_OUT.former, '@nowhereton'])
    expect(bytes).not.toContain(text);
  expect(bytes).not.toContain('"day"');
});

it('keeps nothing of a controller’s birth, nationality or address', async () => {
  const bytes = await load('psc', response('persons-with-significant-control', CONTROLLER));
  expect(bytes).toContain('Ms Jane Doe');
  for (const text of [LEFT_OUT.street, LEFT_OUT.town, LEFT_OUT.postcode, '1966', 'Ruritania'])
    expect(bytes).not.toContain(text);
});

it('keeps no name of a super-secure person', async () => {
  const bytes = await load(
    'psc',
    response('persons-with-significant-control', {
      kind: 'super-secure-person-with-significant-control',
      name: LEFT_OUT.former,
      links: { self: '/company/01234567/persons-with-significant-control/super-secure/abc' },
    }),
  );
  expect(bytes).not.toContain(LEFT_OUT.former);
});

it('says of every source whom it speaks of', () => {
  const rows = PAGE.split('\n').filter((line) => line.startsWith('| `'));
  const named = new Set(
    rows.flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, one]) => one)),
  );
  expect(SOURCE_NAMES.filter((source) => !named.has(source))).toEqual([]);
});
