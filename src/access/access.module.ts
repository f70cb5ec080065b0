/** Provides accounts, keys and entitlements. Stores and settings come by injection tokens of `platform`. */
import { Module, type Provider } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { EventStore, Position } from '../../packages/platform/src/event-store/event-store.js';
import { answerInTime } from '../../packages/platform/src/time/in-time.js';
import { EVENT_STORE, LIVE_READ_MODELS } from '../../packages/platform/src/nest/tokens.js';
import { type AccessDirectory, Authenticator } from './authenticator.js';
import { AccountStore } from './account.store.js';
import { ACCOUNT_HANDLERS } from './handlers/change-account.handler.js';
import { CONTACT_HANDLERS } from './handlers/contact.handler.js';
import { SECRET_HANDLERS } from './handlers/issue-secret.handler.js';
import { OPEN_ACCOUNT_HANDLER } from './handlers/open-account.handler.js';
import { LaneFreshness } from './lane-freshness.js';

const authenticator: Provider = {
  provide: Authenticator,
  useFactory: (store: EventStore, directory: AccessDirectory, accounts: AccountStore): Authenticator => {
    const head = (): Promise<Position> => answerInTime('event store', store.head());
    const lanePosition = (): Promise<Position | null> => directory.lanePosition('access');
    const now = (): number => performance.now();
    const freshness = new LaneFreshness({ head, lanePosition, now });
    return new Authenticator({ directory, freshness, accounts, now });
  },
  inject: [EVENT_STORE, LIVE_READ_MODELS, AccountStore],
};

const HANDLERS = [OPEN_ACCOUNT_HANDLER, ...CONTACT_HANDLERS, ...ACCOUNT_HANDLERS, ...SECRET_HANDLERS];

@Module({
  imports: [CqrsModule],
  providers: [AccountStore, authenticator, ...HANDLERS],
  exports: [Authenticator, AccountStore],
})
export class AccessModule {}
