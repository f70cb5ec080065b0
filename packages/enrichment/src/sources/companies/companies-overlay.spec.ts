import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { csvFile, type RowOverrides } from '../../../../../test/support/basic-company-data.js';
import { RecordsWorld } from '../../../../../test/support/worlds/records-world.js';
import { forEachTest } from '../../../../../test/support/worlds/for-each-test.js';
import { normaliseName } from '../../../../words/src/names/company-name.js';
import type { ImportOutcome } from '../kit/editions/import-outcome.js';
import type { ImportRequest } from '../kit/editions/import-register.js';
import { companies } from './companies.source.js';

const world = forEachTest(() => new RecordsWorld());

const ONE = '01234567';
const TWO = '07654321';

const profileOf = (number: string, name: string, more: object = {}) => ({
  company_number: number,
  company_name: name,
  company_status: 'active',
  type: 'ltd',
  ...more,
});
const response = (number: string, fetched_at: string, data: object) => ({
  company_number: number,
  resource: 'company-profile',
  fetched_at,
  data,
});
const event = (number: string, timepoint: number, published_at: string, data: object, type = 'changed') => ({
  resource_kind: 'company-profile',
  resource_uri: `/company/${number}`,
  resource_id: number,
  data,
  event: { timepoint, published_at, type },
});
const NOT_FOUND = { errors: [{ error: 'company-profile-not-found', type: 'ch:service' }] };

const wholeFile = (rows: readonly RowOverrides[], day = '2024-07-01'): string =>
  world.write(`BasicCompanyData-${day}.csv`, csvFile(rows));
const whole = (rows: readonly RowOverrides[]): Promise<ImportOutcome> =>
  world.import(companies, [wholeFile(rows)]);
const lines = (documents: readonly object[], more: Partial<ImportRequest> = {}): Promise<ImportOutcome> =>
  world.import(companies, [world.writeLines('answers.jsonl', documents)], more);
const update = (...documents: readonly object[]) => lines(documents, { update: true });

const known = (number: string) =>
  world.inForce(companies, (edition) => edition.byNumbers([number]).get(number));
const bearersOf = (name: string) =>
  world.inForce(companies, (edition) => {
    const bearers = edition.bearers([normaliseName(name)]).get(normaliseName(name));
    return [bearers?.current, bearers?.former].map((list) => list?.map(({ number }) => number));
  });

const nearTo = (name: string) =>
  world.inForce(companies, (edition) => edition.near(name).companies.map(({ number }) => number));

describe('answers of the register by themselves', () => {
  it('are a part, dated by the newest', async () => {
    const published = JSON.parse(
      readFileSync(
        join(__dirname, '../../../../../test/fixtures/register/records/profile_02578066.json'),
        'utf8',
      ),
    ) as object;
    expect(
      await lines([
        response('02578066', '2022-12-01T08:00:00Z', published),
        event(TWO, 5, '2022-12-02T08:00:00', profileOf(TWO, 'B LTD')),
      ]),
    ).toMatchObject({ outcome: 'imported', rows: 2, rejected: 0, as_of: '2022-12-02' });
    expect(world.inForce(companies, ({ facts }) => facts.part)).toBe(true);
    expect(known('02578066')).toMatchObject({
      name: '14 LAWN ROAD LIMITED',
      version: '2022-12-01T08:00:00.000Z',
      accounts: {
        last_made_up_on: '2022-01-31',
        next_due_on: '2023-10-31',
        category: 'total-exemption-full',
      },
    });
    expect(bearersOf('14 Lawn Road Ltd')).toEqual([['02578066'], []]);
  });

  it('rejects what it cannot read, with its line', async () => {
    const outcome = await lines(
      [
        response(ONE, '2024-07-02T08:00:00Z', profileOf(ONE, 'A LTD')),
        response(TWO, '2024-07-02T08:00:00Z', { company_number: TWO }),
        response(TWO, '2024-07-02T08:00:00Z', profileOf(ONE, 'A LTD')),
        { ...response(TWO, '2024-07-02T08:00:00Z', {}), resource: 'officers' },
      ],
      { maxRejectedPercent: 100 },
    );
    expect(outcome).toMatchObject({ rows: 1, rejected: 3, rejects: [{ line: 2 }, { line: 3 }, { line: 4 }] });
  });
});

