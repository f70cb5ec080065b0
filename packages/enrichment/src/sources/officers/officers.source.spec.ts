import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RecordsWorld } from '../../../../../test/support/worlds/records-world.js';
import { forEachTest } from '../../../../../test/support/worlds/for-each-test.js';
import { appointmentsOf, isInOffice } from './officer-record.js';
import { officers } from './officers.source.js';

const fixture = (name: string): string =>
  join(__dirname, '../../../../../test/fixtures/register/records', name);
const SNAPSHOT = fixture('prod195_DDDDSNAP_sample.dat');

const world = forEachTest(() => new RecordsWorld());

const officersOf = (number: string) =>
  world.inForce(officers, (edition) =>
    edition
      .byNumbers([number])
      .get(number)
      ?.items.map(({ data }) => data),
  );

it('reads the published snapshot by its columns, birth months without a day', async () => {
  expect(await world.import(officers, [SNAPSHOT])).toMatchObject({
    outcome: 'imported',
    rejected: 0,
    as_of: '2021-04-21',
  });
  expect(officersOf('12601440')).toEqual([
    {
      name: 'KELLY, MARK THOMAS',
      role: 'director',
      appointed_on: '2020-05-14',
      appointed_before: null,
      resigned_on: null,
      nationality: 'NORTHERN IRISH',
      country_of_residence: 'NORTHERN IRELAND',
      occupation: 'MANAGER',
      date_of_birth: { month: 1, year: 1975 },
      is_corporate: false,
      person_number: '269666700001',
    },
  ]);
});

it('refuses a snapshot that was cut off', async () => {
  const lines = readFileSync(SNAPSHOT, 'utf8').split('\n');
  const cut = world.write('cut.dat', lines.slice(0, 20).join('\n'));
  expect(await world.import(officers, [cut])).toMatchObject({ outcome: 'refused', error: 'corrupt_archive' });
});

it('knows an officer of the snapshot again in an event, whichever way the name is written', async () => {
  await world.import(officers, [SNAPSHOT]);
  const event = {
    resource_kind: 'company-officers',
    resource_uri: '/company/12601440/appointments/x',
    resource_id: 'x',
    data: {
      name: 'Mark Thomas KELLY',
      officer_role: 'director',
      appointed_on: '2020-05-14',
      resigned_on: '2022-01-31',
    },
    event: { type: 'changed', timepoint: 5, published_at: '2022-02-01T00:00:00' },
  };
  await world.import(officers, [world.writeLines('stream.jsonl', [event])], { update: true });
  expect(officersOf('12601440')).toMatchObject([{ resigned_on: '2022-01-31' }]);
});

it('reads an event of the stream as published', async () => {
  const event = JSON.parse(readFileSync(fixture('stream_officers.json'), 'utf8')) as object;
  await world.import(officers, [world.writeLines('stream.jsonl', [event])]);
  expect(officersOf('11787956')).toMatchObject([
    { name: 'DUKE, Michael', role: 'director', date_of_birth: { month: 8, year: 1959 } },
  ]);
});

it('keeps what an answer told of an identity, which a later snapshot does not tell', async () => {
  const details = {
    appointment_verification_start_on: '2020-06-01',
    authorised_corporate_service_provider_name: 'A "B" {C} LTD',
  };
  const event = (at: string, identity_verification_details?: object) => ({
    resource_kind: 'company-officers',
    resource_uri: '/company/12601440/appointments/x',
    resource_id: 'x',
    data: {
      name: 'Mark Thomas KELLY',
      officer_role: 'director',
      appointed_on: '2020-05-14',
      ...(identity_verification_details && { identity_verification_details }),
      links: { self: '/company/12601440/appointments/x' },
    },
    event: { type: 'changed', timepoint: 5, published_at: at },
  });
  const update = async (line: object) =>
    world.import(officers, [world.writeLines('stream.jsonl', [line])], { update: true });
  await world.import(officers, [world.writeLines('stream.jsonl', [event('2020-06-02T00:00:00', details)])]);
  await world.import(officers, [SNAPSHOT], { update: true });
  expect(officersOf('12601440')).toMatchObject([
    { person_number: '269666700001', identity: { start_on: '2020-06-01', provider: 'A "B" {C} LTD' } },
  ]);
  await update(event('2022-02-01T00:00:00'));
  expect(officersOf('12601440')?.[0]?.identity).toBeUndefined();
});

