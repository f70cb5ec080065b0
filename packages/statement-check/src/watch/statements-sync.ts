/** The statements of a sync: fetched once, checked, proved and kept. */
import { hash } from 'node:crypto';
import { linesOfBytes } from '../../../platform/src/files/lines-of-bytes.js';
import { checkStatementFile } from '../check/check-file.js';
import { EarlierStatements } from '../check/earlier-statements.js';
import type { LineChecker } from '../check/line-checker.js';
import { parseStatementLine } from '../check/parse-line.js';
import { hasShape, isHash, isMonth, isObject, isTime, listOf, matches, orNull } from '../check/shapes.js';
import type { StatementHead } from '../format/head.js';
import { SyncFault, WrongInputError, type Refused } from './faults.js';
import type { KeptFolder } from './kept-folder.js';
import { plainJson, requireProof, sizeTold, type LogOfHeads } from './log-of-heads.js';
import type { LogReader } from './log-reader.js';
import { utf8Text } from './notes.js';
import { isOld, type Service } from './ports.js';

interface Listed {
  readonly month: string;
  readonly issued_at: string;
  readonly sha256: string | null;
}

const LISTED = { month: isMonth, state: matches(/^complete$/), issued_at: isTime, sha256: orNull(isHash) };
const areListed = (value: unknown): value is readonly Listed[] =>
  listOf((each) => hasShape(each, LISTED))(value);

const sumOf = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex');

export class StatementsSync {
  /** The months of all statements that are kept. */
  readonly months: string[] = [];
  /** Those that came with this sync. */
  readonly added: string[] = [];
  /** Those that have no proof yet, and are younger than two hours. */
  readonly waiting: string[] = [];

  constructor(
    private readonly kept: KeptFolder,
    private readonly service: Service,
    private readonly reader: LogReader,
    private readonly account: number,
  ) {}

  private async listed(): Promise<ReadonlyMap<string, Listed>> {
    const bytes = await this.service.get('/statements', 'own');
    const answer = bytes === null ? null : plainJson(bytes);
    const listed = isObject(answer) ? answer['statements'] : null;
    if (!areListed(listed))
      throw new WrongInputError('unexpected_answer', 'GET /statements answered no list of statements.');
    const months = new Map(listed.map((each) => [each.month, each]));
    if (months.size < listed.length)
      throw new WrongInputError('unexpected_answer', 'GET /statements lists two statements of one month.');
    return months;
  }

  /** @throws SyncFault at the first statement that must be refused */
  async run(): Promise<void> {
    const { reader } = this;
    const listed = await this.listed();
    const kept = new Set(await this.kept.months());
    for (const month of kept)
      if (!listed.has(month) && !(await this.isLost(month, reader.log)))
        throw new SyncFault('statement_missing', month);
    const hasNew = [...listed.keys()].some((month) => !kept.has(month));
    const earlier = hasNew ? new EarlierStatements() : null;
    for (const month of [...new Set([...kept, ...listed.keys()])].toSorted()) {
      const told = listed.get(month);
      const isNew = !kept.has(month);
      const bytes = isNew ? await this.fetched(month) : await this.kept.statement(month);
      const { log } = reader;
      if (told !== undefined) await this.compare(bytes, told, isNew, log);
      if (isNew) this.requireOwn(bytes, month, log);
      if (earlier !== null) await this.check(bytes, { month, isNew }, log, earlier);
      if (told !== undefined) await this.prove(bytes, { month, isNew }, reader);
      this.months.push(month);
    }
  }

  /** Whether the entry of a statement stood only in the log before that took the accepted name. */
  private async isLost(month: string, log: LogOfHeads): Promise<boolean> {
    const slot = slotIn(await this.kept.proof(month));
    return slot !== null && !log.slots.has(slot.slot);
  }

