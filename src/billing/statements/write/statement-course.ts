/**
 * Which charges are whose, while the log passes by (Contract 5.2): a statement holds what is dated in its
 * month or before, stands in the log up to where it looked, and is in no statement before it. Pure.
 */

/** A complete statement: its month, and the last event that it looked at; null: there was none. */
export interface IssuedPart {
  readonly month: string;
  readonly through: string | null;
}

/**
 * `own`: of the statement's month. `late`: of a month whose statement is issued and didn't see it.
 * `unissued`: of an earlier month that has no statement yet. `earlier`, `later`: of another statement.
 */
export type Belongs = 'own' | 'late' | 'unissued' | 'earlier' | 'later';

export class StatementCourse {
  /** So many statements had looked no further than here. */
  private passed = 0;

  /** @param issued the statements before this one, in the order of months */
  constructor(
    private readonly month: string,
    private readonly issued: readonly IssuedPart[],
  ) {
    this.pass(null);
  }

  /** Whose a charge of this month is that stands here in the log. */
  whose(month: string): Belongs {
    if (month > this.month) return 'later';
    if (this.issued.slice(this.passed).some((statement) => statement.month >= month)) return 'earlier';
    if (month === this.month) return 'own';
    return this.issued.some((statement) => statement.month >= month) ? 'late' : 'unissued';
  }

  /** The event of this id has been seen whole. */
  pass(id: string | null): void {
    for (let next = this.issued[this.passed]; next?.through === id; next = this.issued[this.passed])
      this.passed++;
  }
}
