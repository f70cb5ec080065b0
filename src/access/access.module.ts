/** Provides accounts, keys and entitlements. Stores and settings come by injection tokens of `platform`. */
import { Module, type Provider } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { EventStore } from '../../packages/platform/src/event-store/event-store.js';
import type { PremiumOption } from '../../packages/contract/src/options.js';
import type { Settings } from '../settings/settings.js';
import { answerInTime } from '../../packages/platform/src/time/in-time.js';
import { EVENT_STORE, LIVE_READ_MODELS, SETTINGS } from '../../packages/platform/src/nest/tokens.js';
import { type AccessDirectory, Authenticator } from './authenticator.js';
import { AccountStore } from './account.store.js';
import { ACCOUNT_HANDLERS } from './handlers/change-account.handler.js';
import { CONTACT_HANDLERS } from './handlers/contact.handler.js';
import { SECRET_HANDLERS } from './handlers/issue-secret.handler.js';
import { OPEN_ACCOUNT_HANDLER } from './handlers/open-account.handler.js';
import { LaneFreshness } from './lane-freshness.js';
import { SERVED_OPTIONS, servedOptions } from './served-options.js';

const nowMs = (): number => performance.now();

function createAuthenticator(
  store: EventStore,
  directory: AccessDirectory,
  accounts: AccountStore,
  { keyHashSecret }: Pick<Settings, 'keyHashSecret'>,
  premiumOptions: ReadonlySet<PremiumOption>,
): Authenticator {
  const freshness = new LaneFreshness({
    head: () => answerInTime('event store', store.head()),
    lanePosition: () => directory.lanePosition('access'),
    now: nowMs,
  });
  return new Authenticator({
    directory,
    freshness,
    accounts,
    keyHashSecret,
    servedOptions: premiumOptions,
    now: nowMs,
  });
}

const authenticatorProvider: Provider = {
  provide: Authenticator,
  useFactory: createAuthenticator,
  inject: [EVENT_STORE, LIVE_READ_MODELS, AccountStore, SETTINGS, SERVED_OPTIONS],
};

const servedOptionsProvider: Provider = {
  provide: SERVED_OPTIONS,
  useFactory: servedOptions,
  inject: [SETTINGS],
};

const HANDLERS = [OPEN_ACCOUNT_HANDLER, ...CONTACT_HANDLERS, ...ACCOUNT_HANDLERS, ...SECRET_HANDLERS];

@Module({
  imports: [CqrsModule],
  providers: [AccountStore, servedOptionsProvider, authenticatorProvider, ...HANDLERS],
  exports: [Authenticator, AccountStore],
})
export class AccessModule {}
