/**
 * Whether the lines of a statement stand where they say that they belong: one that is missing shifts all
 * after it, one that was swapped shifts none. Which it was shows with the line after it.
 */

export type OrderFinding = { readonly line: number } & (
  | { readonly code: 'dropped'; readonly missing: number }
  | { readonly code: 'added' | 'reordered'; readonly belongs: number }
);

interface Odd {
  readonly line: number;
  /** Of the place that the line names from the one where it stands. */
  readonly off: number;
}

export class LineOrder {
  readonly findings: OrderFinding[] = [];
  /** How far lines are shifted by what was dropped or added before. */
  private shift = 0;
  private odd: Odd | null = null;

  /** @param line counted from 1 @param off the place that the line names, less the one where it stands */
  see(line: number, off: number): void {
    if (this.odd !== null) this.judge(this.odd, off);
    this.odd = off === this.shift ? null : { line, off };
  }

  /** Behind the last line. @param off how many lines are missing, by the signed head */
  end(off: number): void {
    if (this.odd !== null) this.judge(this.odd, off);
    this.odd = null;
  }

  private judge({ line, off }: Odd, next: number): void {
    if (next === off) this.shifted(line, off);
    else if (next === this.shift - 1 && off !== this.shift + 1) {
      this.findings.push({ line, code: 'added', belongs: line + off });
      this.shift--;
    } else this.findings.push({ line, code: 'reordered', belongs: line + off });
  }

  private shifted(line: number, off: number): void {
    const missing = off - this.shift;
    if (missing > 0) this.findings.push({ line, code: 'dropped', missing });
    for (let added = 0; added < -missing; added++)
      this.findings.push({ line: line + added, code: 'added', belongs: line + added + off });
    this.shift = off;
  }
}