describe('what a limited partner contributed', () => {
  const role = 'limited-partner-in-a-limited-partnership';
  const item = (more: object) => ({
    name: 'KELLY, MARK THOMAS',
    officer_role: role,
    appointed_on: '2026-05-14',
    links: { self: '/company/LP012345/appointments/x' },
    ...more,
  });
  const answer = (more: object) => ({
    company_number: 'LP012345',
    resource: 'officers',
    fetched_at: '2026-06-20T09:00:00Z',
    data: { total_results: 1, items: [item(more)] },
  });
  const event = (more: object) => ({
    resource_kind: 'company-officers',
    resource_uri: '/company/LP012345/appointments/x',
    resource_id: 'x',
    data: item(more),
    event: { type: 'changed', timepoint: 5, published_at: '2026-06-21T00:00:00' },
  });
  const contributed = () => officersOf('LP012345')?.[0]?.contribution;

  it.each([
    [
      {
        contribution_currency_type: 'GBP',
        contribution_currency_value: '15000.00',
        contribution_sub_types: [{ sub_type: 'money' }, { sub_type: 'shares' }],
      },
      { amount: 15000, currency: 'GBP', kinds: ['money', 'shares'] },
    ],
    [
      {
        contribution_currency_type: 'Pound Sterling (GBP)',
        contribution_currency_value: '1,500.50',
        contribution_sub_types: ['LAND_OR_PROPERTY'],
      },
      { amount: 1500.5, currency: 'GBP', kinds: ['land-or-property'] },
    ],
    [
      { contribution_currency_type: 'EUR', contribution_currency_value: 0 },
      { amount: 0, currency: 'EUR', kinds: [] },
    ],
    [
      { contribution_sub_types: [{ sub_type: 'any-other-asset' }, {}, null] },
      { amount: null, currency: null, kinds: ['any-other-asset'] },
    ],
    [{ contribution_currency_type: 'GBP' }, undefined],
    [{ contribution_currency_value: 'a lot', contribution_sub_types: 'money' }, undefined],
    [{}, undefined],
  ])('is read of %j, in answers and in events', async (filed, told) => {
    await world.import(officers, [world.writeLines('answers.jsonl', [answer(filed)])]);
    expect(contributed()).toEqual(told);
    await world.import(officers, [world.writeLines('events.jsonl', [event(filed)])]);
    expect(contributed()).toEqual(told);
  });

  it('stays when a bulk file follows, which does not tell it', async () => {
    const filed = {
      officer_role: 'director',
      appointed_on: '2020-05-14',
      contribution_currency_value: '5',
      contribution_currency_type: 'GBP',
    };
    const line = JSON.stringify(event(filed))
      .replaceAll('LP012345', '12601440')
      .replace('2026-06-21', '2020-06-02');
    await world.import(officers, [world.write('events.jsonl', `${line}\n`)]);
    await world.import(officers, [SNAPSHOT], { update: true });
    expect(officersOf('12601440')).toMatchObject([
      { person_number: '269666700001', contribution: { amount: 5, currency: 'GBP' } },
    ]);
  });
});

it('keeps of an answer whom the register counts as inactive, whose day of resignation is not told', async () => {
  const answer = (company_number: string, counts: object) => ({
    company_number,
    resource: 'officers',
    fetched_at: '2026-11-20T09:00:00Z',
    data: {
      total_results: 1,
      ...counts,
      items: [{ name: 'SAMPLE, Alan', officer_role: 'director', appointed_on: '2015-04-01' }],
    },
  });
  const lines = [
    answer('17000021', { active_count: 0, inactive_count: 1, resigned_count: 0 }),
    answer('17000023', { active_count: 1, inactive_count: 0, resigned_count: 0 }),
    answer('17000024', {}),
  ];
  await world.import(officers, [world.writeLines('officers.jsonl', lines)]);
  const inOffice = ['17000021', '17000023', '17000024'].map((number) => officersOf(number)?.map(isInOffice));
  expect(inOffice).toEqual([[false], [true], [true]]);
});

