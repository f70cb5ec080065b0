/** Reads and writes accounts and their contacts in the log, for all code in `src/access`. */
import { Inject, Injectable } from '@nestjs/common';
import { accountStream, accountStreams, type AccountEvent } from '../streams/account/account.events.js';
import type { AccessDecision, AccessRefusal } from '../streams/account/account.decider.js';
import { unknownAccount } from '../streams/account/account.decider.js';
import { UNOPENED, evolve, type AccountState, type OpenedAccount } from '../streams/account/account.state.js';
import { adjustmentsStream } from '../streams/adjustments/adjustments.events.js';
import { contactStream, contactStreams, type ContactEvent } from '../streams/contact/contact.events.js';
import type { EventContext } from '../streams/envelope.js';
import { statementStream, statementStreams } from '../streams/statement/statement.events.js';
import { StreamRepository, type Author, type Loaded, type StreamFold } from '../streams/stream-repository.js';
import {
  StreamDeletedError,
  type EventStore,
  type Position,
} from '../../packages/platform/src/event-store/event-store.js';
import { lastEvent, storedEvents } from '../../packages/platform/src/event-store/stored-events.js';
import { CLOCK, ENTROPY, EVENT_STORE, SETTINGS } from '../../packages/platform/src/nest/tokens.js';
import type { Entropy } from '../../packages/platform/src/secrets/entropy.js';
import type { Settings } from '../settings/settings.js';
import type { Clock } from '../../packages/platform/src/time/clock.js';
import { derivedId } from '../streams/derived-id.js';
import type { AccountId } from '../../packages/contract/src/ids.js';
import type { PremiumOption } from '../../packages/contract/src/options.js';
import type { AccessOutcome } from './commands.js';

/** The premium options, each with the test that the settings turn on its provider. */
const PROVIDER_TESTS: readonly (readonly [PremiumOption, (providers: Settings['providers']) => boolean])[] = [
  ['web_search', ({ search }) => search.key !== null],
  ['google_business', ({ places }) => places.key !== null],
  ['ai', ({ ai }) => ai.server !== null],
];

export type LoadedAccount = Loaded<AccountId, AccountState>;

const ACCOUNT: StreamFold<AccountId, AccountEvent, AccountState> = {
  stream: accountStreams,
  initial: UNOPENED,
  evolve: (state, events) => events.reduce((next, { event }) => evolve(next, event), state),
  eventId: (account, _event, attempt, index) => derivedId(accountStream(account), attempt, index),
};

/** No decision depends on the events of a contact. */
const CONTACT: StreamFold<AccountId, ContactEvent, null> = {
  stream: contactStreams,
  initial: null,
  evolve: () => null,
  eventId: (account, _event, attempt, index) => derivedId(contactStream(account), attempt, index),
  lastOnly: true,
};

@Injectable()
export class AccountStore {
  private readonly accounts: StreamRepository<AccountId, AccountEvent, AccountState>;
  private readonly contacts: StreamRepository<AccountId, ContactEvent, null>;
  /** The options with a provider that the settings turn on (Blocks 3.3). No other option can be enabled. */
  readonly servedOptions: ReadonlySet<PremiumOption>;

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) clock: Clock,
    @Inject(ENTROPY) readonly entropy: Entropy,
    @Inject(SETTINGS) readonly settings: Pick<Settings, 'keyHashSecret' | 'providers'>,
  ) {
    const ports = { store, clock };
    this.accounts = new StreamRepository(ports, ACCOUNT);
    this.contacts = new StreamRepository(ports, CONTACT);
    const servedTests = PROVIDER_TESTS.filter(([, isOn]) => isOn(settings.providers));
    this.servedOptions = new Set(servedTests.map(([option]) => option));
  }

  /** @param earlier the account as it was loaded before, so that only newer events are read */
  load(account: AccountId, earlier?: LoadedAccount): Promise<LoadedAccount> {
    return this.accounts.load(account, earlier);
  }

  /** Returns true if the account's stream exists or was deleted, whichever program wrote it. */
  async isTaken(account: AccountId): Promise<boolean> {
    const { status } = await this.store.readStream(accountStream(account), { limit: 1 });
    return status !== 'no_stream';
  }

  /** Decides a change of an open account. @param dryRun if true, nothing is written */
  change(
    account: AccountId,
    context: EventContext,
    decide: (state: OpenedAccount, time: string) => AccessDecision,
    dryRun = false,
  ): Promise<AccessOutcome> {
    const decideOpened = (state: AccountState, time: string): AccessDecision =>
      state.status === 'unopened' ? unknownAccount(account) : decide(state, time);
    return this.decide(account, context, decideOpened, dryRun);
  }

  async decide(
    account: AccountId,
    context: EventContext,
    decide: (state: AccountState, time: string) => AccessDecision,
    dryRun = false,
  ): Promise<AccessOutcome> {
    const loadedAccount = await this.accounts.load(account);
    const author = this.author(account, context);
    const decision = dryRun
      ? this.accounts.plan<AccessRefusal>(loadedAccount, author, decide)
      : await this.accounts.decide<AccessRefusal>(loadedAccount, author, decide);
    if (decision.outcome === 'refused') return decision.refusal;
    if (decision.outcome === 'unchanged') return { outcome: 'unchanged', position: decision.loaded.position };
    const { position } = decision.outcome === 'planned' ? decision.next : decision.loaded;
    return { outcome: 'recorded', position };
  }

  /** Records an event of the contact. Returns null and records nothing if the contact was erased for good. */
  async recordContact(
    account: AccountId,
    event: ContactEvent,
    context: EventContext,
  ): Promise<Position | null> {
    try {
      const contact = await this.contacts.load(account);
      const decision = await this.contacts.decide(contact, this.author(account, context), () => ({
        outcome: 'decided',
        events: [event],
      }));
      return decision.loaded.position;
    } catch (error) {
      if (error instanceof StreamDeletedError) return null;
      throw error;
    }
  }

  /** Reads the months with a complete statement, and the newest time of statements and adjustments (''). */
  async readBillingHistory(
    account: AccountId,
  ): Promise<{ readonly statedMonths: ReadonlySet<string>; readonly newestTime: string }> {
    const statedMonths = new Set<string>();
    let newestTime = (await lastEvent(this.store, adjustmentsStream(account)))?.metadata['time'] ?? '';
    for await (const storedEvent of storedEvents(this.store, statementStream(account))) {
      const { event, time } = statementStreams.decode(storedEvent);
      if (event.type === 'StatementIssued' && !event.data.head.partial)
        statedMonths.add(event.data.head.month);
      if (time > newestTime) newestTime = time;
    }
    return { statedMonths, newestTime };
  }

  async isContactErased(account: AccountId): Promise<boolean> {
    return (await this.store.readStream(contactStream(account), { limit: 1 })).status === 'deleted';
  }

  /** Erases the contact, also repeatedly. Returns a position of the log by which the contact is deleted. */
  async eraseContact(account: AccountId, context: EventContext): Promise<Position> {
    const stream = contactStream(account);
    // Without a contact there is no stream to delete. An empty contact creates it, because the account may
    // have named keys, whose names the deletion erases.
    if ((await this.store.deleteStream(stream)) === 'no_stream') {
      const data = { account_id: account, name: '', email: '' };
      await this.recordContact(account, { type: 'ContactRecorded', data }, context);
      await this.store.deleteStream(stream);
    }
    return this.store.head();
  }

  private author(account: AccountId, context: EventContext): Author {
    return { context: { ...context, account }, purpose: this.entropy.ulid() };
  }
}