  private async fetched(month: string): Promise<Buffer> {
    const bytes = await this.service.get(`/statements/${month}`, 'own');
    if (bytes === null) throw new SyncFault('statement_missing', month);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  private async compare(
    bytes: Buffer,
    { month, sha256 }: Listed,
    isNew: boolean,
    log: LogOfHeads,
  ): Promise<void> {
    if (sha256 === null || sumOf(bytes) === sha256) return;
    if (isNew) throw new SyncFault('statement_changed', month, fileOf(month, bytes));
    const { findingsTotal } = await checked(bytes, log);
    throw new SyncFault(findingsTotal > 0 ? 'kept_damaged' : 'statement_changed', month);
  }

  private requireOwn(bytes: Buffer, month: string, log: LogOfHeads): void {
    const head = headIn(bytes);
    if (head?.account_id !== this.account || head.month !== month || head.partial)
      throw new SyncFault('statement_other', month, fileOf(month, bytes));
    if (!log.statementKeys.has(head.key_id))
      throw new SyncFault('statement_key', month, fileOf(month, bytes));
  }

  /** Checks a statement by itself, and beside those before it. */
  private async check(
    bytes: Buffer,
    { month, isNew }: { readonly month: string; readonly isNew: boolean },
    log: LogOfHeads,
    earlier: EarlierStatements,
  ): Promise<void> {
    const beside = await checked(bytes, log, earlier);
    if (beside.findingsTotal === 0) return;
    const alone = await checked(bytes, log);
    const isWrong = alone.findingsTotal > 0;
    const [finding] = (isWrong ? alone : beside).findings;
    const where = `${month}, ${finding?.line == null ? 'file' : `line ${finding.line}`}: ${finding?.detail ?? ''}`;
    const code = isWrong ? (isNew ? 'statement_wrong' : 'kept_damaged') : 'statements_differ';
    throw new SyncFault(code, where, isNew ? fileOf(month, bytes) : {});
  }

  /** Proves that the statement is in the log, unless that was done, and keeps both. */
  private async prove(
    bytes: Buffer,
    { month, isNew }: { readonly month: string; readonly isNew: boolean },
    reader: LogReader,
  ): Promise<void> {
    const before = isNew ? null : await this.kept.proof(month);
    const slot = slotIn(before);
    if (before !== null && slot === null) throw new SyncFault('kept_damaged', `proofs/${month}.json`);
    if (slot !== null && reader.log.slots.get(slot.slot)?.index === slot.index) return;
    const head = headIn(bytes);
    if (head === null) throw new SyncFault('kept_damaged', month);
    const refused = isNew ? fileOf(month, bytes) : {};
    const answer = await this.service.get(`/statements/${month}/proof`, 'pending');
    if (answer === null) {
      if (isOld(head.issued_at, this.service.now())) throw new SyncFault('proof_missing', month, refused);
      this.waiting.push(month);
    } else {
      const proof = plainJson(answer);
      await reader.reach(sizeTold(proof));
      try {
        requireProof(reader.log, head, proof);
      } catch (error) {
        if (!(error instanceof SyncFault)) throw error;
        throw new SyncFault(error.code, month, { ...refused, [`${month}.json`]: answer });
      }
    }
    if (isNew) {
      await this.kept.keepStatement(month, bytes);
      this.added.push(month);
    }
    if (answer !== null) await this.kept.keepProof(month, answer);
  }
}

const fileOf = (month: string, bytes: Uint8Array): Refused => ({ [`${month}.ndjson`]: bytes });

const checked = (bytes: Buffer, log: LogOfHeads, earlier?: EarlierStatements): Promise<LineChecker> =>
  checkStatementFile(
    { size: bytes.length, lines: () => linesOfBytes([bytes]) },
    [...log.statementKeys.values()],
    () => undefined,
    earlier,
  );

/** The head in the last line of a statement, of which nothing is verified; null where there is none. */
function headIn(bytes: Uint8Array): StatementHead | null {
  const start = bytes.lastIndexOf(0x0a, bytes.length - 2) + 1;
  const line = parseStatementLine(utf8Text(bytes.subarray(start, -1)) ?? '');
  return line?.kind === 'head' ? line.head : null;
}

/** The slot and the index that a kept proof names; null where it names none. */
function slotIn(bytes: Uint8Array | null): { readonly slot: string; readonly index: unknown } | null {
  const proof = bytes === null ? null : plainJson(bytes);
  const entry = isObject(proof) ? proof['entry'] : null;
  const slot = isObject(entry) ? entry['slot'] : null;
  return isObject(proof) && typeof slot === 'string' ? { slot, index: proof['index'] } : null;
}
