/** The key of a witness and what it signs: Ed25519 cosignatures, v1 (c2sp.org/tlog-cosignature). */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { isKeyName, keyId } from './note.js';

export class Cosigner {
  /** The verifier key, which clients of logs are given. */
  readonly vkey: string;
  private readonly id: string;

  /** Takes an Ed25519 private key. Throws an Error where no key may have the name. */
  constructor(
    private readonly name: string,
    private readonly key = generateKeyPairSync('ed25519').privateKey,
  ) {
    if (!isKeyName(name)) throw new Error('a name has no space and no plus, such as witness.example.org/w1');
    const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
    const typed = Buffer.concat([Buffer.of(0x04), Buffer.from(x, 'base64url')]); // the type of cosignature/v1
    this.id = keyId(name, typed);
    this.vkey = `${name}+${this.id}+${typed.toString('base64')}`;
  }

  /** Reads what `secret` wrote. Throws an Error where there is no key in it. */
  static read(secret: string): Cosigner {
    const end = secret.indexOf('\n');
    return new Cosigner(secret.slice(0, end), createPrivateKey(secret.slice(end)));
  }

  /** The key for its file: a line with the name, then the private key in PKCS #8. */
  get secret(): string {
    return `${this.name}\n${this.key.export({ type: 'pkcs8', format: 'pem' }).toString()}`;
  }

  /** The signature line, with its newline, of a checkpoint's text at a time in seconds since 1970. */
  cosign(text: string, time: number): string {
    const idAndTime = Buffer.from(this.id + time.toString(16).padStart(16, '0'), 'hex');
    const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${time}\n${text}`), this.key);
    return `\u2014 ${this.name} ${Buffer.concat([idAndTime, signature]).toString('base64')}\n`;
  }
}
