/** Compares a statement's lines with its signed head (`docs/statements.md`, "Checking"). */
import { createHash } from 'node:crypto';
import { canonicalJson, type ChargeFact } from '../format/facts.js';
import {
  STATEMENT_FORMAT,
  formatNamed,
  headerText,
  headerRules,
  type StatementHeader,
  type StatementHead,
} from '../format/head.js';
import { Locators } from '../format/locators.js';
import { firstDayOf, lastDayOf } from '../../../words/src/month.js';
import { Totals, type ChargeSums, type StatementTotals } from '../format/totals.js';
import { CompactRange, treeFrom } from '../merkle/compact-range.js';
import { HASH_BYTES, parseHashes, type TreeHash } from '../merkle/tree-hash.js';
import { chargeFault } from './figures.js';
import { EarlierStatements } from './earlier-statements.js';
import { LineOrder, type OrderFinding } from './line-order.js';
import { CrossLineCheck } from './cross-line-check.js';
import { lineFault, signedHeadFault } from './line-faults.js';
import { parseStatementLine, type ParsedFact, type ParsedLine } from './parse-line.js';
import type { TrustedKey } from './public-keys.js';

const NO_HASH: TreeHash = Buffer.alloc(HASH_BYTES);

export type FindingCode =
  | 'changed'
  | 'invalid'
  | 'added'
  | 'dropped'
  | 'reordered'
  | 'cut_off'
  | 'not_signed'
  | 'unknown_key';

export interface StatementFinding {
  /** The line number, from 1; null: the file as a whole. */
  readonly line: number | null;
  readonly code: FindingCode;
  /** The fault as a sentence. */
  readonly detail: string;
}

/** A file usually has one fault. Further findings are only counted. */
const MAX_LISTED = 100;
/** Charges with equal summed fields share an entry. A month has few distinct combinations. */
const MAX_SUMS = 10_000;

interface CheckedCharge {
  readonly sums: ChargeSums;
  readonly fault: string | null;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
function textOf(bytes: Uint8Array): string | null {
  try {
    return UTF8.decode(bytes);
  } catch {
    return null;
  }
}

export class LineChecker {
  readonly findings: StatementFinding[] = [];
  findingsTotal = 0;
  header: StatementHeader | null = null;
  head: StatementHead | null = null;
  /** Number of lines of charges, adjustments and credits. */
  entries = 0;
  private lines = 0;
  private bytes = 0;
  private unreadableLines = 0;
  /** Line number of a totals line whose totals are not the sums of the lines before it; otherwise null. */
  private wrongTotalsLine: number | null = null;
  private bodySha256 = '';
  private stage: Stage = 'header';
  /** Null until the index of the first leaf is known. */
  private tree: CompactRange | null = null;
  private readonly digest = createHash('sha256');
  private readonly totals = new Totals();
  private readonly locators = new Locators();
  private readonly order = new LineOrder();
  private crossLineCheck = new CrossLineCheck();
  /** Faults between lines. They are reported only where all lines are those that were signed. */
  private readonly crossLineFindings: StatementFinding[] = [];
  private crossLineTotal = 0;
  private readonly checkedCharges = new Map<string, CheckedCharge>();

  /** @param earlier statements of the account before this one that were checked; none if it is left out */
  constructor(
    private readonly keys: readonly TrustedKey[],
    private readonly earlier = new EarlierStatements(),
  ) {}

  /** The sums of the lines. Of a statement without findings they are the signed ones. */
  get sums(): StatementTotals {
    return this.totals.summary(this.header?.format ?? STATEMENT_FORMAT);
  }

  report(line: number | null, code: FindingCode, detail: string): void {
    this.findingsTotal++;
    if (this.findings.length < MAX_LISTED) this.findings.push({ line, code, detail });
  }

