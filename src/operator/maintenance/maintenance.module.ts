/** Acts on the whole service, for a Nest context that provides the tokens of `platform/nest/tokens.ts`. */
import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import {
  EndMaintenanceHandler,
  PrepareTakeOverHandler,
  StartMaintenanceHandler,
} from './maintenance.handler.js';
import { MaintenanceStore } from './maintenance.store.js';

@Module({
  imports: [CqrsModule],
  providers: [MaintenanceStore, StartMaintenanceHandler, PrepareTakeOverHandler, EndMaintenanceHandler],
})
export class MaintenanceModule {}
