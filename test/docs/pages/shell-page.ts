/** A page of the documentation that is a story in shell: its commands are run in order, and print what stands there. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ApiWorld, IssuedKey } from '../../support/worlds/api-world.js';

const ROOT = join(__dirname, '..', '..', '..');
const BLOCK = /```sh\n([\s\S]*?)```\n(?:\n```text\n[\s\S]*?```\n)?/g;
/** By which `company-data` is a command. */
const README_LINE = /^alias company-data=.*$/m.exec(readFileSync(join(ROOT, 'README.md'), 'utf8'))?.[0] ?? '';
const BETWEEN = '--- the next block ---';

export class ShellPage {
  private readonly page: string;
  /** Where its commands run; holds the samples. */
  readonly folder = mkdtempSync(join(tmpdir(), 'page-'));

  /** @param name of a file in `docs` */
  constructor(name: string) {
    this.page = join(ROOT, 'docs', name);
    symlinkSync(join(ROOT, 'samples'), join(this.folder, 'samples'));
  }

  get text(): string {
    return readFileSync(this.page, 'utf8');
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The page with what its commands print now, which is written where `npm run docs` asks for it. */
  async told(world: ApiWorld, key: IssuedKey): Promise<string> {
    const { text } = this;
    const printed = await this.outputs(
      [...text.matchAll(BLOCK)].map(([, block = '']) => block),
      world,
      key,
    );
    const told = text.replace(BLOCK, (_, block: string) => {
      const output = printed.shift() ?? '';
      return `\`\`\`sh\n${block}\`\`\`\n${output === '' ? '' : `\n\`\`\`text\n${output}\`\`\`\n`}`;
    });
    if (process.env['WRITE_DOCS'] === '1') writeFileSync(this.page, told);
    return told;
  }

  /** What each block of shell prints. One shell runs them all, so that one block goes on from the other. */
  private async outputs(blocks: readonly string[], world: ApiWorld, key: IssuedKey): Promise<string[]> {
    const script = [
      'shopt -s expand_aliases',
      README_LINE.replace('$PWD', ROOT),
      'api() { curl -sS -H "Authorization: Bearer $KEY" "$@"; }',
      ...blocks.flatMap((text) => [text, `echo '${BETWEEN}'`]),
    ].join('\n');
    const { dataDir } = world.settings;
    const env = {
      PATH: process.env['PATH'],
      BASE: world.api.url,
      KEY: key.key,
      DATA_DIR: dataDir,
      OPERATOR: 'alice',
    };
    const options = { env, cwd: this.folder, maxBuffer: 10_000_000, timeout: 500_000 };
    const { stdout } = await promisify(execFile)('bash', ['-euc', script], options);
    return alike(stdout.replaceAll(dataDir, 'data').replaceAll(key.keyId, 'abcdefghijkl'))
      .split(`${BETWEEN}\n`)
      .slice(0, -1);
  }
}

/** The same text for the same course of events: what differs each time is replaced by as many characters. */
function alike(text: string): string {
  return text
    .replaceAll('\r', '')
    .replace(/\b20(?!20)\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '2026-11-22T12:00:00.000Z')
    .replace(/\b20(?!20)\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC/g, '2026-11-22 12:00:00 UTC')
    .replace(/\b20(?!20)\d\d-\d\d-\d\d\b(?!T| \d\d:)/g, '2026-11-22')
    .replace(/\b20(?!20)\d\d-\d\d\b(?!-)/g, '2026-11')
    .replace(/\b(job|req|adj)_[0-9A-Z]{26}\b/g, (_, kind: string) => `${kind}_01JDXB8Z5N0000000000000001`)
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '5f0c6f4e-0000-8000-8000-000000000000')
    .replace(/\b[0-9a-f]{64}\b/g, numbered())
    .replace(/\bkey [0-9a-f]{16}\b/g, 'key 00000000000000aa');
}

/** Equal hashes stay equal, and others different: each is its place among those that were printed. */
function numbered(): (hash: string) => string {
  const known = new Map<string, number>();
  return (hash) => {
    known.set(hash, known.get(hash) ?? known.size + 1);
    return `${known.get(hash) ?? 0}`.padStart(hash.length, '0');
  };
}
