import { record } from '../../../../../test/support/basic-company-data.js';
import { filingsOf } from '../../../../../test/support/published/golden-companies.js';
import { published } from '../../../../../test/support/published/published-records.js';
import { aFact } from '../../../../../test/support/run-block.js';
import type { ReadingState } from '../../live/readings/readings.js';
import { onceARow } from '../runner/facts.js';
import { heldRecords, type RegisterFacts } from './held-records.js';
import { completeRecords } from './live-records.js';

type Answer = ReadingState<'register_answer'>;
const CHECKED = { checked_live: true, checked_at: '2026-03-05T09:00:00.000Z' };
const read = (answer: unknown): Answer => ({
  status: 'read',
  reading: { fetched_on: '2026-03-05', answers: [answer] },
  checked: CHECKED,
});
const WANTED: Answer = { status: 'wanted' };
const NOT_FOUND = { errors: [{ error: 'company-insolvency-not-found' }] };

const missing = 'not_available_yet' as const;

/** What the register was asked for, and what became of the records. */
function asked(
  overrides: Parameters<typeof record>[0],
  answers: Readonly<Record<string, Answer>>,
  filings: RegisterFacts['filings'] = missing,
) {
  const keys: string[] = [];
  const held = heldRecords({
    company: aFact(record(overrides), '2026-02-01'),
    officers: missing,
    psc: missing,
    charges: missing,
    filings,
    once: onceARow(),
  });
  const completed = completeRecords(held, (key) => {
    keys.push(key);
    return answers[key.split('/')[1] ?? ''] ?? WANTED;
  });
  return { keys, completed };
}

const HISTORY = read(published('filing-history_07310390'));
const QUIET = read({ items: [{ date: '2026-01-05', type: 'AA', description: 'accounts' }], total_count: 1 });

it('waits for the filing history of a company whose history is not held', () => {
  expect(asked({ CompanyNumber: '07310390' }, {})).toEqual({
    keys: ['07310390/filing-history'],
    completed: 'pending',
  });
});

it('asks for insolvency only where a filing or the status suggests it', () => {
  expect(asked({}, { 'filing-history': QUIET }).keys).toHaveLength(1);
  expect(asked({}, { 'filing-history': HISTORY }).completed).toBe('pending');
  expect(asked({ CompanyStatus: 'Liquidation' }, { 'filing-history': QUIET }).keys).toHaveLength(2);
});

it('brings both, with the day on which the register answered', () => {
  const insolvency = read(published('insolvency_london_airways'));
  expect(asked({}, { 'filing-history': HISTORY, insolvency }).completed).toMatchObject({
    with_filings: true,
    fetched_on: '2026-03-05',
    checked: CHECKED,
    noAnswerReason: null,
    records: { filings: { length: 47 }, insolvency: [{ data: { cases: [{ number: '1' }] } }] },
  });
  expect(asked({}, { 'filing-history': HISTORY, insolvency: read(NOT_FOUND) }).completed).toMatchObject({
    records: { insolvency: [] },
  });
});

it('says why the register did not answer', () => {
  const failed: Answer = { status: 'not_read', reason: 'register_unavailable' };
  expect(asked({}, { 'filing-history': failed }).completed).toMatchObject({
    with_filings: false,
    noAnswerReason: 'register_unavailable',
  });
});

it('asks nothing of bodies that are registered elsewhere', () => {
  expect(asked({ CompanyNumber: 'RC000652' }, {}).keys).toEqual([]);
});

describe('lists that an edition holds', () => {
  const [first] = filingsOf('03867954');
  const midnight = (day: string) => `${day}T00:00:00.000Z`;
  /** One filing, and both lists whole to these days. */
  const heldTo = (filings: string, insolvency: string) => {
    const whole = { 'filing-history': midnight(filings), insolvency: midnight(insolvency) };
    const items = first === undefined ? [] : [{ ...first, version: midnight(filings) }];
    return aFact({ items, whole }, '2026-01-01', true);
  };
  const INSOLVENT = { CompanyStatus: 'Liquidation' };

  it.each([
    ['2026-03-04', 47, '2026-03-05', CHECKED],
    ['2026-03-05', 1, null, null],
    ['2026-03-06', 1, null, null],
  ])('held to %s give %d filings beside an answer of 2026-03-05', (day, length, fetched_on, checked) => {
    const { completed } = asked({}, { 'filing-history': HISTORY }, heldTo(day, '2026-03-06'));
    expect(completed).toMatchObject({
      with_filings: true,
      fetched_on,
      checked,
      records: { filings: { length } },
    });
  });

  it('give way to newer insolvency cases, and tell the day of these', () => {
    const insolvency = read(published('insolvency_london_airways'));
    expect(asked(INSOLVENT, { insolvency }, heldTo('2026-03-06', '2026-03-04')).completed).toMatchObject({
      fetched_on: '2026-03-05',
      checked: null,
      records: { filings: { length: 1 }, insolvency: [{ data: { cases: [{ number: '1' }] } }] },
    });
    expect(asked(INSOLVENT, { insolvency }, heldTo('2026-03-06', '2026-03-05')).completed).toMatchObject({
      fetched_on: null,
      records: { insolvency: [] },
    });
  });

  it('are not waited for, and not fetched beside what is missing', () => {
    expect(asked(INSOLVENT, {}, heldTo('2026-03-04', '2026-03-04')).completed).toMatchObject({
      records: { filings: { length: 1 } },
    });
    const { items, whole } = heldTo('2026-03-04', '2026-03-04').record ?? { items: [], whole: {} };
    const history = { 'filing-history': whole['filing-history'] ?? '' };
    expect(asked(INSOLVENT, {}, aFact({ items, whole: history }, '2026-01-01', true))).toEqual({
      keys: ['01234567/insolvency'],
      completed: 'pending',
    });
  });
});