  /** Takes the next line of the file, without its line feed. */
  addLine(bytes: Buffer): void {
    this.lines++;
    this.bytes += bytes.length + 1;
    const text = textOf(bytes);
    const line = text === null ? null : parseStatementLine(text);
    if (line?.kind === 'head' && this.head === null) this.bodySha256 = this.digest.copy().digest('hex');
    this.digest.update(bytes).update('\n');
    if (text === null || line === null) this.addUnreadable();
    else if ('fact' in line) this.addEntry(line);
    else this.addOther(line, text);
  }

  private addUnreadable(): void {
    this.unreadableLines++;
    this.report(this.lines, 'changed', 'It is no line of a statement in canonical form.');
    if (this.stage === 'header') this.stage = 'entries';
    else if (this.stage === 'entries') this.addLeaf(NO_HASH);
  }

  private addLeaf(hash: TreeHash): void {
    this.tree?.push(hash);
    this.locators.add(hash);
    this.entries++;
  }

  private addEntry(line: ParsedFact): void {
    if (this.stage === 'header') this.stage = 'entries';
    if (this.stage !== 'entries') return this.report(this.lines, 'added', 'It stands behind the totals.');
    this.tree ??= new CompactRange(line.index);
    this.order.addLine(this.lines, line.index - this.tree.end);
    this.addLeaf(line.hash);
    const fault = this.faultOf(line);
    if (line.hash.toString('hex') !== line.leaf)
      this.report(this.lines, 'changed', 'What it says and its salt do not give the leaf that it names.');
    else if (fault !== null) this.report(this.lines, 'invalid', fault);
    this.noteCrossLineFault(this.crossLineCheck.fault(line));
  }

  private noteCrossLineFault(fault: string | null): void {
    if (fault === null) return;
    this.crossLineTotal++;
    if (this.crossLineFindings.length < MAX_LISTED)
      this.crossLineFindings.push({ line: this.lines, code: 'invalid', detail: fault });
  }

  /** Adds the line to the totals and returns its fault. Without a readable header it checks only figures. */
  private faultOf(line: ParsedFact): string | null {
    const fault = this.header === null ? null : lineFault(line, this.header);
    if (line.kind === 'adjustment') {
      this.totals.addAdjustment(line.fact);
      return fault;
    }
    if (line.kind === 'credit') {
      this.totals.addCredit(line.fact);
      return fault;
    }
    if (line.kind === 'month_rule') {
      this.totals.addMonthRule(line.fact);
      return fault;
    }
    const { sums, fault: figureFault } = this.sumsOf(line.fact);
    this.totals.addCharge(sums);
    return fault ?? figureFault;
  }

  private sumsOf(fact: ChargeFact): CheckedCharge {
    const { time, entry, late, currency, units, prices, amount } = fact;
    const key = JSON.stringify([time.slice(0, 10), entry, late, currency, units, prices, amount]);
    const cachedCharge = this.checkedCharges.get(key);
    if (cachedCharge !== undefined) return cachedCharge;
    const checkedCharge = { sums: this.totals.sumsOf(fact), fault: chargeFault(fact) };
    if (this.checkedCharges.size >= MAX_SUMS) this.checkedCharges.clear();
    this.checkedCharges.set(key, checkedCharge);
    return checkedCharge;
  }

  private addOther(line: Exclude<ParsedLine, ParsedFact>, text: string): void {
    if (!STAGES_ALLOWED[line.kind].includes(this.stage))
      return this.report(this.lines, 'added', `It is a second ${line.kind}, or not where one stands.`);
    if (line.kind === 'header') return this.addHeader(line.header);
    if (line.kind === 'head') return this.addHead(line);
    this.stage = 'head';
    const format = this.header?.format ?? STATEMENT_FORMAT;
    if (text !== canonicalJson(this.totals.line(format))) this.wrongTotalsLine = this.lines;
  }

  private addHeader(header: StatementHeader): void {
    this.stage = 'entries';
    this.header = header;
    this.crossLineCheck = this.earlier.begin(header);
    const { tree_size, root, frontier } = header.previous;
    const tree = treeFrom(tree_size, parseHashes(frontier) ?? []);
    if (tree?.root().toString('hex') === root) this.tree = tree;
    else
      this.report(this.lines, 'changed', 'The frontier of the tree before is not of the head that it names.');
  }

