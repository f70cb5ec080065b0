/** The operators of the console, for a Nest context that provides the tokens of `platform/nest/tokens.ts`. */
import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import {
  AdmitOperatorHandler,
  ChoosePasswordHandler,
  IdentifyOperatorHandler,
  RemoveOperatorHandler,
} from './operators.handler.js';
import { OperatorsStore } from './operators.store.js';

@Module({
  imports: [CqrsModule],
  providers: [
    OperatorsStore,
    AdmitOperatorHandler,
    ChoosePasswordHandler,
    IdentifyOperatorHandler,
    RemoveOperatorHandler,
  ],
})
export class OperatorsModule {}
