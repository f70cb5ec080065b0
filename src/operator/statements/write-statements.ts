/** The files of several statements in one pass over the log, each issued as soon as its body is on disk. */
import { open } from 'node:fs/promises';
import type { CommandBus } from '@nestjs/cqrs';
import type { AccountDocument } from '../../../projections/accounts/accounts.document.js';
import { IssueStatement, MakeLeafSecret } from './commands.js';
import { STATEMENT_FORMAT, formatNamed, headText } from '../../billing/statements/format/head.js';
import { lastDayOf, monthOf } from '../../billing/statements/format/month.js';
import { statementsOf } from '../../billing/statements/recorded-statements.js';
import { StatementFile } from '../../billing/statements/write/statement-file.js';
import {
  EarlierMonthError,
  StatementWriter,
  type StatementDraft,
  type StatementPlan,
} from '../../billing/statements/write/statement-writer.js';
import { writeDrafts, type StatementOutput } from '../../billing/statements/write/write-drafts.js';
import { errorCode } from '../../platform/errors/error-code.js';
import type { AccountId } from '../../shared/ids.js';
import { completeOf, type IssuedStatement } from '../../streams/statement/statement.state.js';
import { findAccount } from '../accounts/find-account.js';
import { pass, upToDate, type Operator } from '../operator.js';

export interface Issuing {
  readonly operator: Operator;
  readonly bus: CommandBus;
  /** YYYY-MM, UTC. */
  readonly month: string;
  /** The log holds all of the month. */
  readonly settled: boolean;
  readonly onProgress: (events: number) => void;
}

export interface Asked {
  readonly account: AccountDocument;
  readonly file: string;
}

export interface Refused {
  readonly error: string;
  readonly detail: string;
}

export interface Issued {
  readonly statement: IssuedStatement;
  /** It was issued before. */
  readonly repeated: boolean;
}

export type Outcome = Issued | Refused;

interface Planned extends Asked {
  readonly plan: StatementPlan;
}

type Begun = Planned & StatementOutput;

/** Whether the account was opened by the end of the month. */
export const isOpenIn = (month: string, { opened_at }: AccountDocument): boolean =>
  opened_at !== null && monthOf(opened_at) <= month;

/** @param skipWhole a file that ends as it was issued is left alone */
export async function writeStatements(
  issuing: Issuing,
  asked: readonly Asked[],
  skipWhole: boolean,
): Promise<ReadonlyMap<AccountId, Outcome>> {
  const done = new Map<AccountId, Outcome>();
  const planned: Planned[] = [];
  for (const each of asked) {
    const plan = await planOf(issuing, each);
    if ('error' in plan) done.set(each.account.account_id, plan);
    else if (skipWhole && plan.issued !== null && (await endsAs(each.file, plan.issued)))
      done.set(each.account.account_id, { statement: plan.issued, repeated: true });
    else planned.push({ ...each, plan });
  }
  for (const [account, outcome] of await writePlanned(issuing, planned)) done.set(account, outcome);
  return done;
}

export function outcomeOf(outcomes: ReadonlyMap<AccountId, Outcome>, account: AccountId): Outcome {
  const outcome = outcomes.get(account);
  if (outcome === undefined) throw new Error(`no statement of account ${account} was written`);
  return outcome;
}

async function planOf(issuing: Issuing, { account, file }: Asked): Promise<StatementPlan | Refused> {
  const { month, settled, operator } = issuing;
  const { account_id, prices } = account;
  if (!isOpenIn(month, account))
    return { error: 'not_open_yet', detail: `Account ${account_id} was opened after ${month}.` };
  if (!(await mayBeReplaced(file, account_id)))
    return {
      error: 'file_exists',
      detail: `${file} is there already and is no statement of account ${account_id}.`,
    };
  const secret = await secretOf(issuing, account_id);
  const state = await statementsOf(operator.stores.eventStore, account_id);
  const issued = completeOf(state, month) ?? null;
  const named = issued?.head.format ?? STATEMENT_FORMAT;
  const format = formatNamed(named);
  if (format === undefined)
    return {
      error: 'unknown_format',
      detail: `The statement of ${month} is issued in ${named}, a format of a newer version of this program.`,
    };
  return {
    format,
    account: account_id,
    month,
    partial: issued === null && !settled,
    earlier: state.complete.filter(({ head }) => head.month < month),
    secret,
    agreements: issued === null ? agreedBy(month, prices) : prices.slice(0, issued.agreements),
    issued,
  };
}

