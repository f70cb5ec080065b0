/** An account's statements as the customer sees them whose they are: listed, and the files of those that were issued. Issues none. */
import { FairSlots } from '../../platform/tasks/fair-slots.js';
import type { AccountId } from '../../shared/ids.js';
import type { IssuedStatement } from '../../streams/statement/statement.state.js';
import type { Operator } from '../operator.js';
import { statementFilePath } from '../statements/console-files.js';
import { issueStatement } from '../statements/issue-statements.js';
import { listStatements } from '../statements/listed-statements.js';
import { endsAs } from '../statements/write-statements.js';

export interface OwnStatement extends Pick<IssuedStatement, 'head' | 'totals'> {
  /** Where its file lies; null: it isn't kept. */
  readonly file: string | null;
}

/** Files are written one after the other, whoever asks: each reads the log. */
const PASSES = new FairSlots(1);

/** The newest month first. @throws WrongRequest */
export async function ownStatements(
  operator: Operator,
  account: AccountId,
): Promise<readonly OwnStatement[]> {
  const own: OwnStatement[] = [];
  for (const { head, totals, signature } of await listStatements(operator, account)) {
    const path = statementFilePath(operator, account, head.month);
    own.push({ head, totals, file: (await endsAs(path, { head, signature })) ? path : null });
  }
  return own;
}

export interface FileWish extends Pick<OwnStatement, 'head'> {
  readonly now: Date;
  readonly onProgress: (events: number) => void;
}

/** The file of a statement that is complete, again, byte for byte: nothing is issued by it. */
export async function makeFileAgain(operator: Operator, { head, ...wish }: FileWish): Promise<void> {
  const { account_id: account, month, partial } = head;
  if (partial) throw new TypeError('a partial statement would be issued anew');
  const file = statementFilePath(operator, account, month);
  await PASSES.run(String(account), () => issueStatement(operator, { account, month, file, ...wish }));
}
