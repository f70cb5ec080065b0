/**
 * Compares the statements of an account with the statements before them (`docs/statements.md`, "Checking").
 */
import { canonicalJson } from '../format/facts.js';
import type { StatementHeader, StatementHead } from '../format/head.js';
import { monthAfter } from '../../../words/src/month.js';
import { CrossLineCheck } from './cross-line-check.js';
import { FIRST_FORMAT } from './line-faults.js';

/**
 * Takes the statements of an account in the order of their months. Statements in the first format, partial
 * statements and statements with a fault are not compared with others.
 */
export class EarlierStatements {
  private lines = new CrossLineCheck();
  /** The complete statement before this one; null where there is none, or where the two are not compared. */
  private previous: StatementHead | null = null;

  /** Begins the next statement. @returns the check of its lines, also against lines of earlier statements */
  begin(header: StatementHeader): CrossLineCheck {
    const { account_id, format, month, partial, previous } = header;
    if (format === FIRST_FORMAT || this.previous?.account_id !== account_id) this.previous = null;
    const { previous: last } = this;
    const check = new CrossLineCheck();
    check.begin(header);
    if (partial || last?.month === month) return check;
    if (last === null || previous.tree_size !== last.tree_size || previous.root !== last.root)
      this.lines = check;
    else this.lines.begin(header);
    return this.lines;
  }

  /** The fault between this head and the statement before it, as a sentence; or null. */
  headFault(head: StatementHead): string | null {
    const { previous: last } = this;
    if (last === null || head.partial) return null;
    if (head.month === last.month)
      return canonicalJson(head) === canonicalJson(last)
        ? null
        : `There is another complete statement of ${head.month}.`;
    const { previous_tree_size: size, previous_root: root } = head;
    const isNext = monthAfter(last.month) === head.month;
    // Statements may be missing between two that are not of neighbouring months.
    if (size < last.tree_size || (size === last.tree_size ? root !== last.root : isNext))
      return `It goes on from another tree than that of the statement of ${last.month}.`;
    return !isNext || head.after === last.through
      ? null
      : `It goes on from another event than the last one of the statement of ${last.month}.`;
  }

  /** Ends the statement. @param head null where the file has none @param isFaultless no fault was found */
  end(head: StatementHead | null, isFaultless: boolean): void {
    if (head?.partial === true || (isFaultless && head?.month === this.previous?.month)) return;
    this.previous = isFaultless && head !== null && head.format !== FIRST_FORMAT ? head : null;
  }
}
