/**
 * Checks that the lines of a statement stand at the places that they name. A missing line shifts all lines
 * after it and a swapped line shifts none, so the next line shows which of the two it was.
 */

export type OrderFinding = { readonly line: number } & (
  | { readonly code: 'dropped'; readonly missing: number }
  | { readonly code: 'added' | 'reordered'; readonly belongs: number }
);

interface MisplacedLine {
  readonly line: number;
  /** The place that the line names, less the place where it stands. */
  readonly offset: number;
}

export class LineOrder {
  readonly findings: OrderFinding[] = [];
  /** The number of lines added before this one, less the number dropped. */
  private shift = 0;
  private misplaced: MisplacedLine | null = null;

  /**
   * Takes the next line.
   * @param line its number, from 1
   * @param offset the place that it names, less the place where it stands
   */
  addLine(line: number, offset: number): void {
    if (this.misplaced !== null) this.report(this.misplaced, offset);
    this.misplaced = offset === this.shift ? null : { line, offset };
  }

  /**
   * Called after the last line.
   * @param offset how many lines are missing, compared with the number in the signed head
   */
  end(offset: number): void {
    if (this.misplaced !== null) this.report(this.misplaced, offset);
    this.misplaced = null;
  }

  private report({ line, offset }: MisplacedLine, next: number): void {
    if (next === offset) this.shifted(line, offset);
    else if (next === this.shift - 1 && offset !== this.shift + 1) {
      this.findings.push({ line, code: 'added', belongs: line + offset });
      this.shift--;
    } else this.findings.push({ line, code: 'reordered', belongs: line + offset });
  }

  private shifted(line: number, offset: number): void {
    const missing = offset - this.shift;
    if (missing > 0) this.findings.push({ line, code: 'dropped', missing });
    for (let added = 0; added < -missing; added++)
      this.findings.push({ line: line + added, code: 'added', belongs: line + added + offset });
    this.shift = offset;
  }
}
