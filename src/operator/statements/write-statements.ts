/** Writes several statements in one pass over the log. Each is issued once its file's body is on disk. */
import type { AccountDocument } from '../../../projections/accounts/accounts.document.js';
import { IssueStatement, MakeLeafSecret } from './commands.js';
import {
  STATEMENT_FORMAT,
  formatNamed,
  headText,
} from '../../../packages/statement-check/src/format/head.js';
import { lastDayOf, monthOf } from '../../../packages/words/src/month.js';
import { fileEndsWith, keepStatement, readFilePart } from '../../billing/statements/kept-file.js';
import { statementsOf } from '../../billing/statements/recorded-statements.js';
import { DraftedFile } from '../../billing/statements/write/drafted-file.js';
import {
  EarlierMonthError,
  StatementWriter,
  type StatementDraft,
  type StatementPlan,
} from '../../billing/statements/write/statement-writer.js';
import { firstMonthWithUnstatedMinimum } from '../../billing/statements/write/month-rule-units.js';
import { writeDrafts, type StatementInProgress } from '../../billing/statements/write/write-drafts.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { begunCurrencyOn } from '../../streams/account/price-terms.js';
import { completeOf, type IssuedStatement } from '../../streams/statement/statement.decider.js';
import { findAccount } from '../accounts/find-account.js';
import { driveLane, driveLanesToHead, send, type OperatorServices } from '../operator.js';
import { StatementsModule } from './statements.module.js';

/** A command that issues statements of a month, in one or more passes over the log. */
export interface IssueRun {
  readonly operator: OperatorServices;
  /** YYYY-MM, UTC. */
  readonly month: string;
  /** True if the log holds all events of the month. */
  readonly isMonthSettled: boolean;
  readonly onProgress: (events: number) => void;
}

export interface IssueTarget {
  readonly account: AccountDocument;
  readonly file: string;
}

export interface IssueError {
  readonly error: string;
  readonly detail: string;
}

export interface IssueSuccess {
  readonly statement: IssuedStatement;
  /** True if the statement was issued before. */
  readonly isRepeated: boolean;
}

export type IssueResult = IssueSuccess | IssueError;

interface PlannedStatement extends IssueTarget {
  readonly plan: StatementPlan;
}

type BegunStatement = PlannedStatement & StatementInProgress;

/** Returns true if the account was opened by the end of the month. */
export const isOpenedBy = (month: string, { opened_at }: AccountDocument): boolean =>
  opened_at !== null && monthOf(opened_at) <= month;

/** @param skipsComplete true: complete files of issued statements are left as they are */
export async function writeStatements(
  run: IssueRun,
  targets: readonly IssueTarget[],
  skipsComplete: boolean,
): Promise<ReadonlyMap<AccountId, IssueResult>> {
  const results = new Map<AccountId, IssueResult>();
  const plannedStatements: PlannedStatement[] = [];
  for (const target of targets) {
    const plan = await planOf(run, target);
    if ('error' in plan) results.set(target.account.account_id, plan);
    else if (skipsComplete && plan.issued !== null && (await fileEndsWith(target.file, plan.issued)))
      results.set(target.account.account_id, { statement: plan.issued, isRepeated: true });
    else plannedStatements.push({ ...target, plan });
  }
  for (const [account, outcome] of await writePlanned(run, plannedStatements)) results.set(account, outcome);
  return results;
}

export function resultOfAccount(
  resultByAccount: ReadonlyMap<AccountId, IssueResult>,
  account: AccountId,
): IssueResult {
  const result = resultByAccount.get(account);
  if (result === undefined) throw new Error(`no statement of account ${account} was written`);
  return result;
}

async function planOf(run: IssueRun, { account, file }: IssueTarget): Promise<StatementPlan | IssueError> {
  const { month, isMonthSettled, operator } = run;
  const { account_id, prices, month_rules = [] } = account;
  if (!isOpenedBy(month, account))
    return { error: 'not_open_yet', detail: `Account ${account_id} was opened after ${month}.` };
  if (!(await mayBeReplaced(file, account_id)))
    return {
      error: 'file_exists',
      detail: `${file} is there already and is no statement of account ${account_id}.`,
    };
  const makeSecret = new MakeLeafSecret(operator.context, { account: account_id });
  const secret = await send(operator, StatementsModule, makeSecret);
  const state = await statementsOf(operator.stores.eventStore, account_id);
  const issued = completeOf(state, month) ?? null;
  const formatName = issued?.head.format ?? STATEMENT_FORMAT;
  const format = formatNamed(formatName);
  if (format === undefined)
    return {
      error: 'unknown_format',
      detail: `The statement of ${month} is issued in ${formatName}, a format of a newer version of this program.`,
    };
  const agreements = issued === null ? agreementsFor(month, prices) : prices.slice(0, issued.agreements);
  const monthRules = issued === null ? month_rules : month_rules.slice(0, issued.month_rules ?? 0);
  const plan = { format, account: account_id, month, agreements, monthRules };
  const earlierStatements = state.complete.filter(({ head }) => head.month < month);
  const openMonth = firstMonthWithUnstatedMinimum(plan, (earlierMonth) =>
    earlierStatements.some(({ head }) => head.month >= earlierMonth),
  );
  if (openMonth !== null) return earlierMonthOpenError(account_id, openMonth);
  return { ...plan, partial: issued === null && !isMonthSettled, earlierStatements, secret, issued };
}

