/**
 * A month's statements, of one account or of all, as files. What is issued already is written again from the log, byte for
 * byte; a month that is not over, or over for less than ten minutes, gives a partial statement (Contract 5.2).
 */
import { ACCOUNTS } from '../../../projections/accounts/accounts.document.js';
import { isSettled, monthOf } from '../../billing/statements/format/month.js';
import { StatementsModule } from './statements.module.js';
import { everyDocument } from '../../platform/projector/projector-state.js';
import type { AccountId } from '../../shared/ids.js';
import type { StatementHead, StatementTotals } from '../../streams/statement/statement.events.js';
import { findAccount } from '../accounts/find-account.js';
import { upToDate, type Operator } from '../operator.js';
import { NotDone, WrongRequest } from '../refusal.js';
import {
  isOpenIn,
  outcomeOf,
  writeStatements,
  type Asked,
  type Issued,
  type Issuing,
  type Outcome,
  type Refused,
} from './write-statements.js';

export interface StatementWish {
  /** YYYY-MM, UTC. */
  readonly month: string;
  /** The clock of the caller. */
  readonly now: Date;
  readonly onProgress: (events: number) => void;
}

export interface StatementShown
  extends
    Pick<
      StatementHead,
      'account_id' | 'month' | 'partial' | 'entries' | 'tree_size' | 'root' | 'issued_at' | 'key_id'
    >,
    StatementTotals {
  readonly outcome: 'issued' | 'repeated';
  readonly file: string;
}

/** Why an account has no statement of the month. */
export interface StatementRefused extends Refused {
  readonly account_id: AccountId;
  readonly month: string;
}

/** So many files are written in one pass over the log. */
const AT_ONCE = 100;

/** @throws WrongRequest, NotDone */
export async function issueStatement(
  operator: Operator,
  wish: StatementWish & { readonly account: AccountId; readonly file: string },
): Promise<StatementShown> {
  const issuing = await issuingOf(operator, wish);
  const asked = { account: await findAccount(operator, wish.account), file: wish.file };
  const only = shown(await writeStatements(issuing, [asked], false), asked, wish.month);
  if ('error' in only) throw refusalOf(only);
  return only;
}

/** Those that can't be put right by asking otherwise. */
const FOUND: ReadonlySet<string> = new Set(['log_differs', 'overtaken', 'key_retired']);

const refusalOf = ({ error, detail }: StatementRefused): Error =>
  FOUND.has(error) ? new NotDone(error, detail) : new WrongRequest(error, detail);

/**
 * Every account that was opened by the end of the month, in the order of their ids. May be run again where it broke off:
 * files that are whole are left alone.
 * @param wish.fileOf where the statement of an account is to lie
 */
export async function* issueAllStatements(
  operator: Operator,
  wish: StatementWish & { readonly fileOf: (account: AccountId) => string },
): AsyncGenerator<StatementShown | StatementRefused> {
  const issuing = await issuingOf(operator, wish);
  for await (const group of accountsInGroups(operator, wish)) {
    const outcomes = await writeStatements(issuing, group, true);
    for (const asked of group) yield shown(outcomes, asked, wish.month);
  }
}

async function* accountsInGroups(
  { models }: Operator,
  { month, fileOf }: { readonly month: string; readonly fileOf: (account: AccountId) => string },
): AsyncGenerator<Asked[]> {
  let group: Asked[] = [];
  for await (const document of everyDocument(models, ACCOUNTS.name)) {
    const account = ACCOUNTS.fields(document);
    if (!isOpenIn(month, account)) continue;
    group.push({ account, file: fileOf(account.account_id) });
    if (group.length < AT_ONCE) continue;
    yield group;
    group = [];
  }
  yield group;
}

async function issuingOf(operator: Operator, { month, now, onProgress }: StatementWish): Promise<Issuing> {
  if (monthOf(now.toISOString()) < month)
    throw new WrongRequest('month_to_come', `${month} has not begun (UTC).`);
  await upToDate(operator, 'access');
  const bus = await operator.bus(StatementsModule);
  return { operator, bus, month, settled: isSettled(month, now), onProgress };
}

function shown(
  outcomes: ReadonlyMap<AccountId, Outcome>,
  { account: { account_id }, file }: Asked,
  month: string,
): StatementShown | StatementRefused {
  const outcome = outcomeOf(outcomes, account_id);
  return 'error' in outcome ? { account_id, month, ...outcome } : statementShown(outcome, file);
}

function statementShown({ statement, repeated }: Issued, file: string): StatementShown {
  const { account_id, month, partial, entries, tree_size, root, issued_at, key_id } = statement.head;
  const outcome = repeated ? 'repeated' : 'issued';
  const tree = { tree_size, root, issued_at, key_id };
  return { account_id, month, outcome, file, partial, entries, ...statement.totals, ...tree };
}