  private addHead({ head, signature }: Extract<ParsedLine, { kind: 'head' }>): void {
    if (this.stage !== 'head' && this.unreadableLines === 0)
      this.report(this.lines, 'dropped', 'The totals are missing before it.');
    this.stage = 'over';
    this.head = head;
    const fault = signedHeadFault('It', { head, signature }, this.keys);
    if (fault !== null) this.report(this.lines, fault.code, fault.detail);
    else if (!this.isHeaderSigned(head))
      this.report(1, 'changed', 'The header does not say what the signed head says.');
  }

  private isHeaderSigned(head: StatementHead): boolean {
    const { header } = this;
    // A header that can't be read was reported before.
    if (header === null) return this.unreadableLines > 0;
    const { account_id, month, partial, previous_root: root, previous_tree_size: tree_size } = head;
    const [from, to, frontier] = [firstDayOf(month), lastDayOf(month), header.previous.frontier];
    const previous = { tree_size, root, frontier };
    const format = formatNamed(head.format);
    if (format === undefined) return false;
    const fields = { account_id, month, from, to, partial, previous };
    const { contract = null } = header;
    const contractField = format === STATEMENT_FORMAT ? { contract } : {};
    const signedHeader: StatementHeader = { format, ...fields, ...headerRules(format), ...contractField };
    return headerText(signedHeader) === headerText(header);
  }

  /**
   * Called after the last line.
   * @param size the file's size in bytes
   * @returns true where unknown lines differ from the signed ones: locators may find them
   */
  end(size: number): boolean {
    if (this.head === null) {
      this.report(null, 'cut_off', 'The file has no signed head at its end.');
      return false;
    }
    if (size !== this.bytes)
      this.report(this.lines, 'changed', 'The last line does not end with a line feed.');
    if (this.findings.some(({ line }) => line === 1)) return false;
    this.order.end(this.head.entries - this.entries);
    for (const finding of this.order.findings) this.reportOrder(finding);
    if (this.findingsTotal > 0) return false;
    return this.entriesMatch(this.head) ? this.compareRest(this.head) : true;
  }

  private reportOrder(finding: OrderFinding): void {
    const { line, code } = finding;
    const detail =
      code === 'dropped'
        ? `Lines missing before it: ${finding.missing}.`
        : `It says that it belongs at line ${finding.belongs}.`;
    this.report(line, code, detail);
  }

  /** Whether the lines of charges and adjustments are those that were signed. */
  private entriesMatch(head: StatementHead): boolean {
    return (
      this.tree !== null &&
      head.tree_size === this.tree.end &&
      head.root === this.tree.root().toString('hex') &&
      head.entries === this.entries &&
      head.locators.join() === this.locators.texts().join()
    );
  }

  private compareRest(head: StatementHead): false {
    if (this.wrongTotalsLine !== null)
      this.report(this.wrongTotalsLine, 'changed', 'The totals are not the sums of the lines before them.');
    else if (head.body_sha256 !== this.bodySha256)
      this.report(null, 'changed', 'The bytes before the head are not those that were signed.');
    const fault = this.earlier.headFault(head) ?? this.crossLineCheck.headFault(head);
    if (fault !== null) this.report(this.lines, 'invalid', fault);
    for (const { line, code, detail } of this.crossLineFindings) this.report(line, code, detail);
    this.findingsTotal += this.crossLineTotal - this.crossLineFindings.length;
    return false;
  }
}

type Stage = 'header' | 'entries' | 'head' | 'over';

/** The stages in which each kind of line may come. */
const STAGES_ALLOWED: Readonly<Record<'header' | 'totals' | 'head', readonly Stage[]>> = {
  header: ['header'],
  totals: ['entries'],
  head: ['entries', 'head'],
};
