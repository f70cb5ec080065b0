/**
 * Keeps one-time links, passwords, passkeys, sessions and counts of attempts in Coordination. None of them
 * becomes an event, since most are secrets. Links and sessions are stored under hashes of their tokens. If
 * the records are lost, an admin must admit the operators again (`console users add`).
 */
import { changeEntry } from '../../../packages/platform/src/coordination/change-entry.js';
import type { Coordination } from '../../../packages/platform/src/coordination/coordination.js';
import { hashOfToken, newToken } from '../../../packages/platform/src/secrets/token.js';
import type { Stores } from '../../../packages/platform/src/stores/stores.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const LINK_HOURS = 24;
/** The fixed length of a session: a long working day. */
const SESSION_MS = 12 * HOUR_MS;
const ATTEMPT_WINDOW_MS = 15 * MINUTE_MS;
/** The time for a sign-in at the issuer, with its second factor. */
export const ISSUER_SIGN_IN_MINUTES = 15;
/** A passkey must be shown or added within this time after its page was opened. */
const CHALLENGE_MS = 5 * MINUTE_MS;

/** The admission of an operator; links and sessions end with it. */
export type AdmissionRef = { readonly name: string; readonly admission: number };

/** A sign-in that was begun at the issuer: the values that its answer is checked against. */
export type IssuerSignIn = {
  readonly state: string;
  readonly nonce: string;
  /** The code verifier of the proof key (PKCE). */
  readonly verifier: string;
  /** The console page that the operator wanted to see. */
  readonly to: string;
};

export type SessionRecord = AdmissionRef & {
  /** The token that every form must carry. */
  readonly csrf: string;
  /** The operator's last reason for looking at customer data; every audit record has it. */
  readonly reason: string | null;
  /** True if the issuer signed the operator in, not a password. */
  readonly issuer: boolean;
  /** True if a passkey was shown or added. Absent in sessions of older versions. */
  readonly passkey?: boolean;
};

/** A stored passkey. All its fields are public. */
export type Passkey = {
  /** The credential's id, base64url. */
  readonly id: string;
  /** The public COSE key, base64url. */
  readonly key: string;
  /** The authenticator's count of signatures; 0 where it doesn't count. */
  readonly counter: number;
  /** The WebAuthn transports by which browsers reach the authenticator. */
  readonly transports: readonly string[];
  /** The user's name for the passkey. */
  readonly name: string;
  /** ISO 8601, UTC. */
  readonly added_at: string;
};
type PasskeysRecord = { readonly admission: number; readonly keys: readonly Passkey[] };

export interface Session extends SessionRecord {
  readonly id: string;
}

/** Attempts that count together: those of one subject in a quarter of an hour. */
export type AttemptWindow = { readonly subject: string; readonly at: Date };

type PasswordRecord = { readonly admission: number; readonly hash: string };

const linkKey = (token: string): string => `console/link/${hashOfToken(token)}`;
const sessionKey = (id: string): string => `console/session/${hashOfToken(id)}`;
const formKey = (id: string, form: string): string => `console/form/${hashOfToken(`${id} ${form}`)}`;
const passwordKey = (name: string): string => `console/password/${hashOfToken(name)}`;
const passkeysKey = (name: string): string => `console/passkeys/${hashOfToken(name)}`;
/** The key of a challenge, which no other session can use. */
const challengeKey = (session: string, challenge: string): string =>
  `console/challenge/${hashOfToken(`${session} ${challenge}`)}`;
const issuerSignInKey = (token: string): string => `console/crossing/${hashOfToken(token)}`;
/** The key of a fixed quarter of an hour. A further attempt does not extend it. */
const attemptsKey = ({ subject, at }: AttemptWindow): string =>
  `console/attempts/${hashOfToken(subject)}/${Math.floor(at.getTime() / ATTEMPT_WINDOW_MS)}`;
const ADDRESS_KEY = 'console/address';

export const signInRecords = ({ stores }: { readonly stores: Pick<Stores, 'coordination'> }): SignInRecords =>
  new SignInRecords(stores.coordination);

/** Only this class writes under these keys, so the values that it reads have its own shapes. */
export class SignInRecords {
  constructor(private readonly coordination: Coordination) {}

  /** @returns the token of a link with which an operator chooses a password once */
  async makeLink(admission: AdmissionRef): Promise<string> {
    const token = newToken();
    await this.coordination.put(linkKey(token), admission, { ttl: LINK_HOURS * HOUR_MS });
    return token;
  }

  async admissionOfLink(token: string): Promise<AdmissionRef | null> {
    return ((await this.coordination.get(linkKey(token)))?.value as AdmissionRef | undefined) ?? null;
  }

  /** Uses a link up. Returns true for one caller only. */
  takeLink(token: string): Promise<boolean> {
    return this.coordination.delete(linkKey(token));
  }

  async keepPassword(name: string, record: PasswordRecord): Promise<void> {
    await this.coordination.put(passwordKey(name), record);
  }

