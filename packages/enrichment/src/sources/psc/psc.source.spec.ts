import { RecordsWorld } from '../../../../../test/support/worlds/records-world.js';
import { forEachTest } from '../../../../../test/support/worlds/for-each-test.js';
import { psc } from './psc.source.js';

const world = forEachTest(() => new RecordsWorld());

const exemption = (exemption_type: string) => ({ exemption_type, items: [{ exempt_from: '2016-10-29' }] });
const TWO = {
  exemptions: {
    disclosure_transparency_rules_chapter_five_applies: exemption('disclosure-transparency-rules'),
    psc_exempt_as_shares_admitted_on_market: exemption('psc-exempt-as-shares-admitted-on-market'),
  },
};
const ONE = { exemptions: { psc_exempt_as_shares_admitted_on_market: exemption('psc-exempt-as-shares') } };

const answer = (data: object, fetched_at = '2024-02-01T09:00:00Z') => ({
  company_number: '00214436',
  resource: 'exemptions',
  fetched_at,
  data,
});
const event = (type: string, data: object, timepoint: number) => ({
  resource_kind: 'company-exemptions',
  resource_uri: '/company/00214436/exemptions',
  resource_id: '00214436',
  data,
  event: { type, timepoint, published_at: '2024-03-01T09:00:00' },
});
const load = async (line: object, update = false) => {
  const imported = await world.import(psc, [world.writeLines('exemptions.jsonl', [line])], { update });
  expect(imported).toMatchObject({ outcome: 'imported', rejected: 0 });
};
const typesHeld = () =>
  world.inForce(psc, (edition) =>
    edition
      .byNumbers(['00214436'])
      .get('00214436')
      ?.items.map(({ data }) => (data.record === 'exemption' ? data.exemption_type : data.record)),
  );

it('keeps every type of exemption that one answer names, and those of the newest alone', async () => {
  await load(answer(TWO));
  expect(typesHeld()).toEqual(['disclosure-transparency-rules', 'psc-exempt-as-shares-admitted-on-market']);
  await load(answer(ONE, '2024-02-02T09:00:00Z'), true);
  expect(typesHeld()).toEqual(['psc-exempt-as-shares']);
});

it('takes all that an event of the stream says, and all of it back where it is deleted', async () => {
  await load(event('changed', TWO, 7));
  expect(typesHeld()).toHaveLength(2);
  await load(event('changed', ONE, 8), true);
  expect(typesHeld()).toEqual(['psc-exempt-as-shares']);
  await load(event('deleted', {}, 9), true);
  expect(typesHeld()).toEqual([]);
});

it('puts lost zeros back before the number of the company that a record is of', async () => {
  const short = { ...answer(ONE), company_number: '214436' };
  await load(short);
  expect(typesHeld()).toHaveLength(1);
});

describe('the count at the end of the snapshot', () => {
  const person = (company_number: string) => ({
    company_number,
    data: {
      kind: 'individual-person-with-significant-control',
      name: 'Mr Sam Sample',
      natures_of_control: ['ownership-of-shares-75-to-100-percent'],
      notified_on: '2018-02-09',
      links: { self: `/company/${company_number}/persons-with-significant-control/individual/a` },
    },
  });
  const exempt = { company_number: '00214436', data: { kind: 'exemptions', ...TWO } };
  const totals = (persons_of_significant_control_count: number) => ({
    data: {
      kind: 'totals#persons-of-significant-control-snapshot',
      ...{ persons_of_significant_control_count, statements_count: 0, exemptions_count: 2 },
    },
  });
  const TWO_PERSONS = [person('00000001'), person('00000002'), exempt];
  const NAME = 'persons-with-significant-control-snapshot-2026-01-02.txt';
  const nine = (day: string) => Array.from({ length: 9 }, (_, at) => `${day}_${at + 1}of10.txt`);
  const lines = (name: string, ...documents: readonly object[]) => world.writeLines(name, documents);

  it.each([
    ['as it stands there', NAME, [...TWO_PERSONS, totals(2)]],
    ['none at all, in a file that somebody made', 'psc-2026-01-02.txt', TWO_PERSONS],
    ['none at all, in the only part of one', 'psc-snapshot-2026-01-02_1of1.txt', TWO_PERSONS],
    ['none at all, in another kind of file', NAME.replace('.txt', '.jsonl'), TWO_PERSONS],
    ['none at all, in a sample', `sample-${NAME}`, TWO_PERSONS],
    [
      'of the whole, in an excerpt that calls itself a sample',
      `sample-${NAME}`,
      [...TWO_PERSONS, totals(90)],
    ],
  ])('is taken: %s', async (_what, name, documents) => {
    expect(await world.import(psc, [lines(name, ...documents)])).toMatchObject({ outcome: 'imported' });
  });

  it.each([
    ['more', [...TWO_PERSONS, totals(3)]],
    ['fewer', [...TWO_PERSONS, totals(1)]],
  ])('refuses a file that holds another number: %s announced', async (_what, documents) => {
    expect(await world.import(psc, [lines(NAME, ...documents)])).toMatchObject({
      outcome: 'refused',
      error: 'corrupt_archive',
      detail: expect.stringMatching(/is truncated: it says that [13] lines stand in it, and 2 do/) as string,
    });
    const part = { part: true };
    expect(await world.import(psc, [lines(NAME, ...documents)], part)).toMatchObject({ outcome: 'imported' });
  });

  it.each([
    ['a file', NAME, []],
    ['an archive', NAME.replace('.txt', '.zip'), []],
    ['the last of two parts', 'psc-snapshot-2026-01-02_1of2.txt', ['psc-snapshot-2026-01-02_2of2.txt']],
    ['the last of ten parts', 'psc-snapshot-2026-01-02_10of10.txt', nine('psc-snapshot-2026-01-02')],
    ['the first of two parts', 'psc-snapshot-2026-01-02_2of2.txt', ['psc-snapshot-2026-01-02_1of2.txt']],
  ])('refuses %s as the publisher names it, cut at the end of a line', async (_what, name, others) => {
    const files = [...others, name].map((each, at) => lines(each, person(`0000000${at}`), exempt));
    expect(await world.import(psc, files)).toMatchObject({
      outcome: 'refused',
      error: 'corrupt_archive',
      detail: expect.stringMatching(/is truncated: it has no last line that counts/) as string,
    });
    expect(await world.import(psc, files, { part: true })).toMatchObject({ outcome: 'imported' });
  });

  it('counts over all parts, and refuses where one is missing', async () => {
    const first = lines('psc-snapshot-2026-01-02_1of2.txt', person('00000001'));
    const second = lines('psc-snapshot-2026-01-02_2of2.txt', person('00000002'), totals(2));
    expect(await world.import(psc, [first, second])).toMatchObject({ outcome: 'imported', rows: 2 });
    for (const alone of [first, second])
      expect(await world.import(psc, [alone])).toMatchObject({
        outcome: 'refused',
        error: 'corrupt_archive',
      });
  });

  it('counts in a file that two threads read', async () => {
    const many = Array.from({ length: 4_000 }, (_, i) => person(String(i + 1).padStart(8, '0')));
    expect(await world.import(psc, [lines(NAME, ...many, totals(4_000))])).toMatchObject({ rows: 4_000 });
    expect(await world.import(psc, [lines(NAME, ...many, totals(4_001))])).toMatchObject({
      outcome: 'refused',
    });
  });
});