describe('laid over an edition', () => {
  it('the newer record wins, and the others keep their day', async () => {
    await whole([
      { CompanyNumber: ONE, CompanyName: 'OLD NAME LIMITED', 'Mortgages.NumMortCharges': '0' },
      {
        CompanyNumber: TWO,
        CompanyName: 'UNTOUCHED LIMITED',
        'PreviousName_1.CompanyName': 'EARLIER LIMITED',
      },
    ]);
    const renamed = profileOf(ONE, 'NEW NAME LIMITED', {
      previous_company_names: [{ name: 'OLD NAME LIMITED', ceased_on: '2024-07-10' }],
    });
    expect(await update(response(ONE, '2024-07-11T08:00:00Z', renamed))).toMatchObject({
      outcome: 'imported',
      rows: 2,
      as_of: '2024-07-11',
    });
    expect(world.inForce(companies, ({ facts }) => facts)).toMatchObject({
      as_of: '2024-07-11',
      whole_as_of: '2024-07-01',
    });
    expect(world.inForce(companies, ({ facts }) => facts.part)).toBeUndefined();
    expect(known(ONE)).toMatchObject({ name: 'NEW NAME LIMITED', mortgages: { charges: null } });
    expect(known(TWO)).toMatchObject({ name: 'UNTOUCHED LIMITED', version: null });
    expect(bearersOf('New Name')).toEqual([[ONE], []]);
    expect(bearersOf('Old Name')).toEqual([[], [ONE]]);
    expect(bearersOf('Earlier')).toEqual([[], [TWO]]);
    expect(nearTo('Newx Name Ltd')).toEqual([ONE]);
    expect(nearTo('Oldx Name Ltd')).toEqual([]);
  });

  it('an older answer changes nothing', async () => {
    await whole([{ CompanyNumber: ONE, CompanyName: 'A LIMITED' }]);
    await update(response(ONE, '2024-06-30T23:00:00Z', profileOf(ONE, 'B LIMITED')));
    expect(known(ONE)?.name).toBe('A LIMITED');
  });

  it('events count by their timepoints, and a delete is a delete', async () => {
    await whole([
      { CompanyNumber: ONE, CompanyName: 'A LIMITED' },
      { CompanyNumber: TWO, CompanyName: 'B LIMITED', 'PreviousName_1.CompanyName': 'ONCE B LIMITED' },
    ]);
    expect(
      await update(
        event(ONE, 12, '2024-07-05T08:00:00', profileOf(ONE, 'TWELVE LIMITED')),
        event(ONE, 11, '2024-07-05T08:00:00', profileOf(ONE, 'ELEVEN LIMITED')),
        event(TWO, 13, '2024-07-05T08:00:01', {}, 'deleted'),
      ),
    ).toMatchObject({ outcome: 'imported', rows: 1, rejected: 0 });
    expect(known(ONE)?.name).toBe('TWELVE LIMITED');
    expect(known(TWO)).toBeUndefined();
    expect(bearersOf('Once B')).toEqual([[], []]);
    await update(event(TWO, 9, '2024-07-04T08:00:00', profileOf(TWO, 'LATE LIMITED')));
    expect(known(TWO)).toBeUndefined();
    await update(event(TWO, 20, '2024-07-06T08:00:00', profileOf(TWO, 'BACK LIMITED')));
    expect(known(TWO)?.name).toBe('BACK LIMITED');
  });

  it('a company that the register does not know is gone', async () => {
    await whole([{ CompanyNumber: ONE }, { CompanyNumber: TWO, CompanyName: 'B LIMITED' }]);
    expect(await update(response(TWO, '2024-07-11T08:00:00Z', NOT_FOUND))).toMatchObject({ rows: 1 });
    expect(known(TWO)).toBeUndefined();
  });

  it('rows of a newer file replace older ones and leave newer answers', async () => {
    await whole([{ CompanyNumber: ONE, CompanyName: 'A LIMITED' }]);
    await update(response(TWO, '2024-09-01T08:00:00Z', profileOf(TWO, 'ANSWER LIMITED')));
    const newer = wholeFile(
      [
        { CompanyNumber: ONE, CompanyName: 'AUGUST LIMITED' },
        { CompanyNumber: TWO, CompanyName: 'AUGUST TWO LIMITED' },
      ],
      '2024-08-01',
    );
    expect(await world.import(companies, [newer], { update: true })).toMatchObject({
      rows: 2,
      as_of: '2024-09-01',
    });
    expect([known(ONE), known(TWO)].map((company) => company?.name)).toEqual([
      'AUGUST LIMITED',
      'ANSWER LIMITED',
    ]);
  });

  it('a file that does not tell its day is refused', async () => {
    await whole([{ CompanyNumber: ONE }]);
    const file = world.write('newer.csv', csvFile([{ CompanyNumber: ONE }]));
    expect(await world.import(companies, [file], { update: true })).toMatchObject({
      outcome: 'refused',
      error: 'invalid_date',
    });
  });
});

it('refuses answers and whole files in one import', async () => {
  const file = wholeFile([{ CompanyNumber: ONE }]);
  const answers = world.writeLines('answers.jsonl', [
    response(ONE, '2024-07-11T08:00:00Z', profileOf(ONE, 'A LTD')),
  ]);
  expect(await world.import(companies, [file, answers])).toMatchObject({
    outcome: 'refused',
    error: 'wrong_header',
    detail: expect.stringContaining('answers.jsonl holds answers of the register') as string,
  });
});

it('ends with the newest record of each company, in whatever order and portions they come', async () => {
  const change = fc.record({
    number: fc.constantFrom(ONE, TWO, '00000003'),
    timepoint: fc.integer({ min: 1, max: 50 }),
    deleted: fc.boolean(),
  });
  const changes = fc.uniqueArray(change, {
    selector: ({ timepoint }) => timepoint,
    maxLength: 12,
    minLength: 1,
  });
  await fc.assert(
    fc.asyncProperty(changes, fc.nat(12), async (all, cut) => {
      const events = all.map(({ number, timepoint, deleted }) =>
        event(
          number,
          timepoint,
          '2024-07-05T08:00:00',
          deleted ? {} : profileOf(number, `N${timepoint} LTD`),
          deleted ? 'deleted' : 'changed',
        ),
      );
      await whole([{ CompanyNumber: ONE, CompanyName: 'FIRST LTD' }]);
      for (const portion of [events.slice(0, cut), events.slice(cut)])
        if (portion.length > 0) await update(...portion);
      for (const number of [ONE, TWO, '00000003']) {
        const [last] = all.filter((one) => one.number === number).sort((a, b) => b.timepoint - a.timepoint);
        const first = number === ONE ? 'FIRST LTD' : undefined;
        const expected = last === undefined ? first : last.deleted ? undefined : `N${last.timepoint} LTD`;
        expect(known(number)?.name).toBe(expected);
      }
    }),
    { numRuns: 25 },
  );
});
