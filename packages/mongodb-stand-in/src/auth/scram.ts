/** The server's side of SCRAM-SHA-256 (RFC 5802, RFC 7677), as far as it needs one conversation at a time. */
import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';
import { ServerError } from '../errors.js';

/** The least that the driver takes. */
const ITERATIONS = 4_096;

export const authenticationFailed = (): ServerError => new ServerError(18, 'Authentication failed.');

/** `n=user,r=nonce` and the like. */
function fieldsOf(message: string): ReadonlyMap<string, string> {
  const parts = message.split(',').map((part) => [part.slice(0, 1), part.slice(2)] as const);
  return new Map(parts);
}

const plainName = (name: string): string => name.replaceAll('=2C', ',').replaceAll('=3D', '=');

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

export class ScramConversation {
  readonly user: string;
  /** What the server says first. */
  readonly challenge: string;
  private readonly clientFirst: string;
  private readonly nonce: string;
  private readonly salted: Buffer;

  /** @throws ServerError 18 where there is no such user */
  constructor(message: string, users: Readonly<Record<string, string>>) {
    this.clientFirst = message.replace(/^n,,/, '');
    const fields = fieldsOf(this.clientFirst);
    this.user = plainName(fields.get('n') ?? '');
    const password = users[this.user];
    if (password === undefined) throw authenticationFailed();
    const salt = randomBytes(28);
    this.nonce = `${fields.get('r') ?? ''}${randomBytes(24).toString('base64')}`;
    this.salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
    this.challenge = `r=${this.nonce},s=${salt.toString('base64')},i=${ITERATIONS}`;
  }

  /**
   * @returns the proof that the server knows the password too
   * @throws ServerError 18 where the client doesn't
   */
  finish(message: string): string {
    const [withoutProof = '', proof = ''] = message.split(',p=');
    const said = [this.clientFirst, this.challenge, withoutProof].join(',');
    const clientKey = hmac(this.salted, 'Client Key');
    const signature = hmac(createHash('sha256').update(clientKey).digest(), said);
    const expected = clientKey.map((byte, at) => byte ^ (signature[at] ?? 0));
    const given = Buffer.from(proof, 'base64');
    const isRight = given.length === expected.length && timingSafeEqual(given, expected);
    if (!isRight || fieldsOf(withoutProof).get('r') !== this.nonce) throw authenticationFailed();
    return `v=${hmac(hmac(this.salted, 'Server Key'), said).toString('base64')}`;
  }
}
