/** What no answer shows: over made-up registers in which the suppressed stand wherever they can. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { EnrichmentWorld, served } from '../../../../test/support/worlds/enrichment-world.js';
import { Suppressing } from '../../../../test/support/worlds/suppressing.js';
import { forEachTest } from '../../../../test/support/worlds/for-each-test.js';
import { BLOCK_KEYS, type BlockKey } from '../../../contract/src/block-key.js';
import { importRegister } from '../sources/kit/editions/import-register.js';
import { sourceNamed, type SourceName } from '../sources/index.js';
import { normalisedValue, type SuppressibleValue } from '../../../contract/src/suppression/value.js';
import type { RegisterEnricher } from './register-enricher.js';

const FETCHED = '2024-07-02T09:00:00Z';
const COMPANIES = ['01111111', '02222222', '03333333', '04444444'] as const;
const PEOPLE = ['90000001', '90000002', '90000003'] as const;
const MAIL = 'jane.doe@widgets.example.com';
const PHONE = '+44 20 7946 0958';
const HOST = 'widgets.example.com';
const nameOf = (number: string): string => `SYNTHETIC ${'ABCD'[Number(number[1]) - 1]} LIMITED`;

interface Facts {
  readonly officers: readonly { company: string; person: string; resigned: boolean }[];
  readonly owners: readonly { company: string; owner: string; byName: boolean; ceased: boolean }[];
  readonly people: readonly { company: string; id: string }[];
  readonly particulars: readonly { company: string; text: string }[];
}

const world = forEachTest(() => new EnrichmentWorld());
let log: Suppressing;
beforeEach(async () => {
  log = new Suppressing();
  await world.loadRows(
    COMPANIES.map((CompanyNumber) => ({ CompanyNumber, CompanyName: nameOf(CompanyNumber) })),
  );
});

const recordId = (id: string): string => id.padEnd(27, 'x');
const answer = (company_number: string, resource: string, data: object) => ({
  company_number,
  resource,
  fetched_at: FETCHED,
  data,
});
const ofCompany = <T extends { company: string }>(items: readonly T[], company: string): T[] =>
  items.filter((item) => item.company === company);

async function load(source: SourceName, lines: readonly object[]): Promise<void> {
  const file = world.register.write(
    `${source}.jsonl`,
    lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  );
  const imported = await importRegister({
    source: sourceNamed(source),
    files: [file],
    dataDir: world.register.dataDir,
  });
  expect(imported).toMatchObject({ outcome: 'imported', rejected: 0 });
}

async function loadFacts({ officers, owners, people, particulars }: Facts): Promise<void> {
  await load(
    'officers',
    COMPANIES.map((company) =>
      answer(company, 'officers', {
        items: ofCompany(officers, company).map(({ person, resigned }, i) => ({
          name: `PERSON ${i} ${person[7] === '1' ? 'ONE' : 'OTHER'}`,
          officer_role: 'director',
          appointed_on: '2020-01-01',
          ...(resigned && { resigned_on: '2023-01-01' }),
          person_number: `${person}0001`,
        })),
      }),
    ),
  );
  const control = (company: string) => [
    ...ofCompany(owners, company).map(({ owner, byName, ceased }, i) => ({
      kind: 'corporate-entity-person-with-significant-control',
      name: nameOf(owner),
      natures_of_control: ['ownership-of-shares-75-to-100-percent'],
      notified_on: '2016-04-06',
      ...(ceased && { ceased_on: '2020-01-01' }),
      identification: {
        country_registered: 'England',
        ...(byName ? {} : { registration_number: owner.replace(/^0/, '') }),
      },
      links: { self: `/company/${company}/persons-with-significant-control/corporate-entity/c${i}` },
    })),
    ...ofCompany(people, company).map(({ id }) => ({
      kind: 'individual-person-with-significant-control',
      name: `Mr ${id}`,
      natures_of_control: ['ownership-of-shares-25-to-50-percent'],
      notified_on: '2016-04-06',
      links: { self: `/company/${company}/persons-with-significant-control/individual/${recordId(id)}` },
    })),
  ];
  await load(
    'psc',
    COMPANIES.map((company) =>
      answer(company, 'persons-with-significant-control', { items: control(company) }),
    ),
  );
  await load(
    'charges',
    COMPANIES.map((company) =>
      answer(company, 'charges', {
        items: ofCompany(particulars, company).map(({ text }, i) => ({
          charge_number: i + 1,
          status: 'outstanding',
          created_on: '2021-01-01',
          persons_entitled: [{ name: 'A Bank PLC' }],
          particulars: { type: 'short-particulars', description: text },
        })),
      }),
    ),
  );
}

const row = async (
  company_number: string,
  by: RegisterEnricher,
  blocks: readonly BlockKey[] = BLOCK_KEYS,
) => {
  const [one] = await world.enrich([{ company_number }], { blocks }, by);
  return one;
};
const enricher = (): RegisterEnricher => world.enricher({ suppressions: log.list() });
type Blocks = Record<string, { status: string; reason?: string; value?: unknown; detail?: unknown }>;
const blocksOf = async (company: string, by = enricher()): Promise<Blocks> =>
  (served(await row(company, by)) as { blocks: Blocks }).blocks;

const SOME: Facts = {
  officers: [
    { company: '01111111', person: '90000001', resigned: false },
    { company: '01111111', person: '90000001', resigned: true },
    { company: '01111111', person: '90000002', resigned: false },
  ],
  owners: [
    { company: '01111111', owner: '02222222', byName: false, ceased: false },
    { company: '02222222', owner: '03333333', byName: true, ceased: false },
  ],
  people: [{ company: '01111111', id: 'individual-one' }],
  particulars: [
    {
      company: '01111111',
      text: `Notices to ${MAIL} or call ${PHONE}; see https://www.${HOST}/legal (02222222).`,
    },
  ],
};
const company = (value: string): SuppressibleValue => ({ kind: 'company_number', value });
const person = (value: string): SuppressibleValue => ({ kind: 'person_number', value });

it('matches no suppressed company, by number or by name, and names it as no candidate', async () => {
  await loadFacts(SOME);
  const index = world.register.write(
    'prod183.dat',
    readFileSync(
      join(__dirname, '../../../../test/fixtures/register/records/prod183_company-index_sample.dat'),
    ),
  );
  const source = sourceNamed('index');
  await importRegister({ source, files: [index], dataDir: world.register.dataDir });
  const indexed = { number: '00000118', name: 'ASHFORD CATTLE MARKET COMPANY LIMITED(THE)' };
  const rows = async () =>
    world.enrich(
      [
        { company_number: '02222222' },
        { company_name: nameOf('02222222') },
        { company_name: `${nameOf('02222222').replace('LIMITED', '')} UK & CO` },
        { company_number: indexed.number },
        { company_name: indexed.name },
        { company_number: '03333333' },
      ],
      {},
      enricher(),
    );
  expect((await rows()).map(({ status }) => status)).toEqual(Array(6).fill('delivered'));
  await log.suppress(company('02222222'), company(indexed.number));
  const not = { status: 'failed', reason: 'not_matched' };
  expect(await rows()).toMatchObject([not, not, not, not, not, { status: 'delivered' }]);
});

it('leaves a suppressed person out of lists and counts, and says how many', async () => {
  await loadFacts(SOME);
  await log.suppress(person('90000001'), person(recordId('individual-one')));
  const { officers, controllers } = await blocksOf('01111111');
  expect(officers).toMatchObject({
    value: { total: 1, active: 1, resigned: 0, current: [{ person_key: '90000002' }], former: [] },
    detail: {
      lists: {
        current: { total: 1, returned: 1, truncated: false, suppressed: 1 },
        former: { total: 0, suppressed: 1 },
      },
    },
  });
  expect(controllers).toMatchObject({
    value: {
      controllers: [{ company_number: '02222222' }],
      control: { has_individual_controller: true, no_controller_on_register: false },
    },
    detail: { lists: { controllers: { total: 1, suppressed: 1 } } },
  });
});

it('knows an officer whom the register lists without a person number by its own id', async () => {
  const officer_id = 'Z1MJyG0cV0AFvXXz0_LsFg97q0Y';
  const links = { officer: { appointments: `/officers/${officer_id}/appointments` } };
  const items = [{ name: 'Jane DOE', officer_role: 'director', appointed_on: '2020-01-01', links }];
  await load('officers', [answer('01111111', 'officers', { items })]);
  expect((await blocksOf('01111111'))['officers']).toMatchObject({ value: { total: 1 } });
  await log.suppress(person(officer_id));
  expect((await blocksOf('01111111'))['officers']).toMatchObject({
    reason: 'no_officers_on_file',
    detail: { lists: { current: { suppressed: 1 } } },
  });
});

const UNNUMBERED = [
  { name: 'DOE, Jane Mary', appointed_on: '2020-01-01', date_of_birth: { month: 5, year: 1970 } },
  { name: 'DOE, Jane Mary', appointed_on: '2021-02-02', date_of_birth: { month: 6, year: 1970 } },
  { name: 'ROE, Richard', appointed_on: '2020-01-01' },
  { name: 'ACME NOMINEES LIMITED', appointed_before: '1992-01-01' },
].map((officer) => ({ officer_role: 'director', ...officer }));
const byName = (value: string): SuppressibleValue => ({ kind: 'person_name', value });

it.each([
  ['JANE MARY DOE born 1970-05', ['2021-02-02', 'ROE, Richard', 'ACME NOMINEES LIMITED']],
  ['DOE JANE MARY appointed 2021-02-02', ['1970', 'ROE, Richard', 'ACME NOMINEES LIMITED']],
  ['RICHARD ROE appointed 2020-01-01', ['2020-01-01', '2021-02-02', 'ACME NOMINEES LIMITED']],
  ['ACME NOMINEES LIMITED appointed 1992-01-01', ['2020-01-01', '2021-02-02', 'ROE, Richard']],
])('leaves out the one officer whom %s names, of those without number and id', async (named, others) => {
  const value = normalisedValue('person_name', named) ?? '';
  await load('officers', [answer('01111111', 'officers', { items: UNNUMBERED })]);
  expect((await blocksOf('01111111'))['officers']).toMatchObject({ value: { total: 4 } });
  await log.suppress(byName(value));
  const { officers } = await blocksOf('01111111');
  expect(officers).toMatchObject({
    value: { total: 3 },
    detail: { lists: { current: { total: 3, suppressed: 1 } } },
  });
  for (const text of others) expect(JSON.stringify(officers)).toContain(text);
});

it.each(['DOE JANE born 1970-05', 'DOE JANE MARY born 1970-07', 'RICHARD ROE appointed 2020-01-02'])(
  'leaves nobody out for %s, which is another person',
  async (named) => {
    await load('officers', [answer('01111111', 'officers', { items: UNNUMBERED })]);
    const before = await row('01111111', enricher());
    await log.suppress(byName(normalisedValue('person_name', named) ?? ''));
    expect(await row('01111111', enricher())).toEqual(before);
  },
);

it('answers that nobody is on file where all are suppressed, and says so', async () => {
  await loadFacts(SOME);
  await log.suppress(person('90000001'), person('90000002'));
  expect((await blocksOf('01111111'))['officers']).toMatchObject({
    status: 'not_found',
    reason: 'no_officers_on_file',
    detail: { lists: { current: { total: 0, suppressed: 2 }, former: { suppressed: 1 } } },
  });
});

it.each([
  ['by its number', '02222222', '01111111'],
  ['by its name alone', '03333333', '02222222'],
])(
  'names a suppressed owner that is on file %s nowhere, and invents no other top',
  async (_how, owner, of) => {
    await loadFacts(SOME);
    await log.suppress(company(owner));
    const { controllers, corporate_owners, ultimate_owner } = await blocksOf(of);
    expect(controllers).toMatchObject({
      value: { has_corporate_owner: true, control: { no_controller_on_register: false } },
      detail: { lists: { controllers: { suppressed: 1 } } },
    });
    expect(corporate_owners).toMatchObject({
      reason: 'no_corporate_owner_on_the_register',
      detail: { lists: { owners: { suppressed: 1 } } },
    });
    expect(ultimate_owner).toMatchObject({
      reason: 'ultimate_owner_not_resolved',
      detail: { chain: [], lists: { chain: { suppressed: 1 } } },
    });
    expect(JSON.stringify([controllers, corporate_owners, ultimate_owner])).not.toContain(nameOf(owner));
  },
);

it('lists no suppressed subsidiary, and says that there is one', async () => {
  await loadFacts(SOME);
  await log.suppress(company('01111111'));
  expect((await blocksOf('02222222'))['subsidiaries']).toMatchObject({
    status: 'not_found',
    detail: { lists: { subsidiaries: { total: 0, suppressed: 1 } } },
  });
});

it('blanks suppressed values in text', async () => {
  await loadFacts(SOME);
  await log.suppress(
    { kind: 'email', value: MAIL },
    { kind: 'phone', value: '+442079460958' },
    company('02222222'),
  );
  const { charges } = await blocksOf('01111111');
  expect(charges?.value).toMatchObject({
    charges: [
      {
        particulars: `Notices to [suppressed] or call [suppressed]; see https://www.${HOST}/legal ([suppressed]).`,
      },
    ],
  });
});

it('names a suppressed officer in no filing, and keeps the filing', async () => {
  await loadFacts({ ...SOME, officers: [{ company: '01111111', person: '90000001', resigned: false }] });
  const appointed = (transaction_id: string, officer_name: string) => ({
    transaction_id,
    date: '2024-06-03',
    type: 'AP01',
    category: 'officers',
    description: 'appoint-person-director-company-with-name-date',
    description_values: { officer_name, appointment_date: '2024-06-01' },
  });
  const items = [appointed('a', 'Mr Person 0 One'), appointed('b', 'Ms Another Officer')];
  await load('filings', [answer('01111111', 'filing-history', { items })]);
  const officersOf = async (): Promise<unknown[]> => {
    const { registry_events } = await blocksOf('01111111');
    const { events } = registry_events?.value as { events: { items: { values: object }[] } };
    return events.items.flatMap(({ values }) => ('officer_name' in values ? values.officer_name : []));
  };
  expect(await officersOf()).toEqual(expect.arrayContaining(['Mr Person 0 One', 'Ms Another Officer']));
  await log.suppress(person('90000001'));
  expect((await officersOf()).sort()).toEqual(['Ms Another Officer', '[suppressed]']);
  expect(JSON.stringify(await blocksOf('01111111'))).not.toMatch(/Person 0 One/i);
});

it('shows all of it again once it is lifted', async () => {
  await loadFacts(SOME);
  const before = await row('01111111', enricher());
  const values = [company('02222222'), person('90000001')];
  await log.suppress(...values);
  expect(await row('01111111', enricher())).not.toEqual(before);
  await log.lift(...values);
  expect(await row('01111111', enricher())).toEqual(before);
});

it('answers nothing where it can not be told what is suppressed', async () => {
  await loadFacts(SOME);
  const by = enricher();
  await log.store.close();
  log.store.readStream = async () => Promise.reject(new Error('the store is away'));
  await expect(row('01111111', by)).rejects.toThrow('the store is away');
});

const factsOf = fc.record<Facts>({
  officers: fc.array(
    fc.record({
      company: fc.constantFrom(...COMPANIES),
      person: fc.constantFrom(...PEOPLE),
      resigned: fc.boolean(),
    }),
    { maxLength: 6 },
  ),
  owners: fc.array(
    fc.record({
      company: fc.constantFrom(...COMPANIES),
      owner: fc.constantFrom(...COMPANIES),
      byName: fc.boolean(),
      ceased: fc.boolean(),
    }),
    { maxLength: 6 },
  ),
  people: fc.array(fc.record({ company: fc.constantFrom(...COMPANIES), id: fc.constantFrom('one', 'two') }), {
    maxLength: 3,
  }),
  particulars: fc.array(
    fc.record({
      company: fc.constantFrom(...COMPANIES),
      text: fc
        .array(
          fc.constantFrom(
            MAIL,
            PHONE,
            HOST,
            `www.${HOST}`,
            ...COMPANIES,
            ...PEOPLE,
            'the debtor',
            '2019-01-01',
          ),
        )
        .map((words) => words.join(', ')),
    }),
    { maxLength: 3 },
  ),
});
/** What is suppressed, and what then stands in no byte. */
const SUPPRESSIBLE: readonly { readonly value: SuppressibleValue; readonly texts: readonly string[] }[] = [
  ...COMPANIES.map((number) => ({ value: company(number), texts: [number, nameOf(number)] })),
  ...PEOPLE.map((number) => ({ value: person(number), texts: [number] })),
  ...['one', 'two'].map((id) => ({ value: person(recordId(id)), texts: [`Mr ${id}`] })),
  { value: { kind: 'email', value: MAIL }, texts: [MAIL] },
  { value: { kind: 'phone', value: '+442079460958' }, texts: [PHONE] },
  { value: { kind: 'domain', value: HOST }, texts: [HOST] },
];

it('serves no byte of what is suppressed, whatever the registers hold', async () => {
  await fc.assert(
    fc.asyncProperty(factsOf, fc.subarray([...SUPPRESSIBLE], { minLength: 1 }), async (facts, hidden) => {
      await loadFacts(facts);
      log = new Suppressing();
      await log.suppress(...hidden.map(({ value }) => value));
      const by = enricher();
      const asked = COMPANIES.map((company_number) => ({ company_number }));
      const rows = await world.enrich(asked, { blocks: BLOCK_KEYS }, by);
      const names = await world.enrich(
        COMPANIES.map((number) => ({ company_name: nameOf(number) })),
        { blocks: ['company_identity'] },
        by,
      );
      rows.forEach((one, i) => {
        const text = JSON.stringify(served(one));
        for (const { texts } of hidden) for (const one of texts) expect(text).not.toContain(one);
        const gone = hidden.some(({ value }) => value.value === COMPANIES[i]);
        expect([one.status, names[i]?.status]).toEqual(
          gone ? ['failed', 'failed'] : ['delivered', 'delivered'],
        );
      });
      expect(world.faults).toEqual([]);
    }),
    { numRuns: process.env['TEST_LONG'] === '1' ? 200 : 15 },
  );
});
