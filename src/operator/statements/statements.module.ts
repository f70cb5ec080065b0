/** Statements, for a Nest context that provides the tokens of `platform/nest/tokens.ts`. */
import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { IssueStatementHandler, MakeLeafSecretHandler } from './issue-statement.handler.js';
import { RotateStatementKeyHandler } from './rotate-statement-key.handler.js';
import { StatementStore } from './statement.store.js';

@Module({
  imports: [CqrsModule],
  providers: [StatementStore, MakeLeafSecretHandler, IssueStatementHandler, RotateStatementKeyHandler],
})
export class StatementsModule {}
