import { aSubmission } from '../../../test/support/logs/job-builders.js';
import { endHold, holdRows, isLapsed, type HoldDecision } from './hold.decider.js';
import type { JobEvent } from './job.events.js';
import { NO_JOB, fold, holdOf } from './job.state.js';

const NOW = '2026-11-21T12:00:00.000Z';
const LATER = '2026-12-31T00:00:00.000Z';
const counts = { succeeded: 1, not_found: 0, failed: 0, site_unreachable: 0 };
const submitted: JobEvent = { type: 'JobSubmitted', data: aSubmission(1, 1) };
const unstored: JobEvent = { type: 'JobSubmitted', data: aSubmission(1, 1, { stored: false }) };
const ended: JobEvent = { type: 'JobCompleted', data: { counts, expires_at: '2026-12-21T12:00:00.000Z' } };
const erased: JobEvent = { type: 'JobRowsErased', data: { reason: 'expired' } };
const held: JobEvent = { type: 'JobHeld', data: { reason: 'dispute', until: null } };
const released: JobEvent = { type: 'JobHoldEnded', data: { reason: 'settled' } };

const SETTLED = { reason: 'settled', since: NOW };

const after = (...events: readonly JobEvent[]) => fold(events.map((event) => ({ event, time: NOW })));
const hold = (events: readonly JobEvent[], until: string | null = null): HoldDecision =>
  holdRows(after(...events), { reason: 'dispute', until }, NOW);
const codeOf = (decision: HoldDecision): string =>
  decision.outcome === 'refused'
    ? decision.code
    : decision.events.map(({ type }) => type).join() || 'nothing';

it.each<[string, HoldDecision, string]>([
  ['a running job', hold([submitted]), 'JobHeld'],
  ['an ended job', hold([submitted, ended]), 'JobHeld'],
  ['the same hold again', hold([submitted, ended, held]), 'nothing'],
  ['a hold that ends at another time', hold([submitted, ended, held], LATER), 'JobHeld'],
  ['a hold that ended', hold([submitted, ended, held, released]), 'JobHeld'],
  ['no job', hold([]), 'unknown_job'],
  ['store=false', hold([unstored, ended]), 'not_stored'],
  ['erased rows', hold([submitted, ended, erased]), 'rows_erased'],
  ['erased rows that are held', hold([submitted, ended, held, erased]), 'rows_erased'],
  ['a time that is over', hold([submitted], NOW), 'invalid_until'],
])('of %s', (_what, decision, expected) => {
  expect(codeOf(decision)).toBe(expected);
});

it('ends once, also after the erasure', () => {
  expect(codeOf(endHold(after(submitted, ended, held, erased), SETTLED))).toBe('JobHoldEnded');
  expect(codeOf(endHold(after(submitted, ended, held, erased, released), SETTLED))).toBe('nothing');
  expect(codeOf(endHold(NO_JOB, SETTLED))).toBe('unknown_job');
});

it('does not end in place of the hold before it', () => {
  const state = after(submitted, held);
  expect(codeOf(endHold(state, { reason: 'settled', since: LATER }))).toBe('other_hold');
  expect(codeOf(endHold(state, SETTLED))).toBe('JobHoldEnded');
});

it('stands from its event until its end, and lapses at its time', () => {
  expect(holdOf(after(submitted, held, ended, erased))).toEqual({
    reason: 'dispute',
    until: null,
    since: NOW,
  });
  expect(holdOf(after(submitted, held, ended, released))).toBeNull();
  expect(isLapsed({ reason: '', until: LATER, since: NOW }, LATER)).toBe(true);
  expect(isLapsed({ reason: '', until: LATER, since: NOW }, NOW)).toBe(false);
  expect(isLapsed({ reason: '', until: null, since: NOW }, LATER)).toBe(false);
});
