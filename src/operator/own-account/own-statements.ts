/** Lists a customer's own statements and their files. Never issues a statement. */
import { fileEndsWith } from '../../billing/statements/kept-file.js';
import { FairSlots } from '../../../packages/platform/src/tasks/fair-slots.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import type { IssuedStatement } from '../../streams/statement/statement.decider.js';
import type { OperatorServices } from '../operator.js';
import { statementFilePath } from '../statements/console-files.js';
import { issueStatement } from '../statements/issue-statements.js';
import { listStatements } from '../statements/list-statements.js';

export interface CustomerStatement extends Pick<IssuedStatement, 'head' | 'totals'> {
  /** The path of the statement's file; null where no file is kept. */
  readonly file: string | null;
}

/** Files are written one at a time for all customers, since each write reads the log. */
const WRITE_SLOTS = new FairSlots(1);

/** Lists the statements, the newest month first. @throws WrongRequest */
export async function customerStatements(
  operator: OperatorServices,
  account: AccountId,
): Promise<readonly CustomerStatement[]> {
  const statements: CustomerStatement[] = [];
  for (const { head, totals, signature } of await listStatements(operator, account)) {
    const path = statementFilePath(operator, account, head.month);
    statements.push({ head, totals, file: (await fileEndsWith(path, { head, signature })) ? path : null });
  }
  return statements;
}

export interface FileRequest extends Pick<CustomerStatement, 'head'> {
  readonly now: Date;
  readonly onProgress: (events: number) => void;
}

/** Writes the file of a complete statement again, byte for byte. Issues nothing. */
export async function rewriteFile(
  operator: OperatorServices,
  { head, ...request }: FileRequest,
): Promise<void> {
  const { account_id: account, month, partial } = head;
  if (partial) throw new TypeError('a partial statement would be issued anew');
  const file = statementFilePath(operator, account, month);
  await WRITE_SLOTS.run(String(account), () =>
    issueStatement(operator, { account, month, file, ...request }),
  );
}