/**
 * The prices of a month. As in usage, a month before the first price has no amounts, even if prices are
 * agreed later.
 */
const agreementsFor = (month: string, prices: StatementPlan['agreements']): StatementPlan['agreements'] =>
  begunCurrencyOn(prices, lastDayOf(month)) === null ? [] : prices;

/**
 * Writes and issues statements. First drives the billing lane to the head. The lane stops at a faulty charge,
 * so no such charge gets into a statement.
 */
async function writePlanned(
  run: IssueRun,
  plannedStatements: readonly PlannedStatement[],
): Promise<ReadonlyMap<AccountId, IssueResult>> {
  const { operator, onProgress } = run;
  const log = operator.stores.eventStore;
  // The end of the log is read after the plans were made, so that it is past the statements that they name.
  const until = await log.head();
  await driveLane(operator, 'billing', until);
  const begunStatements: BegunStatement[] = [];
  try {
    for (const statement of plannedStatements)
      begunStatements.push({
        ...statement,
        writer: new StatementWriter(statement.plan),
        output: await DraftedFile.begin(statement.file),
      });
    const drafts = await writeDrafts({ log, until, onProgress }, begunStatements);
    const results = new Map<AccountId, IssueResult>();
    for (const [statement, draft] of drafts)
      results.set(statement.plan.account, await issueOne(run, statement, draft));
    return results;
  } finally {
    // This has no effect on finished files.
    for (const { output } of begunStatements) await output.giveUp();
  }
}

async function issueOne(
  run: IssueRun,
  { file, output, plan: { account, issued } }: BegunStatement,
  draft: StatementDraft | EarlierMonthError,
): Promise<IssueResult> {
  if (draft instanceof EarlierMonthError) return earlierMonthOpenError(account, draft.month);
  if (issued !== null && !isSameStatement(issued, draft)) return logDiffersError(issued);
  const outcome =
    issued === null ? await issueDraft(run, account, draft) : { statement: issued, isRepeated: true };
  if ('error' in outcome) return outcome;
  const { statement } = outcome;
  if (!isSameStatement(statement, draft)) return writeIssuedByAnother(run, account, file);
  await output.finish(headText(statement.head, statement.signature));
  // Without the kept copy a customer waits while the file is made again.
  await keepStatement(run.operator.settings.dataDir, statement, file).catch(() => undefined);
  return outcome;
}

async function issueDraft(
  { operator }: IssueRun,
  account: AccountId,
  draft: StatementDraft,
): Promise<IssueResult> {
  const command = new IssueStatement(operator.context, { account, draft });
  const outcome = await send(operator, StatementsModule, command);
  return outcome.outcome === 'refused'
    ? { error: outcome.code, detail: outcome.detail }
    : { statement: outcome.statement, isRepeated: outcome.outcome === 'repeated' };
}

/**
 * Writes the statement that another process issued at the same time, perhaps from a longer log or new prices.
 */
async function writeIssuedByAnother(run: IssueRun, account: AccountId, file: string): Promise<IssueResult> {
  const { operator } = run;
  await driveLanesToHead(operator, 'access');
  const target = { account: await findAccount(operator, account), file };
  return resultOfAccount(await writeStatements(run, [target], false), account);
}

const isSameStatement = ({ head }: IssuedStatement, draft: StatementDraft): boolean =>
  head.root === draft.head.root && head.body_sha256 === draft.head.body_sha256;

const earlierMonthOpenError = (account: AccountId, month: string): IssueError => ({
  error: 'earlier_month_open',
  detail: `Account ${account} has charges of ${month}, or a minimum for it, and no statement of it: months are issued in their order.`,
});

/** The error for a signed statement that no longer follows from the log. */
const logDiffersError = ({ head }: IssuedStatement): IssueError => ({
  error: 'log_differs',
  detail: `The statement of account ${head.account_id} for ${head.month} does not follow from the log any more; verify says where.`,
});

/** Returns true if the file is missing, or begins as a statement of this account does. */
async function mayBeReplaced(path: string, account: AccountId): Promise<boolean> {
  const beginning = `{"header":{"account_id":${account},`;
  const text = await readFilePart(path, beginning.length, () => 0);
  return text === null || text === beginning;
}
