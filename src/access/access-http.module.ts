/** Provides the HTTP side of access: the gate before every operation, and whoami. */
import { Module, type Provider } from '@nestjs/common';
import type { Coordination } from '../../packages/platform/src/coordination/coordination.js';
import { Presence } from '../../packages/platform/src/coordination/presence.js';
import { COORDINATION } from '../../packages/platform/src/nest/tokens.js';
import { AccessModule } from './access.module.js';
import { KeyGate } from './gate/key-gate.js';
import { SharedRateLimits } from './gate/shared-rate-limits.js';
import { WhoamiController } from './whoami/whoami.controller.js';

/** Counts the calls of keys, shared with all API processes on the same stores. */
const rateLimits: Provider = {
  provide: SharedRateLimits,
  useFactory: (coordination: Coordination) => {
    const presence = new Presence(coordination, 'api');
    return new SharedRateLimits({ coordination, presence, now: () => performance.now() });
  },
  inject: [COORDINATION],
};

@Module({
  imports: [AccessModule],
  controllers: [WhoamiController],
  providers: [rateLimits, KeyGate],
  exports: [KeyGate],
})
export class AccessHttpModule {}
