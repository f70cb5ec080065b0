/** The statements of an account: the fold of its stream. Pure. */
import type { StatementEvent, StatementIssued } from './statement.events.js';

export type IssuedStatement = StatementIssued['data'];

export interface StatementState {
  /** Null before the first statement. */
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

/** The complete statement of a month. */
export const completeOf = (state: StatementState, month: string): IssuedStatement | undefined =>
  state.complete.find(({ head }) => head.month === month);
