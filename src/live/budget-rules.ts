/** What every budget holds (`budget.ts`). Pure. */

export interface BudgetState {
  /** Milliseconds since 1970 until which we were asked for a pause; 0: we were not. */
  readonly closed_until: number;
}

/** Nobody asks before the pause is over. */
export const closedUntil = <State extends BudgetState>(state: State, until: number): State => ({
  ...state,
  closed_until: Math.max(state.closed_until, until),
});
