/**
 * Decides which statement a charge belongs to (Contract 5.2). A statement contains the charges of its month,
 * and the charges of earlier months that no earlier statement contains, as far as they are in the log before
 * the statement's end. Pure.
 */

/** A complete statement: its month, and the id of the last event that it includes; null: it includes none. */
export interface EarlierStatement {
  readonly month: string;
  readonly through: string | null;
}

/**
 * `own`: a charge of the statement's month. `late`, `unissued`: a charge of an earlier month that no earlier
 * statement has. `late`: there is a statement of its month or of a later month. `unissued`: there is none.
 * `earlier`, `later`: a charge of another statement.
 */
export type Membership = 'own' | 'late' | 'unissued' | 'earlier' | 'later';

export class StatementMembership {
  /** The number of earlier statements that end before the current place in the log. */
  private passed = 0;

  /** @param earlier the statements before this one, in the order of their months */
  constructor(
    private readonly month: string,
    private readonly earlier: readonly EarlierStatement[],
  ) {
    this.moveBeyond(null);
  }

  /**
   * Returns the membership of a charge at the current place in the log.
   * @param month the charge's month
   */
  membershipOf(month: string): Membership {
    if (month > this.month) return 'later';
    if (this.earlier.slice(this.passed).some((statement) => statement.month >= month)) return 'earlier';
    if (month === this.month) return 'own';
    return this.earlier.some((statement) => statement.month >= month) ? 'late' : 'unissued';
  }

  /** Moves past the event with this id. */
  moveBeyond(id: string | null): void {
    for (let next = this.earlier[this.passed]; next?.through === id; next = this.earlier[this.passed])
      this.passed++;
  }
}