  /** The password's hash; null where none was chosen since this admission. */
  async passwordHashOf({ name, admission }: AdmissionRef): Promise<string | null> {
    const record = (await this.coordination.get(passwordKey(name)))?.value as PasswordRecord | undefined;
    return record?.admission === admission ? record.hash : null;
  }

  /** Deletes the password and the passkeys. */
  async forgetPasswordAndPasskeys(name: string): Promise<void> {
    await this.coordination.delete(passwordKey(name));
    await this.coordination.delete(passkeysKey(name));
  }

  /** The passkeys of this admission, in the order of their adding. */
  async passkeysOf({ name, admission }: AdmissionRef): Promise<readonly Passkey[]> {
    const record = (await this.coordination.get(passkeysKey(name)))?.value as PasskeysRecord | undefined;
    return record?.admission === admission ? record.keys : [];
  }

  async changePasskeys(
    { name, admission }: AdmissionRef,
    change: (keys: readonly Passkey[]) => readonly Passkey[],
  ): Promise<void> {
    await changeEntry(this.coordination, { key: passkeysKey(name) }, (entry) => {
      const record = entry?.value as PasskeysRecord | undefined;
      return { admission, keys: [...change(record?.admission === admission ? record.keys : [])] };
    });
  }

  async keepChallenge(session: string, challenge: string): Promise<void> {
    await this.coordination.put(challengeKey(session, challenge), {}, { ttl: CHALLENGE_MS });
  }

  /** Uses a challenge up. Returns true once, before it expires, for its own session. */
  async takeChallenge(session: string, challenge: string): Promise<boolean> {
    const key = challengeKey(session, challenge);
    return (await this.coordination.get(key)) !== undefined && this.coordination.delete(key);
  }

  /** @returns the token that the browser keeps until it comes back */
  async keepIssuerSignIn(signIn: IssuerSignIn): Promise<string> {
    const token = newToken();
    await this.coordination.put(issuerSignInKey(token), signIn, { ttl: ISSUER_SIGN_IN_MINUTES * MINUTE_MS });
    return token;
  }

  /** Uses a sign-in at the issuer up; null where it was used before or has expired. */
  async takeIssuerSignIn(token: string): Promise<IssuerSignIn | null> {
    const signIn = (await this.coordination.get(issuerSignInKey(token)))?.value as IssuerSignIn | undefined;
    return signIn !== undefined && (await this.coordination.delete(issuerSignInKey(token))) ? signIn : null;
  }

  async beginSession(
    { name, admission }: AdmissionRef,
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

  /** Sets a session's reason. The session's end stays the same. */
  async setReason(id: string, reason: string | null): Promise<void> {
    const entry = await this.coordination.get(sessionKey(id));
    if (entry?.expiresAt == null) return;
    const ttl = Math.max(1, entry.expiresAt - Date.now());
    await this.coordination.put(sessionKey(id), { ...entry.value, reason }, { expected: entry.version, ttl });
  }

  /** The page that a submitted form led to; null if the session has carried out no such form. */
  async formTarget(id: string, form: string): Promise<string | null> {
    const to = (await this.coordination.get(formKey(id, form)))?.value['to'];
    return typeof to === 'string' ? to : null;
  }

  /**
   * Keeps the page that a form led to, for the whole length of a session.
   * @param onlyIfNew true: keeps the page only if none is kept yet
   * @returns true if the page was kept
   */
  async keepFormTarget(id: string, form: string, to: string, onlyIfNew = false): Promise<boolean> {
    const options = { ttl: SESSION_MS, ...(onlyIfNew ? { expected: null } : {}) };
    return (await this.coordination.put(formKey(id, form), { to }, options)).outcome === 'put';
  }

  /** Forgets a form that was refused: it may be corrected and sent again. */
  async forgetForm(id: string, form: string): Promise<void> {
    await this.coordination.delete(formKey(id, form));
  }

  async endSession(id: string): Promise<void> {
    await this.coordination.delete(sessionKey(id));
  }

  /** Counts an attempt before its check, so that parallel ones count too. @returns the count with this one */
  async countAttempt(window: AttemptWindow): Promise<number> {
    const key = attemptsKey(window);
    let count = 0;
    await changeEntry(this.coordination, { key, ttl: ATTEMPT_WINDOW_MS }, (entry) => ({
      count: (count = Number(entry?.value['count'] ?? 0) + 1),
    }));
    return count;
  }

  async forgetAttempts(window: AttemptWindow): Promise<void> {
    await this.coordination.delete(attemptsKey(window));
  }

  /** Keeps the URL under which the console was last reached, for links. */
  async keepAddress(url: string): Promise<void> {
    await this.coordination.put(ADDRESS_KEY, { url });
  }

  async address(): Promise<string | null> {
    const url = (await this.coordination.get(ADDRESS_KEY))?.value['url'];
    return typeof url === 'string' ? url : null;
  }
}
