/**
 * The access lane as a test wants it: documents made from the log by hand, exactly when the test says so.
 */
import { type AccountDocument, ACCOUNTS } from '../../projections/accounts/accounts.document.js';
import { type KeyDocument, KEYS } from '../../projections/keys/keys.document.js';
import type { AccessDirectory } from '../../src/access/authenticator.js';
import { type DomainEvent, type LoggedEvent, decode } from '../../src/streams/index.js';
import {
  type EventStore,
  type Position,
  LOG_START,
} from '../../packages/platform/src/event-store/event-store.js';
import type { KeyedDocument } from '../../packages/platform/src/read-models/read-models.js';
import { accountPart } from '../../projections/key-parts.js';

export class AccessLane implements AccessDirectory {
  /** Every look-up, as `collection/key`. */
  readonly lookUps: string[] = [];
  /** What happens while somebody waits for the lane. */
  onWait: () => Promise<void> = () => Promise.resolve();
  /** Subjects whose events can't be read. */
  readonly parked = new Set<string>();
  private readonly accounts = new Map<string, AccountDocument>();
  private readonly keys = new Map<string, KeyDocument>();
  private position: Position | null = null;

  constructor(private readonly events: EventStore) {}

  /** Brings the documents up to the head of the log. */
  async catchUp(): Promise<void> {
    for (;;) {
      const page = await this.events.readAll({ after: this.position ?? LOG_START });
      for (const event of page.events.flatMap(decode)) this.apply(event);
      this.position = page.position;
      if (page.atHead) return;
    }
  }

  async get(collection: string, key: string): Promise<KeyedDocument | undefined> {
    this.lookUps.push(`${collection}/${key}`);
    const document = collection === ACCOUNTS.name ? this.accounts.get(key) : this.keys.get(key);
    if (collection !== ACCOUNTS.name && collection !== KEYS.name)
      throw new Error(`no collection ${collection}`);
    return document && { key, fields: document };
  }

  async lanePosition(): Promise<Position | null> {
    return this.position;
  }

  async waitFor(_lane: string, position: Position): Promise<boolean> {
    await this.onWait();
    return this.position !== null && this.position >= position;
  }

  async isParked(subject: string): Promise<boolean> {
    return this.parked.has(subject);
  }

  private apply({ event, account, time }: LoggedEvent): void {
    if (account === null) return;
    const key = accountPart(account);
    const changed = changedAccount(this.accounts.get(key), event, time);
    if (changed !== undefined) this.accounts.set(key, changed);
    if (event.type === 'KeyIssued') {
      const { name: _, ...issued } = event.data;
      const rest = { account_id: account, issued_at: time, revoked_at: null, revoke_reason: null };
      this.keys.set(issued.key_id, { ...issued, ...rest });
    }
    const revoked = event.type === 'KeyRevoked' ? this.keys.get(event.data.key_id) : undefined;
    if (event.type === 'KeyRevoked' && revoked !== undefined)
      this.keys.set(revoked.key_id, { ...revoked, revoked_at: time, revoke_reason: event.data.reason });
  }
}

function changedAccount(
  before: AccountDocument | undefined,
  event: DomainEvent,
  time: string,
): AccountDocument | undefined {
  if (event.type === 'AccountOpened')
    return {
      ...event.data,
      name: '',
      email: '',
      key_names: {},
      contact_erased: false,
      status: 'active',
      options: [],
      prices: [],
      opened_at: time,
    };
  if (before === undefined) return undefined;
  if (event.type === 'ContactRecorded') return { ...before, name: event.data.name, email: event.data.email };
  if (event.type === 'KeyIssued' || event.type === 'KeyNamed')
    return { ...before, key_names: { ...before.key_names, [event.data.key_id]: event.data.name } };
  if (event.type === 'AccountSuspended') return { ...before, status: 'suspended' };
  if (event.type === 'AccountReinstated') return { ...before, status: 'active' };
  if (event.type === 'BlocksEnabled') return { ...before, blocks: [...before.blocks, ...event.data.blocks] };
  return undefined;
}
