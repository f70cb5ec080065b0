/** The doors of access: the gate before every operation, and whoami. */
import { Module } from '@nestjs/common';
import { AccessModule } from './access.module.js';
import { Allowances } from './gate/allowances.js';
import { ApiAllowances } from './gate/api-allowances.js';
import { KeyGate } from './gate/key-gate.js';
import { WhoamiController } from './whoami/whoami.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [WhoamiController],
  providers: [{ provide: Allowances, useClass: ApiAllowances }, KeyGate],
})
export class AccessHttpModule {}
