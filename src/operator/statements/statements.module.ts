/** The commands on statements and on the keys that sign them. */
import { streamModule } from '../../platform/nest/stream-module.js';
import { IssueStatementHandler, MakeLeafSecretHandler } from './issue-statement.handler.js';
import { RotateStatementKeyHandler } from './rotate-statement-key.handler.js';
import { StatementStore } from './statement.store.js';

export const StatementsModule = streamModule(StatementStore, () => [
  MakeLeafSecretHandler,
  IssueStatementHandler,
  RotateStatementKeyHandler,
]);
