/**
 * Issues a month's statements as files, for one account or for all. A statement that was issued before is
 * written again from the log, byte for byte. A statement issued earlier than ten minutes after the end of its
 * month is partial (Contract 5.2).
 */
import { ACCOUNTS } from '../../../projections/accounts/accounts.document.js';
import { isSettled, monthOf } from '../../../packages/words/src/month.js';
import { everyFields } from '../../../packages/platform/src/projector/projector-state.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import type { StatementHead, StatementTotals } from '../../streams/statement/statement.events.js';
import { findAccount } from '../accounts/find-account.js';
import { driveLanesToHead, type OperatorServices } from '../operator.js';
import { NotDone, WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import type { IssueTarget, IssueSuccess, IssueRun, IssueResult, IssueError } from './write-statements.js';
import { isOpenedBy, resultOfAccount, writeStatements } from './write-statements.js';

export interface StatementRequest {
  /** YYYY-MM, UTC. */
  readonly month: string;
  /** The caller's time. */
  readonly now: Date;
  readonly onProgress: (events: number) => void;
}

export interface StatementResult
  extends
    Pick<
      StatementHead,
      'account_id' | 'month' | 'partial' | 'entries' | 'tree_size' | 'root' | 'issued_at' | 'key_id'
    >,
    StatementTotals {
  readonly outcome: 'issued' | 'repeated';
  readonly file: string;
}

/** The reason why an account has no statement of the month. */
export interface UnissuedStatement extends IssueError {
  readonly account_id: AccountId;
  readonly month: string;
}

/** The number of files that are written in one pass over the log. */
const FILES_PER_PASS = 100;

/** @throws WrongRequest, NotDone */
export async function issueStatement(
  operator: OperatorServices,
  request: StatementRequest & { readonly account: AccountId; readonly file: string },
): Promise<StatementResult> {
  const run = await beginRun(operator, request);
  const target = { account: await findAccount(operator, request.account), file: request.file };
  const result = statementResult(await writeStatements(run, [target], false), target, request.month);
  if ('error' in result) throw refusalOf(result);
  return result;
}

/** Errors that are not the request's fault. */
const STATE_ERRORS: ReadonlySet<string> = new Set(['log_differs', 'overtaken', 'key_retired']);

const refusalOf = ({ error, detail }: UnissuedStatement): Error =>
  STATE_ERRORS.has(error) ? new NotDone(error, detail) : new WrongRequest(error, detail);

/**
 * Issues the statements of all accounts that were opened by the end of the month, in the order of account
 * ids. An interrupted run can be repeated: complete files are left alone.
 * @param request.fileOf the path of an account's statement
 */
export async function* issueAllStatements(
  operator: OperatorServices,
  request: StatementRequest & { readonly fileOf: (account: AccountId) => string },
): AsyncGenerator<StatementResult | UnissuedStatement> {
  const run = await beginRun(operator, request);
  for await (const group of accountsInGroups(operator, request)) {
    const resultByAccount = await writeStatements(run, group, true);
    for (const target of group) yield statementResult(resultByAccount, target, request.month);
  }
}

async function* accountsInGroups(
  { models }: OperatorServices,
  { month, fileOf }: { readonly month: string; readonly fileOf: (account: AccountId) => string },
): AsyncGenerator<IssueTarget[]> {
  let group: IssueTarget[] = [];
  for await (const account of everyFields(models, ACCOUNTS)) {
    if (!isOpenedBy(month, account)) continue;
    group.push({ account, file: fileOf(account.account_id) });
    if (group.length < FILES_PER_PASS) continue;
    yield group;
    group = [];
  }
  yield group;
}

async function beginRun(
  operator: OperatorServices,
  { month, now, onProgress }: StatementRequest,
): Promise<IssueRun> {
  if (monthOf(now.toISOString()) < month)
    throw new WrongRequest('month_to_come', `${month} has not begun (UTC).`);
  await driveLanesToHead(operator, 'access');
  return { operator, month, isMonthSettled: isSettled(month, now), onProgress };
}

function statementResult(
  resultByAccount: ReadonlyMap<AccountId, IssueResult>,
  { account: { account_id }, file }: IssueTarget,
  month: string,
): StatementResult | UnissuedStatement {
  const result = resultOfAccount(resultByAccount, account_id);
  return 'error' in result ? { account_id, month, ...result } : issuedResult(result, file);
}

function issuedResult({ statement, isRepeated }: IssueSuccess, file: string): StatementResult {
  const { account_id, month, partial, entries, tree_size, root, issued_at, key_id } = statement.head;
  const outcome = isRepeated ? 'repeated' : 'issued';
  const signedTree = { tree_size, root, issued_at, key_id };
  return { account_id, month, outcome, file, partial, entries, ...statement.totals, ...signedTree };
}
