/** Every call that docs/api.md and requests.http show works as it stands there, against a running service. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ApiWorld } from '../support/worlds/api-world.js';
import { forAllTests } from '../support/worlds/for-each-test.js';

const ROOT = join(__dirname, '..', '..');
const GUIDE = readFileSync(join(ROOT, 'docs/api.md'), 'utf8');
const REQUESTS = readFileSync(join(ROOT, 'requests.http'), 'utf8');

const world = forAllTests(() => ApiWorld.start({ worker: 'register' }));
const key = forAllTests(() => world.customer());

/** The blocks of shell in the guide; the first one sets BASE, KEY and the alias. */
const blocks = [...GUIDE.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text = '']) => text).slice(1);
const callsIn = (text: string): number => [...text.matchAll(/^api /gm)].length;

/** What each call of a block was answered: its status, and its body. */
async function run(text: string, job: string): Promise<{ status: number; body: Record<string, unknown> }[]> {
  const script = `api() { curl -sS -w '\\n%{http_code}\\n' -H "Authorization: Bearer $KEY" "$@"; }\n${text}`;
  const env = { PATH: process.env['PATH'], BASE: world.api.url, KEY: key.key, JOB: job };
  const { stdout } = await promisify(execFile)('bash', ['-euc', script], { env, maxBuffer: 10_000_000 });
  const lines = stdout.trimEnd().split('\n');
  return Array.from({ length: lines.length / 2 }, (_, index) => ({
    status: Number(lines[2 * index + 1]),
    body: JSON.parse(lines[2 * index] ?? '') as Record<string, unknown>,
  }));
}

describe('docs/api.md', () => {
  it('shows calls that are answered as it says', async () => {
    let job = '';
    let shown = 0;
    for (const text of blocks) {
      const answers = await run(text, job);
      expect([text, answers.length]).toEqual([text, callsIn(text)]);
      expect([text, answers.filter(({ status }) => status >= 300)]).toEqual([text, []]);
      const accepted = answers.find(({ status }) => status === 202);
      if (accepted !== undefined) {
        job = String(accepted.body['job_id']);
        await world.ended(key, job);
      }
      shown += answers.length;
    }
    expect(shown).toBeGreaterThan(10);
    // Both companies that the guide names are in the register that ships.
    const { body } = await world.call(`/v1/enrich/jobs/${job}`, {}, key);
    expect(body['counts']).toMatchObject({ total: 2, succeeded: 2 });
  });

  it('names every field of the answers that it lists', async () => {
    const { body } = await world.call('/v1/resolve?company_number=11990344&blocks=company_identity', {}, key);
    const listed = /The answer is a row: ([\s\S]*?)\. `X-Billed-Units`/.exec(GUIDE)?.[1] ?? '';
    const names = [...listed.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name);
    expect(names.sort()).toEqual(Object.keys(body).sort());
  });
});

interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The requests of requests.http, in order. */
function requests(): Request[] {
  return REQUESTS.split(/^### .*$/m)
    .slice(1)
    .map((text) => {
      const [head = '', body = ''] = text.trim().split(/\n\n([\s\S]*)/);
      const [first = '', ...lines] = head.split('\n');
      const [method = '', target = ''] = first.split(' ');
      const named = lines.map((line): [string, string] => {
        const [name = '', value = ''] = line.split(': ', 2);
        return [name.toLowerCase(), value];
      });
      const headers = Object.fromEntries(named.filter(([name]) => name !== 'authorization'));
      return { method, path: target.replace('{{base}}', ''), headers, body };
    });
}

it('requests.http holds requests of all ten operations that are answered as they stand there', async () => {
  let job = '';
  const seen = new Set<string>();
  for (const { method, path, headers, body } of requests()) {
    const sent = body === '' ? { method, headers } : { method, headers, body };
    const reply = await world.call(path.replace('{{job}}', job), sent, key);
    expect([method, path, reply.status < 400]).toEqual([method, path, true]);
    if (path === '/v1/enrich/jobs') {
      job = String(reply.body['job_id']);
      await world.ended(key, job);
    }
    seen.add(`${method} ${path.split('?', 1)[0] ?? ''}`);
  }
  expect(seen.size).toBe(10);
});
