/** The doors of access: the gate before every operation, and whoami. */
import { Module, type Provider } from '@nestjs/common';
import type { Coordination } from '../platform/coordination/coordination.js';
import { Presence } from '../platform/coordination/presence.js';
import { COORDINATION } from '../platform/nest/tokens.js';
import { AccessModule } from './access.module.js';
import { KeyGate } from './gate/key-gate.js';
import { SharedAllowances } from './gate/shared-allowances.js';
import { WhoamiController } from './whoami/whoami.controller.js';

/** Of this process, for as long as it runs: shared with all others on the same stores. */
const allowances: Provider = {
  provide: SharedAllowances,
  useFactory: (coordination: Coordination) => {
    const presence = new Presence(coordination, 'api');
    return new SharedAllowances({ coordination, presence, now: () => performance.now() });
  },
  inject: [COORDINATION],
};

@Module({
  imports: [AccessModule],
  controllers: [WhoamiController],
  providers: [allowances, KeyGate],
})
export class AccessHttpModule {}
