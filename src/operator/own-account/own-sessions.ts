/** Sessions of customers who came in by their account's own link, in Coordination, kept by the hash of what the browser holds. */
import type { Coordination } from '../../platform/coordination/coordination.js';
import { hashOfToken, newToken } from '../../platform/secrets/token.js';
import type { AccountId } from '../../shared/ids.js';

/** From the opening on: the link opens the account again. */
const SESSION_MS = 3_600_000;

type OwnSessionRecord = {
  readonly account: AccountId;
  /** Of the link that began it: the session holds while that link does. */
  readonly link_hash: string;
  /** What a form must carry. */
  readonly csrf: string;
  /** ISO 8601, UTC. */
  readonly until: string;
};

export interface OwnSession extends OwnSessionRecord {
  readonly id: string;
}

const keyOf = (id: string): string => `console/own-session/${hashOfToken(id)}`;

/** Only this class writes under these keys, so the shape that it reads is known. */
export class OwnSessions {
  constructor(private readonly coordination: Coordination) {}

  async begin(of: Pick<OwnSessionRecord, 'account' | 'link_hash'>, at: Date): Promise<OwnSession> {
    const until = new Date(at.getTime() + SESSION_MS).toISOString();
    const record = { ...of, csrf: newToken(), until };
    const id = newToken();
    await this.coordination.put(keyOf(id), record, { ttl: SESSION_MS });
    return { ...record, id };
  }

  async find(id: string, at: Date): Promise<OwnSession | null> {
    const record = (await this.coordination.get(keyOf(id)))?.value as OwnSessionRecord | undefined;
    return record === undefined || at.toISOString() >= record.until ? null : { ...record, id };
  }

  async end(id: string): Promise<void> {
    await this.coordination.delete(keyOf(id));
  }
}
