/** The allowances of an API process, for as long as it runs: shared with all others on the same stores. */
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Coordination } from '../../platform/coordination/coordination.js';
import { Presence } from '../../platform/coordination/presence.js';
import { COORDINATION } from '../../platform/nest/tokens.js';
import { Allowances, type AllowanceLimit, type Taken } from './allowances.js';
import { SharedAllowances, TOLD_AFTER_MS } from './shared-allowances.js';

@Injectable()
export class ApiAllowances extends Allowances implements OnModuleInit, OnApplicationShutdown {
  private readonly presence: Presence;
  private readonly shared: SharedAllowances;
  private telling: NodeJS.Timeout | undefined;

  constructor(@Inject(COORDINATION) coordination: Coordination) {
    super();
    this.presence = new Presence(coordination, 'api');
    this.shared = new SharedAllowances({
      coordination,
      hasOthers: () => this.presence.hasOthers,
      now: () => performance.now(),
    });
  }

  async onModuleInit(): Promise<void> {
    await this.presence.start();
    this.telling = setInterval(() => void this.shared.tellAll(), TOLD_AFTER_MS).unref();
  }

  override take(keyId: string, limits: readonly AllowanceLimit[], now: Date): Taken | Promise<Taken> {
    return this.shared.take(keyId, limits, now);
  }

  /** No request is under way any more: its counts go to the processes that stay. */
  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.telling);
    await this.shared.tellAll();
    await this.presence.stop();
  }
}
