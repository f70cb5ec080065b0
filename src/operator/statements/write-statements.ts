/** The files of several statements in one pass over the log, each issued as soon as its body is on disk. */
import { open } from 'node:fs/promises';
import type { CommandBus } from '@nestjs/cqrs';
import type { AccountDocument } from '../../../projections/accounts/accounts.document.js';
import { IssueStatement, MakeLeafSecret } from './commands.js';
import { STATEMENT_FORMAT, formatNamed, headText } from '../../billing/statements/format/head.js';
import { monthOf } from '../../billing/statements/format/month.js';
import { statementsOf } from '../../billing/statements/recorded-statements.js';
import { StatementFile } from '../../billing/statements/write/statement-file.js';
import {
  EarlierMonthError,
  StatementWriting,
  type StatementDraft,
  type StatementPlan,
} from '../../billing/statements/write/statement-writing.js';
import { writeDrafts, type WrittenStatement } from '../../billing/statements/write/write-drafts.js';
import { errorCode } from '../../platform/errors/error-code.js';
import type { Position } from '../../platform/event-store/event-store.js';
import type { AccountId } from '../../shared/ids.js';
import { completeOf, type IssuedStatement } from '../../streams/statement/statement.state.js';
import type { Operator } from '../operator.js';

/** The log as far as it counts, and whether that is all of the month. */
export interface Issuing {
  readonly operator: Operator;
  readonly bus: CommandBus;
  /** YYYY-MM, UTC. */
  readonly month: string;
  readonly head: Position;
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

async function planOf(issuing: Issuing, { account, file }: Asked): Promise<StatementPlan | Refused> {
  const { month, settled, operator } = issuing;
  const { account_id, opened_at, prices } = account;
  if (opened_at === null || monthOf(opened_at) > month)
    return { error: 'not_open_yet', detail: `Account ${account_id} was opened after ${month}.` };
  if (!(await mayBeReplaced(file, account_id)))
    return {
      error: 'file_exists',
      detail: `${file} is there already and is no statement of account ${account_id}.`,
    };
  const secret = await secretOf(issuing, account_id);
  const state = await statementsOf(operator.stores.eventStore, account_id);
  const issued = completeOf(state, month) ?? null;
  const format = issued === null ? STATEMENT_FORMAT : formatNamed(issued.head.format);
  if (format === undefined)
    return {
      error: 'unknown_format',
      detail: `The statement of ${month} is issued in ${issued?.head.format ?? ''}, a format of a newer version of this program.`,
    };
  const last = state.complete.at(-1)?.head.month ?? '';
  if (issued === null && last > month)
    return {
      error: 'month_closed',
      detail: `The statement of ${last} is issued: what is charged to ${month} now goes into the next one.`,
    };
  return {
    format,
    account: account_id,
    month,
    partial: issued === null && !settled,
    earlier: state.complete.filter(({ head }) => head.month < month),
    secret,
    agreements: prices.slice(0, issued?.agreements),
    issued,
  };
}

const secretOf = ({ bus, operator }: Issuing, account: AccountId): Promise<string> =>
  bus.execute(new MakeLeafSecret(operator.context, account));

async function writePlanned(issuing: Issuing, planned: readonly Planned[]): Promise<Map<AccountId, Outcome>> {
  const begun = new Map<AccountId, WrittenStatement>();
  try {
    for (const { plan, file } of planned)
      begun.set(plan.account, { writing: new StatementWriting(plan), file: await StatementFile.begin(file) });
    const { operator, head, onProgress } = issuing;
    const drafts = await writeDrafts({ log: operator.stores.eventStore, head, onProgress }, begun);
    const done = new Map<AccountId, Outcome>();
    for (const each of planned) done.set(each.plan.account, await issueOne(issuing, each, begun, drafts));
    return done;
  } finally {
    // Those that are finished have nothing left to give up.
    for (const { file } of begun.values()) await file.giveUp();
  }
}

async function issueOne(
  issuing: Issuing,
  planned: Planned,
  begun: ReadonlyMap<AccountId, WrittenStatement>,
  drafts: ReadonlyMap<AccountId, StatementDraft | EarlierMonthError>,
): Promise<Outcome> {
  const { account, issued } = planned.plan;
  const [draft, file] = [drafts.get(account), begun.get(account)?.file];
  if (draft === undefined || file === undefined)
    throw new Error(`no statement of account ${account} was written`);
  if (draft instanceof EarlierMonthError) return earlierMonth(account, draft.month);
  if (issued !== null && !saysTheSame(issued, draft)) return changed(issued);
  const outcome =
    issued === null ? await record(issuing, account, draft) : { statement: issued, repeated: true };
  if ('error' in outcome) return outcome;
  const { statement } = outcome;
  if (!saysTheSame(statement, draft)) return issuedByAnother(issuing, planned, statement);
  await file.finish(headText(statement.head, statement.signature));
  return outcome;
}

async function record(
  { bus, operator }: Issuing,
  account: AccountId,
  draft: StatementDraft,
): Promise<Outcome> {
  const outcome = await bus.execute(new IssueStatement(operator.context, account, draft));
  return outcome.outcome === 'refused'
    ? { error: outcome.code, detail: outcome.detail }
    : { statement: outcome.statement, repeated: outcome.outcome === 'repeated' };
}

/** Of two that issue at once one is first: the other writes down what the first issued. */
async function issuedByAnother(
  issuing: Issuing,
  { account, file, plan }: Planned,
  issued: IssuedStatement,
): Promise<Outcome> {
  if (issued.head.partial) return changed(issued);
  const agreements = account.prices.slice(0, issued.agreements);
  const format = formatNamed(issued.head.format) ?? plan.format;
  const again = { account, file, plan: { ...plan, format, partial: false, agreements, issued } };
  return (await writePlanned(issuing, [again])).get(plan.account) ?? changed(issued);
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

async function endsAs(path: string, { head, signature }: IssuedStatement): Promise<boolean> {
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
