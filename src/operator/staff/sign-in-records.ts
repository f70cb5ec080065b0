/**
 * One-time links, passwords, sessions and failed attempts, in Coordination: secrets of a kind, and so no facts. Links and
 * sessions are kept by the hash of what their holder has. Where they are lost, operators are admitted anew.
 */
import { changeEntry } from '../../platform/coordination/change-entry.js';
import type { Coordination } from '../../platform/coordination/coordination.js';
import { hashOfToken, newToken } from '../../platform/secrets/token.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
export const LINK_HOURS = 24;
/** From the sign-in on, however busy it is: the length of a long working day. */
const SESSION_MS = 12 * HOUR;
const ATTEMPTS_MS = 15 * MINUTE;
/** Of signing in at the issuer, second factor and all. */
export const CROSSING_MINUTES = 15;
/** Within which a passkey is shown or added after its page was opened. */
const CHALLENGE_MS = 5 * MINUTE;

/** Whose admission a link or a session stands on: it ends with it. */
export type Admission = { readonly name: string; readonly admission: number };

/** A way to the issuer and back that has begun: what the answer is held against. */
export type Crossing = {
  readonly state: string;
  readonly nonce: string;
  /** Of the proof key (PKCE). */
  readonly verifier: string;
  /** Where in the console the operator wanted to go. */
  readonly to: string;
};

export type SessionRecord = Admission & {
  /** What a form must carry. */
  readonly csrf: string;
  /** Why the operator looks, as told last; recorded with every look. */
  readonly reason: string | null;
  /** Begun through the issuer, not by a password. */
  readonly issuer: boolean;
  /** A passkey was shown or added. Absent in sessions of older versions. */
  readonly passkey?: boolean;
};

/** A passkey as it is kept: all of it is public. */
export type Passkey = {
  /** Of the credential, base64url. */
  readonly id: string;
  /** COSE key, base64url. */
  readonly key: string;
  /** Of its signatures, as the authenticator counts them; 0 where it doesn't. */
  readonly counter: number;
  /** How its authenticator is reached, in WebAuthn's words. */
  readonly transports: readonly string[];
  /** What its user calls it. */
  readonly name: string;
  /** ISO 8601, UTC. */
  readonly added_at: string;
};
type PasskeysRecord = { readonly admission: number; readonly keys: readonly Passkey[] };

export interface Session extends SessionRecord {
  readonly id: string;
}

/** Tries that count together, in one quarter of an hour: `of` says whose, or from where. */
export type Tries = { readonly of: string; readonly at: Date };

type PasswordRecord = { readonly admission: number; readonly hash: string };

const linkKey = (token: string): string => `console/link/${hashOfToken(token)}`;
const sessionKey = (id: string): string => `console/session/${hashOfToken(id)}`;
const formKey = (id: string, form: string): string => `console/form/${hashOfToken(`${id} ${form}`)}`;
const passwordKey = (name: string): string => `console/password/${hashOfToken(name)}`;
const passkeysKey = (name: string): string => `console/passkeys/${hashOfToken(name)}`;
/** Of one session and one challenge: no other session can use it. */
const challengeKey = (session: string, challenge: string): string =>
  `console/challenge/${hashOfToken(`${session} ${challenge}`)}`;
const crossingKey = (token: string): string => `console/crossing/${hashOfToken(token)}`;
/** Quarters of an hour follow one another: a try counts in its own, and prolongs none. */
const attemptsKey = ({ of, at }: Tries): string =>
  `console/attempts/${hashOfToken(of)}/${Math.floor(at.getTime() / ATTEMPTS_MS)}`;
const ADDRESS_KEY = 'console/address';

/** Only this class writes under these keys, so the shapes that it reads are known. */
export class SignInRecords {
  constructor(private readonly coordination: Coordination) {}

  /** @returns the token of a link that chooses a password, once */
  async makeLink(of: Admission): Promise<string> {
    const token = newToken();
    await this.coordination.put(linkKey(token), of, { ttl: LINK_HOURS * HOUR });
    return token;
  }

  async linkOf(token: string): Promise<Admission | null> {
    return ((await this.coordination.get(linkKey(token)))?.value as Admission | undefined) ?? null;
  }

  /** True for one of those who ask for it. */
  takeLink(token: string): Promise<boolean> {
    return this.coordination.delete(linkKey(token));
  }

  async keepPassword(name: string, kept: PasswordRecord): Promise<void> {
    await this.coordination.put(passwordKey(name), kept);
  }

