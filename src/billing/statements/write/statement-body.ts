/** Writes all lines of a statement but its signed head. Memory does not grow with the number of lines. */
import { createHash } from 'node:crypto';
import {
  canonicalJson,
  monthRuleId,
  type AdjustmentFact,
  type CreditFact,
  type MonthRuleFact,
} from '../../../../packages/statement-check/src/format/facts.js';
import { headerText, type StatementHeader } from '../../../../packages/statement-check/src/format/head.js';
import {
  leafOf,
  lineText,
  leafSalt,
  type FactText,
} from '../../../../packages/statement-check/src/format/leaf.js';
import { Locators } from '../../../../packages/statement-check/src/format/locators.js';
import { Totals } from '../../../../packages/statement-check/src/format/totals.js';
import type { CompactRange } from '../../../../packages/statement-check/src/merkle/compact-range.js';
import type { ChargeOfStatement } from './charges-of-event.js';

export class StatementBody {
  readonly totals = new Totals();
  private readonly digest = createHash('sha256');
  private readonly locators = new Locators();
  private entries = 0;
  private unwrittenLines: string[] = [];

  /**
   * @param secret the account's secret for the salts
   * @param tree the tree of the previous statement; this statement's lines are added to it
   */
  constructor(
    private readonly header: StatementHeader,
    private readonly secret: Uint8Array,
    private readonly tree: CompactRange,
  ) {
    this.unwrittenLines.push(headerText(header));
  }

  addCharge({ factText, sums }: ChargeOfStatement): void {
    this.totals.addCharge(sums);
    this.addLine(factText);
  }

  addAdjustment(fact: AdjustmentFact): void {
    this.totals.addAdjustment(fact);
    this.addLine({ kind: 'adjustment', id: fact.adjustment_id, text: canonicalJson(fact) });
  }

  addCredit(fact: CreditFact): void {
    this.totals.addCredit(fact);
    this.addLine({ kind: 'credit', id: fact.adjustment_id, text: canonicalJson(fact) });
  }

  addMonthRule(fact: MonthRuleFact): void {
    this.totals.addMonthRule(fact);
    this.addLine({ kind: 'month_rule', id: monthRuleId(this.header.month, fact), text: canonicalJson(fact) });
  }

  private addLine({ kind, id, text }: FactText): void {
    const salt = leafSalt(this.secret, id);
    const leaf = leafOf(kind, text, salt);
    this.unwrittenLines.push(
      lineText({ kind, text, index: this.tree.end, leaf: leaf.toString('hex'), salt }),
    );
    this.locators.add(leaf);
    this.tree.push(leaf);
    this.entries++;
  }

  /** Returns the bytes of the lines that were added since the last call, and frees their memory. */
  drain(): Buffer {
    const bytes = Buffer.from(this.unwrittenLines.map((line) => `${line}\n`).join(''));
    this.unwrittenLines = [];
    this.digest.update(bytes);
    return bytes;
  }

  /** Adds the totals line, the last line of the body. `write` gets the last bytes. */
  async end(write: (bytes: Buffer) => Promise<void>) {
    this.unwrittenLines.push(canonicalJson(this.totals.line(this.header.format)));
    await write(this.drain());
    return {
      head: {
        entries: this.entries,
        tree_size: this.tree.end,
        root: this.tree.root().toString('hex'),
        body_sha256: this.digest.digest('hex'),
        locators: this.locators.texts(),
      },
      frontier: this.tree.hashes.map((hash) => hash.toString('hex')),
      totals: this.totals.summary(this.header.format),
    };
  }
}
