/**
 * `npm run bench:sync`: the whole country by `register sync`, from the stand-in of the publishers' sites and
 * files of national size in the publishers' form, whose values are made up. `--scale S`: a share of the
 * country (default 0.01; 1 takes hours, and about 110 GB of disk); `--source a,b`: of these alone. What it
 * makes lies in a temporary folder and is removed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { syncNoteOf } from '../packages/enrichment/src/sources/kit/publication/sync-note.js';
import { machine, markdown, table, whole } from './support/figures.js';
import {
  publish,
  PUBLISHED_SOURCES,
  type PublishedSource,
} from './support/national/published/published-files.js';
import { publishersOver } from './support/publishers.js';
import { WatchedProcess } from './support/watched-process.js';

const CLI = join(process.cwd(), 'bin/company-data.js');
const AIM_BYTES = 600e6;

interface Outcome {
  readonly source: string;
  readonly outcome: string;
  readonly rows?: number;
  readonly bytes?: number;
  readonly detail?: string;
}

const megabytes = (bytes: number): string => `${whole(bytes / 1e6)} MB`;
const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`;

async function laidOut(folder: string, sources: readonly PublishedSource[], scale: number): Promise<void> {
  for (const source of sources) {
    const from = performance.now();
    await publish(folder, source, scale);
    process.stderr.write(`${source} is published, ${seconds(performance.now() - from)}\n`);
  }
}

interface Run {
  readonly outcomes: readonly Outcome[];
  readonly began: number;
  readonly ended: number;
  readonly watched: WatchedProcess;
}

async function synced(
  dataDir: string,
  sources: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<Run> {
  const began = Date.now();
  const child = spawn(process.execPath, [CLI, 'register', 'sync', '--source', sources.join(','), '--json'], {
    env: { ...settings, PATH: process.env['PATH'], DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const watched = new WatchedProcess(child.pid ?? 0, dataDir);
  const closed = once(child, 'close');
  const said = await text(child.stdout);
  await closed;
  watched.stop();
  const { sources: outcomes } = JSON.parse(said) as { sources: readonly Outcome[] };
  return { outcomes, began, ended: Date.now(), watched };
}

/** A row a source: each ends where its note says that it was looked at. */
function rowsOf(dataDir: string, { outcomes, began, watched }: Run): string[][] {
  let from = began;
  return outcomes.map(({ source, outcome, rows = 0, bytes = 0, detail = outcome }) => {
    const to = Date.parse(syncNoteOf(dataDir, source)?.looked_at ?? '');
    const { own, below, disk } = watched.peaks(from, to);
    const took = to - from;
    from = to;
    return [
      ...[source, outcome === 'synced' ? whole(rows) : detail, megabytes(bytes), seconds(took)],
      ...[own, below, disk].map(megabytes),
    ];
  });
}

const HEAD = ['source', 'rows', 'files', 'time', 'peak memory', 'of its readers', 'disk at its peak'];

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { scale: { type: 'string', default: '0.01' }, source: { type: 'string' } },
  });
  const scale = Number(values.scale);
  const sources = PUBLISHED_SOURCES.filter((name) => values.source?.split(',').includes(name) ?? true);
  const folder = mkdtempSync(join(tmpdir(), 'bench-sync-'));
  const [published, dataDir] = [join(folder, 'published'), join(folder, 'data')];
  mkdirSync(dataDir);
  try {
    await laidOut(published, sources, scale);
    const publishers = await publishersOver(published);
    const run = await synced(dataDir, sources, publishers.settings).finally(publishers.stop);
    const { watched, began, ended, outcomes } = run;
    const rows = rowsOf(dataDir, run);
    const { below, disk } = watched.peaks();
    const verdict = watched.peak <= AIM_BYTES ? 'met' : 'not met';
    process.stdout.write(
      `${machine()}\n${table(HEAD, rows)}\n\n${markdown(HEAD, rows)}\n\n` +
        `at ${scale} of the country: ${seconds(ended - began)}; peak memory of the syncing process ` +
        `${megabytes(watched.peak)} (aim: ${megabytes(AIM_BYTES)}, ${verdict}), of its readers ${megabytes(below)}; ` +
        `disk at its peak ${megabytes(disk)}\n`,
    );
    if (outcomes.some(({ outcome }) => outcome !== 'synced')) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

void main();