describe('the daily update', () => {
  const UPDATE = fixture('prod198_DDDDUPDT_sample.dat');
  /** A snapshot of an earlier day with these persons in it. */
  const snapshot = (...persons: readonly string[]): string =>
    world.write(
      'DDDDSNAP.dat',
      ['DDDDSNAP289820160901', ...persons, `99999999${String(persons.length).padStart(8, '0')}`].join('\n'),
    );
  const director = (company: string, person: string, appointed: string, names: string): string =>
    `${company}2101${person}        ${appointed}        B1 1BB  197804          0050${names}<<<<1 ROAD<<LEEDS<<<<BRITISH<<`;

  it('reads the published sample by its own columns', async () => {
    expect(await world.import(officers, [UPDATE])).toMatchObject({
      outcome: 'imported',
      rejected: 0,
      as_of: '2016-10-18',
    });
    expect(world.inForce(officers, ({ facts }) => facts.part)).toBe(true);
    expect(officersOf('01974210')).toEqual([
      expect.objectContaining({ name: 'HUGHES, DESMOND', resigned_on: null, appointed_on: '2016-06-29' }),
      {
        name: 'HOLBROOK, PENNY',
        role: 'director',
        appointed_on: '2015-06-24',
        appointed_before: null,
        resigned_on: '2016-07-13',
        nationality: 'BRITISH',
        country_of_residence: 'ENGLAND',
        occupation: 'LOCAL AUTHORITY COUNCILLOR',
        date_of_birth: { month: 4, year: 1978 },
        is_corporate: false,
        person_number: '200204450001',
      },
    ]);
  });

  it('lays who resigned and who came over the snapshot', async () => {
    const before = director('01974210', '200204450001', '20150624', '<PENNY<HOLBROOK');
    await world.import(officers, [snapshot(before)]);
    expect(await world.import(officers, [UPDATE], { update: true })).toMatchObject({ as_of: '2016-10-18' });
    expect(officersOf('01974210')).toMatchObject([
      { name: 'HUGHES, DESMOND', resigned_on: null },
      { name: 'HOLBROOK, PENNY', resigned_on: '2016-07-13' },
    ]);
    expect(world.inForce(officers, ({ facts }) => facts.part)).toBeUndefined();
  });

  it('takes an appointment away that was recorded in error', async () => {
    const line = readFileSync(UPDATE, 'utf8')
      .split('\n')
      .find((text) => text.slice(15, 19) === '0199');
    const company = line?.slice(0, 8) ?? '';
    const [, forenames, surname] = (line ?? '').slice(111).split('<');
    const before = director(
      company,
      line?.slice(31, 43) ?? '',
      line?.slice(75, 83) ?? '',
      `<${forenames}<${surname}`,
    );
    await world.import(officers, [snapshot(before)]);
    expect(officersOf(company)).toHaveLength(1);
    await world.import(officers, [UPDATE], { update: true });
    expect(officersOf(company)?.some(({ name }) => name === `${surname}, ${forenames}`) ?? false).toBe(false);
  });

  /** An entry of the snapshot with this type of appointment. */
  const typed = (type: string, names: string, person = '200204450001') =>
    director('LP012345', person, '20260401', names).replace(/^(.{10})01/, `$1${type}`);

  it('keeps whoever holds an office of a type that no list names, by its two digits', async () => {
    const file = snapshot(
      typed('23', '<JO<DOE'),
      typed('24', '<AL<ROE'),
      typed('01', '<KIM<POE'),
      typed('99', '<BY<ERROR'),
    );
    expect(await world.import(officers, [file])).toMatchObject({ outcome: 'imported', rejected: 0, rows: 3 });
    expect(officersOf('LP012345')?.map(({ name, role }) => `${name} ${role}`)).toEqual([
      'ROE, AL appointment-type-24',
      'DOE, JO appointment-type-23',
      'POE, KIM director',
    ]);
  });

  it('tells such a person once, where an event names the role', async () => {
    const [jo, al] = [typed('23', '<JO<DOE'), typed('23', '<AL<ROE', '200204460001')];
    await world.import(officers, [snapshot(jo, al)]);
    const event = {
      resource_kind: 'company-officers',
      resource_uri: '/company/LP012345/appointments/x',
      resource_id: 'x',
      data: {
        name: 'Jo DOE',
        officer_role: 'general-partner-in-a-limited-partnership',
        appointed_on: '2026-04-01',
        resigned_on: '2026-10-01',
      },
      event: { type: 'changed', timepoint: 5, published_at: '2026-10-02T00:00:00' },
    };
    await world.import(officers, [world.writeLines('stream.jsonl', [event])], { update: true });
    const told = world.inForce(officers, (edition) =>
      appointmentsOf(edition.byNumbers(['LP012345']).get('LP012345')?.items ?? []),
    );
    expect(told.map(({ name, role, resigned_on }) => [name, role, resigned_on])).toEqual([
      ['ROE, AL', 'appointment-type-23', null],
      ['Jo DOE', 'general-partner-in-a-limited-partnership', '2026-10-01'],
    ]);
  });

  it('rejects a type that is no number', async () => {
    const file = snapshot(typed('01', '<JO<DOE'), typed('A1', '<AL<ROE'));
    expect(await world.import(officers, [file], { maxRejectedPercent: 60 })).toMatchObject({
      rejects: [{ line: 3, reason: "'A1' is no type of appointment" }],
    });
  });

  it('refuses an update that was cut off', async () => {
    const cut = world.write('cut.dat', readFileSync(UPDATE, 'utf8').slice(0, 5_000));
    expect(await world.import(officers, [cut])).toMatchObject({
      outcome: 'refused',
      error: 'corrupt_archive',
    });
  });
});

