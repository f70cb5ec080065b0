/**
 * A `deleted` event of the register's streams may lack `data`: the item that its id and address name is gone,
 * and no other. Each source that follows a stream takes it.
 */
import { RecordsWorld } from '../../../../test/support/worlds/records-world.js';
import { forEachTest } from '../../../../test/support/worlds/for-each-test.js';
import type { Source } from './define-source.js';
import { charges } from './charges/charges.source.js';
import { filings } from './filings/filings.source.js';
import { officers } from './officers/officers.source.js';
import { psc } from './psc/psc.source.js';

const world = forEachTest(() => new RecordsWorld());

const COMPANY = '17000003';
const at = (path: string): string => `/company/${COMPANY}/${path}`;
const answer = (resource: string, items: readonly object[]) => ({
  company_number: COMPANY,
  resource,
  fetched_at: '2026-11-20T09:00:00Z',
  data: { items, total_results: items.length },
});
const person = (path: string) => ({
  kind: 'individual-person-with-significant-control',
  name: 'Mx Sam Sample',
  notified_on: '2018-02-09',
  links: { self: at(path) },
});
const officer = (name: string, id: string, more: object = {}) => ({
  name,
  officer_role: 'director',
  appointed_on: '2015-04-01',
  links: { self: at(`appointments/${id}`) },
  ...more,
});

const PERSONS = 'persons-with-significant-control/individual';
const STATEMENTS = 'persons-with-significant-control-statements';
const stated = (id: string) => ({
  statement: 'psc-details-not-confirmed',
  notified_on: '2021-03-03',
  links: { self: at(`${STATEMENTS}/${id}`) },
});
const CASES = [
  {
    source: psc,
    kind: 'company-psc-individual',
    path: PERSONS,
    lines: [
      answer('persons-with-significant-control', [person(`${PERSONS}/keep`), person(`${PERSONS}/gone`)]),
    ],
  },
  {
    source: psc,
    kind: 'company-psc-supersecure',
    path: PERSONS,
    lines: [
      answer('persons-with-significant-control', [person(`${PERSONS}/keep`), person(`${PERSONS}/gone`)]),
    ],
  },
  {
    source: psc,
    kind: 'persons-with-significant-control-statement',
    path: STATEMENTS,
    lines: [answer(STATEMENTS, [stated('keep'), stated('gone')])],
  },
  {
    source: officers,
    kind: 'company-officers',
    path: 'appointments',
    lines: [answer('officers', [officer('SAMPLE, Alan', 'keep'), officer('SAMPLE, Beth', 'gone')])],
  },
  {
    source: charges,
    kind: 'company-charges',
    path: 'charges',
    lines: [
      answer(
        'charges',
        ['keep', 'gone'].map((id) => ({ links: { self: at(`charges/${id}`) } })),
      ),
    ],
  },
  {
    source: filings,
    kind: 'filing-history',
    path: 'filing-history',
    lines: [
      answer(
        'filing-history',
        ['keep', 'gone'].map((id) => ({ transaction_id: id, date: '2026-01-01' })),
      ),
    ],
  },
] as const;

type Case = (typeof CASES)[number];
const event = ({ kind, path }: Pick<Case, 'kind' | 'path'>, more: object = {}, day = '2026-11-24') => ({
  resource_kind: kind,
  resource_uri: at(`${path}/gone`),
  resource_id: 'gone',
  event: { timepoint: 7001, published_at: `${day}T05:03:05`, type: 'deleted' },
  ...more,
});
const heldAfter = async (
  { source, lines }: Pick<Case, 'source' | 'lines'>,
  ...updates: readonly object[]
) => {
  await world.import(source, [world.writeLines('answers.jsonl', [...lines])]);
  const file = world.writeLines('events.jsonl', [...updates]);
  expect(await world.import(source, [file], { update: true })).toMatchObject({
    outcome: 'imported',
    rejected: 0,
  });
  return world.inForce(source as typeof psc, (edition) => edition.byNumbers([COMPANY]).get(COMPANY)?.items);
};

it.each(CASES)('of $kind takes back the item that it names, and only that', async (one) => {
  expect(await heldAfter(one, event(one))).toHaveLength(1);
  expect(await heldAfter(one, event(one, { resource_id: undefined }))).toHaveLength(1);
  expect(await heldAfter(one, event(one, { resource_uri: at(''), data: null }))).toHaveLength(1);
  expect(await heldAfter(one, event(one, { data: { etag: 'x' } }))).toHaveLength(1);
});

it.each(CASES)('of $kind leaves what is newer than the event, or isn’t named by it', async (one) => {
  expect(await heldAfter(one, event(one, {}, '2026-11-19'))).toHaveLength(2);
  const other = { resource_id: 'other', resource_uri: at(`${one.path}/other`) };
  expect(await heldAfter(one, event(one, other))).toHaveLength(2);
});

it.each(CASES)('of $kind is the newest news of the company', async (one) => {
  await heldAfter(one, event(one));
  const source: Source = one.source;
  const held = world.inForce(source, (edition) => edition.byNumbers([COMPANY]).get(COMPANY));
  expect(source.dateOf?.(held)).toBe('2026-11-24');
});

it('is rejected where nothing names the item', async () => {
  const [one] = CASES;
  const file = world.writeLines('events.jsonl', [
    event(one, { resource_id: '', resource_uri: at('persons-with-significant-control') }),
  ]);
  expect(await world.import(psc, [file])).toMatchObject({
    outcome: 'refused',
    rejects: [{ line: 1, reason: 'the deleted event names no item: it lacks resource_id' }],
  });
});

it('keeps an officer away whom an older answer brings again, and takes one whom a newer answer brings', async () => {
  const one = CASES[3];
  const again = (fetched_at: string) => ({
    ...answer('officers', [officer('SAMPLE, Beth', 'gone')]),
    // One of several: the list isn't whole.
    data: { items: [officer('SAMPLE, Beth', 'gone')], start_index: 35 },
    fetched_at,
  });
  expect(await heldAfter(one, event(one), again('2026-11-23T09:00:00Z'))).toHaveLength(1);
  expect(await heldAfter(one, event(one), again('2026-11-25T09:00:00Z'))).toHaveLength(2);
});
