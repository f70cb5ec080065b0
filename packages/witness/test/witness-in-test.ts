/** A witness in a folder of its own, asked without HTTP. */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cosigner } from '../src/cosigner.js';
import { parseLogs } from '../src/logs.js';
import { Refusal } from '../src/refusal.js';
import { StateFile } from '../src/state-file.js';
import { Witness } from '../src/witness.js';

const NAME = 'witness.example.org/w1';
/** The time at which witnesses of tests begin. */
export const TIME = 1_800_000_000;

export class WitnessInTest {
  readonly state: string;
  readonly entries: object[] = [];
  time = TIME;
  readonly cosigner: Cosigner;
  witness: Witness;

  /**
   * @param logs lines of the list of logs
   * @param folder that of another process; left out: a new one
   */
  constructor(
    readonly logs: readonly string[],
    cosigner = new Cosigner(NAME),
    readonly folder = mkdtempSync(join(tmpdir(), 'witness-')),
  ) {
    this.state = join(folder, 'state');
    this.cosigner = cosigner;
    this.witness = this.start();
  }

  /** Another process on the same folder. */
  restart(): void {
    this.witness = this.start();
  }

  /** What it answers: a cosignature, or a status and the line of the refusal. */
  ask(body: string | Buffer): string {
    try {
      return this.witness.addCheckpoint(Buffer.from(body));
    } catch (error) {
      if (error instanceof Refusal) return `${error.status} ${error.message}`;
      throw error;
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private start(): Witness {
    const file = new StateFile(this.state, this.cosigner.vkey);
    if (!existsSync(this.state)) file.create();
    file.open();
    const logs = parseLogs(['logs/v0', ...this.logs].join('\n'));
    return new Witness(
      this.cosigner,
      logs,
      file,
      (entry) => this.entries.push(entry),
      () => this.time,
    );
  }
}

/** The time in a cosignature, once its line is found good by the text of c2sp.org/tlog-cosignature. */
export function cosignedAt(line: string, vkey: string, text: string): number {
  const [, name = '', data = ''] = /^— ([^ ]+) ([^ ]+)\n$/.exec(line) ?? [];
  const [vkeyName, id, ...key] = vkey.split('+');
  const typed = Buffer.from(key.join('+'), 'base64');
  expect(typed[0]).toBe(4);
  expect(name).toBe(vkeyName);
  const bytes = Buffer.from(data, 'base64');
  expect(bytes.length).toBe(4 + 8 + 64);
  expect(bytes.toString('hex', 0, 4)).toBe(id);
  expect(createHash('sha256').update(`${name}\n`).update(typed).digest('hex').slice(0, 8)).toBe(id);
  const time = Number(bytes.readBigUInt64BE(4));
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: typed.toString('base64url', 1) };
  const message = Buffer.from(`cosignature/v1\ntime ${time}\n${text}`);
  expect(verify(null, message, createPublicKey({ key: jwk, format: 'jwk' }), bytes.subarray(12))).toBe(true);
  return time;
}
