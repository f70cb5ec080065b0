import type { AccountId } from '../../../packages/contract/src/ids.js';
import {
  issue,
  makeSecret,
  type StatementDecision,
  NO_STATEMENTS,
  evolve,
  type IssuedStatement,
  type StatementState,
} from './statement.decider.js';
import type { StatementHead } from './statement.events.js';

const ACCOUNT = 1001 as AccountId;
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** A statement of three lines, the first of its account. */
function statement(changes: Partial<StatementHead> = {}): IssuedStatement {
  const head: StatementHead = {
    format: 'test',
    account_id: ACCOUNT,
    month: '2026-10',
    partial: false,
    issued_at: '2026-11-01T00:10:00.000Z',
    key_id: '00112233445566aa',
    after: null,
    through: 'event-3',
    entries: 3,
    tree_size: 3,
    root: 'aa',
    previous_tree_size: 0,
    previous_root: EMPTY,
    body_sha256: 'bb',
    locators: [],
    ...changes,
  };
  const totals = {
    rows: 3,
    units: 3,
    adjusted_units: 0,
    currency: null,
    amount: null,
    adjusted_amount: null,
  };
  return { head, signature: 'cc', agreements: 0, frontier: [], totals };
}

const eventsOf = (decision: StatementDecision) => (decision.outcome === 'decided' ? decision.events : []);
const after = (state: StatementState, decision: StatementDecision): StatementState =>
  eventsOf(decision).reduce(evolve, state);
const codeOf = (decision: StatementDecision) => (decision.outcome === 'refused' ? decision.code : 'decided');

const OCTOBER = after(NO_STATEMENTS, issue(NO_STATEMENTS, statement()));
const NOVEMBER = { month: '2026-11', previous_tree_size: 3, previous_root: 'aa', tree_size: 5, root: 'ab' };

it('makes one secret an account', () => {
  const first = makeSecret(NO_STATEMENTS, { account_id: ACCOUNT, secret: '01' });
  expect(after(NO_STATEMENTS, first).secret).toBe('01');
  expect(eventsOf(makeSecret(after(NO_STATEMENTS, first), { account_id: ACCOUNT, secret: '02' }))).toEqual(
    [],
  );
});

it('issues the statement of a month once', () => {
  expect(OCTOBER.complete).toEqual([statement()]);
  expect(eventsOf(issue(OCTOBER, statement({ root: 'other', through: 'event-4' })))).toEqual([]);
});

it('issues months in their order, each going on from the tree of the one before', () => {
  const both = after(OCTOBER, issue(OCTOBER, statement(NOVEMBER)));
  expect(both.complete.map(({ head }) => head.month)).toEqual(['2026-10', '2026-11']);
  expect(codeOf(issue(OCTOBER, statement({ month: '2026-09' })))).toBe('month_closed');
  expect(codeOf(issue(OCTOBER, statement({ ...NOVEMBER, previous_tree_size: 2 })))).toBe('overtaken');
  expect(codeOf(issue(OCTOBER, statement({ ...NOVEMBER, previous_root: 'ff' })))).toBe('overtaken');
});

it('issues a partial statement anew only where something has changed', () => {
  const partial = { month: '2026-11', partial: true };
  const once = after(OCTOBER, issue(OCTOBER, statement(partial)));
  expect(once.complete).toHaveLength(1);
  expect(eventsOf(issue(once, statement({ ...partial, issued_at: 'later' })))).toEqual([]);
  const more = statement({ ...partial, body_sha256: 'other' });
  expect(after(once, issue(once, more)).partial.get('2026-11')).toEqual(more);
  expect(eventsOf(issue(once, statement(NOVEMBER)))).toHaveLength(1);
});

it('issues no partial statement of a month that is complete or closed', () => {
  expect(codeOf(issue(OCTOBER, statement({ partial: true })))).toBe('month_complete');
  expect(codeOf(issue(OCTOBER, statement({ month: '2026-09', partial: true })))).toBe('month_closed');
});
