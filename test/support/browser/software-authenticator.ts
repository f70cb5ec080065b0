/** An authenticator in software: makes passkeys (ES256, attestation "none") and signs with them, as WebAuthn 3 has it. */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();

/** CBOR of what an attestation needs: small numbers, short texts, bytes and maps. */
function cbor(value: number | string | Buffer | Map<unknown, unknown>): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flat() as (number | string | Buffer)[];
  return Buffer.concat([head(5, value.size), ...entries.map(cbor)]);
}

function head(major: number, count: number): Buffer {
  const first = major << 5;
  if (count < 24) return Buffer.from([first | count]);
  return count < 256 ? Buffer.from([first | 24, count]) : Buffer.from([first | 25, count >> 8, count & 255]);
}

export class SoftwareAuthenticator {
  private readonly key: KeyObject;
  private readonly publicKey: Buffer;
  readonly id = randomBytes(16);
  private counter = 0;

  constructor(
    private readonly origin: string,
    private readonly host = new URL(origin).hostname,
  ) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.key = privateKey;
    const [right, down] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
    const cose: [number, number | Buffer][] = [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, right],
      [-3, down],
    ];
    this.publicKey = cbor(new Map(cose));
  }

  /** The answer to `navigator.credentials.create`, as the console's page sends it. */
  create(challenge: string): string {
    const length = Buffer.from([0, this.id.length]);
    const made = Buffer.concat([Buffer.alloc(16), length, this.id, this.publicKey]);
    const authData = Buffer.concat([this.data(0x45), made]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    const clientDataJSON = this.client('webauthn.create', challenge);
    return this.answer({ clientDataJSON, attestationObject: cbor(attestation), transports: ['internal'] });
  }

  /** The answer to `navigator.credentials.get`. */
  get(challenge: string): string {
    this.counter++;
    const clientDataJSON = this.client('webauthn.get', challenge);
    const authenticatorData = this.data(0x05);
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientDataJSON)]), this.key);
    return this.answer({ clientDataJSON, authenticatorData, signature });
  }

  private client(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  private data(flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(this.host), Buffer.from([flags]), counter]);
  }

  private answer(parts: Readonly<Record<string, Buffer | string[]>>): string {
    const id = this.id.toString('base64url');
    const response = Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [
        name,
        Buffer.isBuffer(part) ? part.toString('base64url') : part,
      ]),
    );
    return JSON.stringify({ id, rawId: id, type: 'public-key', response, clientExtensionResults: {} });
  }
}
