/** Keeps customers' sessions in Coordination, under hashes of their ids. An account link begins a session. */
import type { Coordination } from '../../../packages/platform/src/coordination/coordination.js';
import { hashOfToken, newToken } from '../../../packages/platform/src/secrets/token.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';

/** The length of a session; the link can begin another. */
const SESSION_MS = 3_600_000;

type CustomerSessionRecord = {
  readonly account: AccountId;
  /** The hash of the link that began the session; the session ends with that link. */
  readonly link_hash: string;
  /** The token that every form must carry. */
  readonly csrf: string;
  /** The session's end, ISO 8601, UTC. */
  readonly until: string;
};

export interface CustomerSession extends CustomerSessionRecord {
  readonly id: string;
}

const keyOf = (id: string): string => `console/own-session/${hashOfToken(id)}`;

/** Only this class writes under these keys, so the values that it reads have its own shape. */
export class CustomerSessions {
  constructor(private readonly coordination: Coordination) {}

  async begin(
    link: Pick<CustomerSessionRecord, 'account' | 'link_hash'>,
    at: Date,
  ): Promise<CustomerSession> {
    const until = new Date(at.getTime() + SESSION_MS).toISOString();
    const record = { ...link, csrf: newToken(), until };
    const id = newToken();
    await this.coordination.put(keyOf(id), record, { ttl: SESSION_MS });
    return { ...record, id };
  }

  async find(id: string, at: Date): Promise<CustomerSession | null> {
    const record = (await this.coordination.get(keyOf(id)))?.value as CustomerSessionRecord | undefined;
    return record === undefined || at.toISOString() >= record.until ? null : { ...record, id };
  }

  async end(id: string): Promise<void> {
    await this.coordination.delete(keyOf(id));
  }
}