  /** Null where none was chosen since this admission. */
  async passwordOf({ name, admission }: Admission): Promise<string | null> {
    const kept = (await this.coordination.get(passwordKey(name)))?.value as PasswordRecord | undefined;
    return kept?.admission === admission ? kept.hash : null;
  }

  /** With the passkeys. */
  async forgetPassword(name: string): Promise<void> {
    await this.coordination.delete(passwordKey(name));
    await this.coordination.delete(passkeysKey(name));
  }

  /** Those of this admission, in the order of their adding. */
  async passkeysOf({ name, admission }: Admission): Promise<readonly Passkey[]> {
    const kept = (await this.coordination.get(passkeysKey(name)))?.value as PasskeysRecord | undefined;
    return kept?.admission === admission ? kept.keys : [];
  }

  async changePasskeys(
    { name, admission }: Admission,
    change: (keys: readonly Passkey[]) => readonly Passkey[],
  ): Promise<void> {
    await changeEntry(this.coordination, { key: passkeysKey(name) }, (entry) => {
      const kept = entry?.value as PasskeysRecord | undefined;
      return { admission, keys: [...change(kept?.admission === admission ? kept.keys : [])] };
    });
  }

  async keepChallenge(session: string, challenge: string): Promise<void> {
    await this.coordination.put(challengeKey(session, challenge), {}, { ttl: CHALLENGE_MS });
  }

  /** True once, while it lasts, for the session that it was kept for. */
  async takeChallenge(session: string, challenge: string): Promise<boolean> {
    const key = challengeKey(session, challenge);
    return (await this.coordination.get(key)) !== undefined && this.coordination.delete(key);
  }

  /** @returns what the browser holds on its way */
  async beginCrossing(crossing: Crossing): Promise<string> {
    const token = newToken();
    await this.coordination.put(crossingKey(token), crossing, { ttl: CROSSING_MINUTES * MINUTE });
    return token;
  }

  /** Once; null where it was taken, or took too long. */
  async takeCrossing(token: string): Promise<Crossing | null> {
    const crossing = (await this.coordination.get(crossingKey(token)))?.value as Crossing | undefined;
    return crossing !== undefined && (await this.coordination.delete(crossingKey(token))) ? crossing : null;
  }

  async begin(
    { name, admission }: Admission,
    { issuer = false, passkey = false, reason = null }: Partial<SessionRecord> = {},
  ): Promise<Session> {
    const record = { name, admission, csrf: newToken(), reason, issuer, passkey };
    const id = newToken();
    await this.coordination.put(sessionKey(id), record, { ttl: SESSION_MS });
    return { ...record, id };
  }

  async sessionOf(id: string): Promise<Session | null> {
    const record = (await this.coordination.get(sessionKey(id)))?.value as SessionRecord | undefined;
    return record === undefined ? null : { ...record, id };
  }

  /** Its end stays what it is. */
  async tellReason(id: string, reason: string | null): Promise<void> {
    const entry = await this.coordination.get(sessionKey(id));
    if (entry?.expiresAt == null) return;
    const ttl = Math.max(1, entry.expiresAt - Date.now());
    await this.coordination.put(sessionKey(id), { ...entry.value, reason }, { expected: entry.version, ttl });
  }

  /** Null: no such form was carried out in the session. */
  async formLedTo(id: string, form: string): Promise<string | null> {
    const to = (await this.coordination.get(formKey(id, form)))?.value['to'];
    return typeof to === 'string' ? to : null;
  }

  /** As long as a session may last. */
  async keepWhereFormLed(id: string, form: string, to: string): Promise<void> {
    await this.coordination.put(formKey(id, form), { to }, { ttl: SESSION_MS });
  }

  async end(id: string): Promise<void> {
    await this.coordination.delete(sessionKey(id));
  }

  /** Counted before a password is looked at: many at once are counted too. @returns with this one */
  async countAttempt(tries: Tries): Promise<number> {
    const key = attemptsKey(tries);
    let count = 0;
    await changeEntry(this.coordination, { key, ttl: ATTEMPTS_MS }, (entry) => ({
      count: (count = Number(entry?.value['count'] ?? 0) + 1),
    }));
    return count;
  }

  async forgetAttempts(tries: Tries): Promise<void> {
    await this.coordination.delete(attemptsKey(tries));
  }

  /** Where the console was last reached, for links. */
  async tellAddress(url: string): Promise<void> {
    await this.coordination.put(ADDRESS_KEY, { url });
  }

  async address(): Promise<string | null> {
    const url = (await this.coordination.get(ADDRESS_KEY))?.value['url'];
    return typeof url === 'string' ? url : null;
  }
}
