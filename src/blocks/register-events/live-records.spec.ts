import { record } from '../../../test/support/basic-company-data.js';
import { published } from '../../../test/support/published/published-records.js';
import { aFact } from '../../../test/support/run-block.js';
import type { ReadingState } from '../../readings/readings.js';
import { heldRecords } from './held-records.js';
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

/** What the register was asked for, and what became of the records. */
function asked(overrides: Parameters<typeof record>[0], answers: Readonly<Record<string, Answer>>) {
  const keys: string[] = [];
  const missing = 'not_available_yet' as const;
  const held = heldRecords({
    company: aFact(record(overrides), '2026-02-01'),
    officers: missing,
    psc: missing,
    charges: missing,
    filings: missing,
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
    refused: null,
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
    refused: 'register_unavailable',
  });
});

it('asks nothing of bodies that are registered elsewhere', () => {
  expect(asked({ CompanyNumber: 'RC000652' }, {}).keys).toEqual([]);
});
