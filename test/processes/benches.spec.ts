/** Every bench in its smallest form: it ends well, and its tables have their lines. No figure is judged. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { BLOCKS } from '../../packages/enrichment/src/blocks/index.js';

const ROOT = join(__dirname, '..', '..');
const PROGRAMS = join(ROOT, 'dist', 'bench');

interface Smallest {
  readonly switches: string;
  /** First cells of lines that its tables must have. */
  readonly lines: readonly string[];
  /** How its output begins where this machine lacks what it needs; absent: it needs nothing. */
  readonly passedOver?: string;
}

const SMALLEST: Readonly<Record<string, Smallest>> = {
  age: {
    switches: '--lists 20 --events 5000 --rounds 1 --rows 20 --turns 1',
    lines: ['start: ready, ms', 'resolve: p99, ms', 'peak memory, MB', 'verify, peak memory, MB'],
  },
  audit: {
    switches: '--events 20000',
    lines: ['bare read', 'verify', 'usage rebuild', 'explain charge', 'investigate request'],
  },
  blocks: { switches: '--rows 50 --rounds 1', lines: BLOCKS.map(({ key }) => key) },
  // Its scans are made by a browser.
  'calibrate-pdf': {
    switches: '--scans 4 --only SC722766',
    lines: ['pdf_text', 'ocr'],
    passedOver: 'passed over: no Chromium is installed here',
  },
  http: {
    switches: '--seconds 1 --warm-up 1',
    lines: ['bare Fastify, same bytes as whoami', 'GET /v1/whoami', 'GET /v1/resolve, four blocks, durable'],
  },
  jobs: {
    switches: '--rows 200 --warm-up 20',
    lines: ['accepted (202) after', 'all pages of 1,000 read', 'usage rebuilt', 'bare loop / job'],
  },
  changes: {
    switches: '--rows 2000',
    lines: ['import with digests', 'register changes', 'bare comparison', 'with an older edition to digest'],
  },
  matching: { switches: '', lines: ['as registered', 'a typing error', 'all', '0.98'] },
  preview: { switches: '--lists 6', lines: ['by number', 'by name', 'mixed', 'with websites', 'all'] },
  register: {
    switches: '--rows 2000',
    lines: ['rows/s, all in', 'by number, one by one', 'by name, one by one'],
  },
  sites: {
    switches: '--sites 3 --seconds 1',
    lines: ['bare undici, fetching alone', 'the crawler, one site', 'the crawler', 'alone'],
  },
  sources: { switches: '--records 100', lines: ['psc', 'officers', 'charges', 'postcodes', 'planning'] },
  start: {
    switches: '--rounds 1 --rest 0 --idle 1',
    lines: ['ready, ms', 'memory at rest, MB', '--help, ms', 'accounts list, ms'],
  },
  stores: {
    switches: '--rounds 1 --scale 0.01 --rows 100 --rest 2',
    lines: [
      'append 1 event, one writer',
      'append 100 events, 8 writers',
      'replay one of two categories',
      'a job of 100 rows',
      'at rest for 2 s',
    ],
  },
  sync: { switches: '--scale 0.0001 --source companies,psc', lines: ['companies', 'psc'] },
  truth: { switches: '--documents 2', lines: ['date', 'sign', 'all'] },
};

const NAMES = readdirSync(join(ROOT, 'bench')).flatMap((file) => /^(.+)\.bench\.ts$/.exec(file)?.[1] ?? []);

/** What it printed, and with which code it ended. */
async function run(name: string, switches: readonly string[]): Promise<{ code: unknown; printed: string }> {
  const child = spawn(process.execPath, [join(PROGRAMS, `${name}.bench.js`), ...switches], { cwd: ROOT });
  const closed = once(child, 'close');
  const [printed, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await closed) as [number | null];
  return { code: code === 0 ? 0 : `${code}: ${complaints}`, printed: stripVTControlCharacters(printed) };
}

const rowsOf = (printed: string): readonly string[][] =>
  printed
    .split('\n')
    .filter((line) => /^[│|]/.test(line))
    .map((line) =>
      line
        .split(/[│|]/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

describe('benches', () => {
  it('are all run here', () => {
    expect(Object.keys(SMALLEST).sort()).toEqual(NAMES.sort());
  });

  it.each(Object.entries(SMALLEST))(
    '%s ends well and prints its lines',
    async (name, { switches, lines, passedOver }) => {
      const { code, printed } = await run(name, switches.split(' ').filter(Boolean));
      expect(code).toBe(0);
      if (passedOver !== undefined && printed.startsWith(passedOver)) return;
      const rows = rowsOf(printed);
      expect(rows.map(([first]) => first)).toEqual(expect.arrayContaining([...lines]));
      expect(rows.filter((cells) => cells.some((cell) => /NaN|undefined/.test(cell)))).toEqual([]);
    },
  );
});
