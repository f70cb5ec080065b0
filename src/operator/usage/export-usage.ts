/**
 * Exports a month of an account for other systems: the lines of its usage, or those of its complete statement
 * with their proofs (`docs/exports.md`). Lines are written as they are read, in bounded memory.
 */
import Big from 'big.js';
import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { ExportLine } from '../../billing/export/export-line.js';
import {
  FORMATS,
  PROVABLE_FORMATS,
  STRIPE_MAX_AGE_DAYS,
  stripeObstacle,
  type ExportFormat,
  type WrittenLine,
} from '../../billing/export/formats.js';
import { WrongStatementError, statementLines } from '../../billing/export/statement-lines.js';
import { usageLines } from '../../billing/export/usage-lines.js';
import { fileEndsWith, keptStatementPath } from '../../billing/statements/kept-file.js';
import { statementsOf } from '../../billing/statements/recorded-statements.js';
import { DraftedFile } from '../../billing/statements/write/drafted-file.js';
import type { IssuedStatement } from '../../streams/statement/statement.decider.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { amountText } from '../../../packages/statement-check/src/rules/payable.js';
import { NotDone, WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { privateFolder } from '../../../packages/platform/src/secrets/private-files.js';
import { firstDayOf, lastDayOf, monthOf } from '../../../packages/words/src/month.js';
import { findAccount } from '../accounts/find-account.js';
import { driveLanesToHead, type OperatorServices } from '../operator.js';
import { issueStatement } from '../statements/issue-statements.js';
import { statementFilePath } from '../statements/console-files.js';
import { recordAudit } from '../support/audit-records.js';
import { showUsage } from './show-usage.js';

export interface ExportRequest {
  readonly account: AccountId;
  /** YYYY-MM, UTC. */
  readonly month: string;
  readonly format: ExportFormat;
  /** True: exports the lines of the complete statement, each with its proof. */
  readonly proofs: boolean;
  readonly now: Date;
}

/** The maximum number of ids of left-out lines in a report. Further lines are only counted. */
const MAX_LISTED_IDS = 100;

interface LeftOutLines {
  readonly total: number;
  /** The ids of the first lines. */
  readonly ids: readonly string[];
}

/** Describes an export. The report is complete once all pieces were read. */
export interface ExportReport extends Omit<ExportRequest, 'account' | 'now'> {
  readonly account_id: AccountId;
  /** True if the month has no complete statement yet, so that its lines may still change. */
  readonly provisional: boolean;
  readonly lines: number;
  /** Sums of the written lines. Month rules are not in `net_amount`: they have a sum of their own. */
  readonly units: number;
  readonly amounts: readonly { currency: string; net_amount: string; month_rules: string }[];
  /** Lines that were left out, since Stripe refuses events of that age. */
  readonly too_old: LeftOutLines;
  /** Lines that were left out, since they have money and no units for Stripe to count. */
  readonly without_units: LeftOutLines;
}

export interface UsageExport {
  /** A name for the file. */
  readonly name: string;
  readonly type: string;
  /** The text of the file, some 64 KB at a time. */
  readonly pieces: AsyncGenerator<string>;
  /** To be called once the pieces are read. */
  readonly report: () => ExportReport;
}

/** @throws WrongRequest, NotDone */
export async function exportUsage(operator: OperatorServices, request: ExportRequest): Promise<UsageExport> {
  const { account, month, format, proofs } = request;
  const until = await operator.stores.eventStore.head();
  await driveLanesToHead(operator, 'access', 'work', 'billing');
  const { opened_at, prices } = await findAccount(operator, account);
  checkMonth(request, opened_at);
  if (proofs && !PROVABLE_FORMATS.some((provable) => provable === format))
    throw new WrongRequest(
      'no_proofs',
      `--proofs goes with ${PROVABLE_FORMATS.join(', ')}: Stripe refuses fields that it does not know.`,
    );
  const { complete } = await statementsOf(operator.stores.eventStore, account);
  const statement = complete.find((issued) => issued.head.month === month);
  const lines = proofs
    ? statementLines(await statementFile(operator, request, statement))
    : usageLines(
        { log: operator.stores.eventStore, until },
        {
          account,
          month,
          prices,
          completeStatements: complete,
          monthRules: await monthRulesOf(operator, request),
        },
      );
  const output = new ExportOutput(request, statement === undefined);
  const { extension, mediaType: type } = FORMATS[format];
  const name = `usage-${account}-${month}${proofs ? '-statement' : ''}-${format}.${extension}`;
  return { name, type, pieces: output.pieces(lines), report: () => output.report() };
}

/** Records that the operator looked at the month's lines. Call it before any of them is shown. */
export const recordExport = (
  operator: OperatorServices,
  { account, month, proofs }: ExportRequest,
  reason: string | null,
): Promise<void> => {
  const range = { from: firstDayOf(month), to: lastDayOf(month) };
  const about = proofs
    ? ({ kind: 'statement', account_id: account, month } as const)
    : ({ kind: 'bill', account_id: account, ...range, block: null } as const);
  return recordAudit(operator, { owner: { account_id: account }, about, reason });
};

function checkMonth({ account, month, now }: ExportRequest, openedAt: string | null): void {
  const openedMonth = monthOf(openedAt ?? '');
  const runningMonth = monthOf(now.toISOString());
  if (month > runningMonth)
    throw new WrongRequest(
      'month_to_come',
      `--month: ${month} has not begun (UTC); the newest is ${runningMonth}.`,
    );
  if (openedAt === null || month < openedMonth)
    throw new WrongRequest(
      'not_open_yet',
      `--month: account ${account} was opened after ${month}; its first month is ${openedMonth}.`,
    );
}

async function monthRulesOf(operator: OperatorServices, { account, month }: ExportRequest) {
  const range = { from: firstDayOf(month), to: lastDayOf(month) };
  const usage = await showUsage(operator, { account, range, by: 'day', job: null });
  return usage.month_rules ?? [];
}

/** Returns the file of a complete statement. A missing file is made again from the log, byte for byte. */
async function statementFile(
  operator: OperatorServices,
  { account, month, now }: ExportRequest,
  statement: IssuedStatement | undefined,
): Promise<string> {
  if (statement === undefined)
    throw new NotDone(
      'no_statement',
      `Account ${account} has no complete statement of ${month}, which --proofs exports: issue it with statements issue, or leave --proofs out.`,
    );
  const keptPath = keptStatementPath(operator.settings.dataDir, account, month);
  for (const file of [keptPath, statementFilePath(operator, account, month)])
    if (await fileEndsWith(file, statement)) return file;
  privateFolder(dirname(keptPath));
  await issueStatement(operator, { account, month, file: keptPath, now, onProgress: () => undefined });
  return keptPath;
}

const PIECE_CHARACTERS = 65_536;

/** Writes lines as text and counts them. */
class ExportOutput {
  private lines = 0;
  private units = 0;
  private readonly sumsByCurrency = new Map<string, { net: Big; rules: Big }>();
  private readonly leftOutByReason = {
    old: { total: 0, ids: [] as string[] },
    money: { total: 0, ids: [] as string[] },
  };

  constructor(
    private readonly request: ExportRequest,
    private readonly provisional: boolean,
  ) {}

  async *pieces(lines: AsyncIterable<WrittenLine>): AsyncGenerator<string> {
    const { format, proofs } = this.request;
    const { columnNamesLine, lineText } = FORMATS[format];
    let piece = columnNamesLine(proofs);
    try {
      for await (const line of lines) {
        if (!this.takeOrLeaveOut(line)) continue;
        this.count(line);
        piece += lineText(line);
        if (piece.length < PIECE_CHARACTERS) continue;
        yield piece;
        piece = '';
      }
    } catch (error) {
      if (error instanceof WrongStatementError) throw new NotDone('log_differs', `${error.message}.`);
      throw error;
    }
    if (proofs && this.lines === 0)
      throw new NotDone(
        'no_lines',
        `The statement of ${this.request.month} has no lines, so there is nothing to prove: leave --proofs out.`,
      );
    if (piece !== '') yield piece;
  }

  /** Returns true if the line is to be written. A line that is left out is counted for the report. */
  private takeOrLeaveOut(line: ExportLine): boolean {
    const { format, account, month, now } = this.request;
    if (format === 'focus' && line.currency === null)
      throw new WrongRequest(
        'no_prices',
        `--format focus: account ${account} has no prices in ${month}, and a FOCUS line must name a currency: agree prices, or take csv or cloudevents.`,
      );
    const leftOutReason = format === 'stripe-meter' ? stripeObstacle(line, now) : null;
    if (leftOutReason === null) return true;
    const leftOutLines = this.leftOutByReason[leftOutReason];
    if (++leftOutLines.total <= MAX_LISTED_IDS) leftOutLines.ids.push(line.id);
    return false;
  }

  private count({ kind, units, amount, currency }: ExportLine): void {
    this.lines++;
    this.units += units ?? 0;
    if (currency === null || amount === null) return;
    const sums = this.sumsByCurrency.get(currency) ?? { net: new Big(0), rules: new Big(0) };
    if (kind === 'month_rule') sums.rules = sums.rules.plus(amount);
    else sums.net = sums.net.plus(amount);
    this.sumsByCurrency.set(currency, sums);
  }

  report(): ExportReport {
    const { account: account_id, now: _now, ...request } = this.request;
    return {
      account_id,
      ...request,
      provisional: this.provisional,
      lines: this.lines,
      units: this.units,
      amounts: [...this.sumsByCurrency]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([currency, { net, rules }]) => ({
          ...{ currency, net_amount: amountText(net), month_rules: amountText(rules) },
        })),
      too_old: this.leftOutByReason.old,
      without_units: this.leftOutByReason.money,
    };
  }
}