it('counts who took another name once, by the newer entry', () => {
  const held = { list: 'officers', key: 'A', version: '2020-01-01' };
  const data = {
    name: 'HARRIS, JANE',
    role: 'director',
    appointed_on: '2015-01-01',
    appointed_before: null,
    resigned_on: null,
    nationality: null,
    country_of_residence: null,
    occupation: null,
    date_of_birth: null,
    is_corporate: false,
    person_number: '123456780001',
  };
  const married = { ...data, name: 'SMITH, JANE', person_number: '123456780002' };
  const later = { ...held, key: 'B', version: '2020-02-01', data: married };
  expect(appointmentsOf([{ ...held, data }, later])).toEqual([married]);
  expect(appointmentsOf([later, { ...held, data }])).toEqual([married]);
  const other = { ...later, key: 'C', data: { ...married, person_number: null } };
  expect(appointmentsOf([{ ...held, data }, other])).toHaveLength(2);
});

it.each([
  ['before', '2021-01-01T09:00:00Z'],
  ['after', '2026-01-01T09:00:00Z'],
])('keeps the person number and the id of an officer who is listed %s the snapshot', async (_when, at) => {
  await world.import(officers, [SNAPSHOT]);
  const links = { officer: { appointments: '/officers/Z1MJyG0cV0AFvXXz0_LsFg97q0Y/appointments' } };
  const items = [{ name: 'Mark Thomas KELLY', officer_role: 'director', appointed_on: '2020-05-14', links }];
  const line = { company_number: '12601440', resource: 'officers', fetched_at: at, data: { items } };
  const file = world.write('answers.ndjson', `${JSON.stringify(line)}\n`);
  expect(await world.import(officers, [file], { update: true })).toMatchObject({ outcome: 'imported' });
  expect(officersOf('12601440')).toMatchObject([
    { person_number: '269666700001', officer_id: 'Z1MJyG0cV0AFvXXz0_LsFg97q0Y' },
  ]);
});

describe('two officers of one name, role and day', () => {
  const FATHER = { month: 3, year: 1950 };
  const SON = { month: 8, year: 1980 };
  const listed = (more: object, id: string) => ({
    ...{ name: 'SMITH, John', officer_role: 'director', appointed_on: '2001-02-03', ...more },
    links: { officer: { appointments: `/officers/${id}/appointments` } },
  });
  const list = (fetched_at: string, items: readonly object[]) => ({
    company_number: '03782379',
    ...{ resource: 'officers', fetched_at, data: { items, total_results: items.length } },
  });
  const appointments = () =>
    world.inForce(officers, (edition) =>
      appointmentsOf(edition.byNumbers(['03782379']).get('03782379')?.items ?? []),
    );

  it.each<[string, object, object]>([
    ['months of birth', { date_of_birth: FATHER }, { date_of_birth: SON }],
    ['ids of the register, where no month is known', {}, {}],
  ])('stay two by their %s, however often and in whatever order they are read', async (_by, one, other) => {
    const both = [listed(one, 'aaa'), listed(other, 'bbb')];
    await world.import(officers, [world.writeLines('a.jsonl', [list('2025-01-01T00:00:00Z', both)])]);
    expect(appointments()).toHaveLength(2);
    const again = list('2025-02-01T00:00:00Z', both.toReversed());
    await world.import(officers, [world.writeLines('b.jsonl', [again])], { update: true });
    expect(
      appointments()
        .map(({ officer_id }) => officer_id)
        .sort(),
    ).toEqual(['aaa', 'bbb']);
  });

  it('are one by the month of birth, whatever their ids', async () => {
    const both = [listed({ date_of_birth: SON }, 'aaa'), listed({ date_of_birth: SON }, 'bbb')];
    await world.import(officers, [world.writeLines('a.jsonl', [list('2025-01-01T00:00:00Z', both)])]);
    expect(appointments()).toHaveLength(1);
  });

  it('have each what an event says of one of them', async () => {
    const both = [listed({ date_of_birth: FATHER }, 'aaa'), listed({ date_of_birth: SON }, 'bbb')];
    await world.import(officers, [world.writeLines('a.jsonl', [list('2025-01-01T00:00:00Z', both)])]);
    const event = {
      resource_kind: 'company-officers',
      resource_uri: '/company/03782379/appointments/x',
      resource_id: 'x',
      data: listed({ date_of_birth: SON, resigned_on: '2025-03-01' }, 'bbb'),
      event: { type: 'changed', timepoint: 5, published_at: '2025-03-02T00:00:00' },
    };
    await world.import(officers, [world.writeLines('e.jsonl', [event])], { update: true });
    expect(appointments()).toMatchObject([
      { date_of_birth: FATHER, resigned_on: null },
      { date_of_birth: SON, resigned_on: '2025-03-01' },
    ]);
  });
});