/** As in usage, a month that ended before the first price was in force has no amounts, whatever was agreed since. */
const agreedBy = (month: string, prices: StatementPlan['agreements']): StatementPlan['agreements'] =>
  prices.some(({ from }) => from <= lastDayOf(month)) ? prices : [];

const secretOf = ({ bus, operator }: Issuing, account: AccountId): Promise<string> =>
  bus.execute(new MakeLeafSecret(operator.context, { account }));

/** The billing lane must pass the head: a charge that stops it is told before anything is signed. */
async function writePlanned(
  issuing: Issuing,
  planned: readonly Planned[],
): Promise<ReadonlyMap<AccountId, Outcome>> {
  const { operator, onProgress } = issuing;
  const log = operator.stores.eventStore;
  // After the plans, so that the log of every statement that they name is read.
  const head = await log.head();
  await pass(operator, 'billing', head);
  const begun: Begun[] = [];
  try {
    for (const each of planned)
      begun.push({
        ...each,
        writer: new StatementWriter(each.plan),
        output: await StatementFile.begin(each.file),
      });
    const drafts = await writeDrafts({ log, head, onProgress }, begun);
    const done = new Map<AccountId, Outcome>();
    for (const [each, draft] of drafts) done.set(each.plan.account, await issueOne(issuing, each, draft));
    return done;
  } finally {
    // Those that are finished have nothing left to give up.
    for (const { output } of begun) await output.giveUp();
  }
}

async function issueOne(
  issuing: Issuing,
  { file, output, plan: { account, issued } }: Begun,
  draft: StatementDraft | EarlierMonthError,
): Promise<Outcome> {
  if (draft instanceof EarlierMonthError) return earlierMonth(account, draft.month);
  if (issued !== null && !saysTheSame(issued, draft)) return changed(issued);
  const outcome =
    issued === null ? await record(issuing, account, draft) : { statement: issued, repeated: true };
  if ('error' in outcome) return outcome;
  const { statement } = outcome;
  if (!saysTheSame(statement, draft)) return issuedByAnother(issuing, account, file);
  await output.finish(headText(statement.head, statement.signature));
  return outcome;
}

async function record(
  { bus, operator }: Issuing,
  account: AccountId,
  draft: StatementDraft,
): Promise<Outcome> {
  const outcome = await bus.execute(new IssueStatement(operator.context, { account, draft }));
  return outcome.outcome === 'refused'
    ? { error: outcome.code, detail: outcome.detail }
    : { statement: outcome.statement, repeated: outcome.outcome === 'repeated' };
}

/**
 * Of two that issue at once one is first: the other writes down what the first issued, which may know more of the log and
 * of prices.
 */
async function issuedByAnother(issuing: Issuing, account: AccountId, file: string): Promise<Outcome> {
  const { operator } = issuing;
  await upToDate(operator, 'access');
  const again = { account: await findAccount(operator, account), file };
  return outcomeOf(await writeStatements(issuing, [again], false), account);
}

const saysTheSame = ({ head }: IssuedStatement, draft: StatementDraft): boolean =>
  head.root === draft.head.root && head.body_sha256 === draft.head.body_sha256;

const earlierMonth = (account: AccountId, month: string): Refused => ({
  error: 'earlier_month_open',
  detail: `Account ${account} has charges of ${month} and no statement of it: months are issued in their order.`,
});

/** What was signed no longer follows from the log. */
const changed = ({ head }: IssuedStatement): Refused => ({
  error: 'log_differs',
  detail: `The statement of account ${head.account_id} for ${head.month} does not follow from the log any more; verify says where.`,
});

/** A file with another text at its beginning was not written here. */
async function mayBeReplaced(path: string, account: AccountId): Promise<boolean> {
  const beginning = `{"header":{"account_id":${account},`;
  const found = await partOf(path, beginning.length, () => 0);
  return found === null || found === beginning;
}

/** Whether the file is there, whole, and that statement. */
export async function endsAs(
  path: string,
  { head, signature }: Pick<IssuedStatement, 'head' | 'signature'>,
): Promise<boolean> {
  const end = `\n${headText(head, signature)}\n`;
  return (await partOf(path, end.length, (size) => size - end.length)) === end;
}

/** Null where there is no file, or no such part of it. */
async function partOf(path: string, bytes: number, from: (size: number) => number): Promise<string | null> {
  try {
    const handle = await open(path, 'r');
    try {
      const start = from((await handle.stat()).size);
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, Math.max(start, 0));
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