/** Writes the file, which appears only once it is complete. @throws WrongRequest, NotDone */
export async function writeExport(usageExport: UsageExport, path: string): Promise<void> {
  if (
    !existsSync(dirname(resolve(path))) ||
    statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  )
    throw new WrongRequest('no_file', `--out: ${path} can't be written: it is a folder, or has none.`);
  const file = await DraftedFile.begin(path);
  try {
    for await (const piece of usageExport.pieces) await file.write(Buffer.from(piece));
    requireWrittenLines(usageExport.report());
    await file.finish(null);
  } finally {
    await file.giveUp();
  }
}

/** @throws NotDone where no line was written and some were too old for Stripe */
export function requireWrittenLines({ lines, too_old, month }: ExportReport): void {
  if (lines > 0 || too_old.total === 0) return;
  throw new NotDone(
    'too_old',
    `All lines of ${month} are older than ${STRIPE_MAX_AGE_DAYS} days: ${tooOldText(too_old)}`,
  );
}

/** Names the lines that Stripe refuses. */
export const tooOldText = ({ total, ids }: LeftOutLines): string =>
  `Stripe takes events of the past ${STRIPE_MAX_AGE_DAYS} days, so stripe-meter refuses ${total} lines: ${ids.join(', ')}${total > ids.length ? ` and ${total - ids.length} more` : ''}.`;
