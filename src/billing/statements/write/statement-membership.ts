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
 * `own`: the charge is of the statement's month. `earlier`: an earlier statement has it. `later`: a later
 * statement will have it. `late`, `unissued`: the charge is of an earlier month, and no earlier statement has
 * it. `late`: there is a statement of its month or of a month between. `unissued`: there is none.
 */
export type Membership = 'own' | 'late' | 'unissued' | 'earlier' | 'later';

export class StatementMembership {
  /** The number of earlier statements that end before the current place in the log. */
  private passedCount = 0;

  /** @param earlierStatements the statements before this one, in the order of their months */
  constructor(
    private readonly month: string,
    private readonly earlierStatements: readonly EarlierStatement[],
  ) {
    this.moveBeyond(null);
  }

  /**
   * Returns the membership of a charge at the current place in the log.
   * @param month the charge's month
   */
  membershipOf(month: string): Membership {
    if (month > this.month) return 'later';
    if (this.earlierStatements.slice(this.passedCount).some((statement) => statement.month >= month))
      return 'earlier';
    if (month === this.month) return 'own';
    return this.earlierStatements.some((statement) => statement.month >= month) ? 'late' : 'unissued';
  }

  /** Moves past the event with this id. */
  moveBeyond(id: string | null): void {
    while (this.earlierStatements[this.passedCount]?.through === id) this.passedCount++;
  }
}
