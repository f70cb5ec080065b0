/** Folds the statements of an account and decides about them. Pure: draft and signature are arguments. */
import { decided, refuseWith, type Decision, type DetailedRefusal } from '../decision.js';
import type { StatementEvent, StatementIssued } from './statement.events.js';

export type IssuedStatement = StatementIssued['data'];

export interface StatementState {
  readonly secret: string | null;
  /** Complete ones, in the order of months. */
  readonly complete: readonly IssuedStatement[];
  /** The newest partial one of each month. */
  readonly partial: ReadonlyMap<string, IssuedStatement>;
}

export const NO_STATEMENTS: StatementState = { secret: null, complete: [], partial: new Map() };

export function evolve(state: StatementState, event: StatementEvent): StatementState {
  switch (event.type) {
    case 'LeafSecretMade':
      return { ...state, secret: event.data.secret };
    case 'StatementIssued':
      return issued(state, event.data);
  }
}

const issued = (state: StatementState, statement: IssuedStatement): StatementState =>
  statement.head.partial
    ? { ...state, partial: new Map(state.partial).set(statement.head.month, statement) }
    : { ...state, complete: [...state.complete, statement] };

export const completeOf = (state: StatementState, month: string): IssuedStatement | undefined =>
  state.complete.find(({ head }) => head.month === month);

export type StatementRefusalCode = 'month_closed' | 'month_complete' | 'overtaken';

export type StatementRefusal = DetailedRefusal<StatementRefusalCode>;
export type StatementDecision = Decision<StatementEvent, StatementRefusal>;

/** Records the account's secret, once. */
export const makeSecret = (
  state: StatementState,
  data: { readonly account_id: IssuedStatement['head']['account_id']; readonly secret: string },
): StatementDecision => (state.secret === null ? decided({ type: 'LeafSecretMade', data }) : decided());

/** A month has one complete statement. A partial one is issued again only if its body changed. */
export function issue(state: StatementState, statement: IssuedStatement): StatementDecision {
  const { month, partial } = statement.head;
  const event: StatementEvent = { type: 'StatementIssued', data: statement };
  if (completeOf(state, month) !== undefined)
    return partial ? refuseWith('month_complete', `The statement of ${month} is complete.`) : decided();
  const last = state.complete.at(-1);
  if (last !== undefined && last.head.month > month)
    return refuseWith(
      'month_closed',
      `The statement of ${last.head.month} is issued: what is charged to ${month} now goes into the next one.`,
    );
  if (partial) return saysTheSame(state.partial.get(month), statement) ? decided() : decided(event);
  return goesOn(last, statement)
    ? decided(event)
    : refuseWith('overtaken', `Another statement was issued meanwhile; issue that of ${month} again.`);
}

const goesOn = (last: IssuedStatement | undefined, { head }: IssuedStatement): boolean =>
  head.previous_tree_size === (last?.head.tree_size ?? 0) &&
  (last === undefined || head.previous_root === last.head.root);

/** Compares only the body: time of issue and key may differ, and events that charged nothing. */
const saysTheSame = (earlierStatement: IssuedStatement | undefined, { head }: IssuedStatement): boolean =>
  earlierStatement?.head.body_sha256 === head.body_sha256;
