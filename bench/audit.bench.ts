/**
 * `npm run bench:audit`: what it takes to check, rebuild and explain a long log. Writes a valid one of so
 * many logical events (`--events`, default 1,000,000; `--data DIR` keeps it there for the next run), then
 * runs each step in a process of its own. Rates are logical events a second; the baseline is a bare read of
 * the same log.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { PhaseFigures } from './support/audit-phases.js';
import { machine, table, whole } from './support/figures.js';
import { runPhase } from './support/run-phase.js';
import { hasWrittenLog, writtenLog } from './support/written-log.js';

const { values } = parseArgs({
  options: { events: { type: 'string', default: '1000000' }, data: { type: 'string' } },
});

const AIM_PER_SECOND = 200_000;
const AIM_SECONDS = 1;
const AIM_MB = 500;
const AIM_STATEMENT_SECONDS = 30;

const counts = ({ counted }: PhaseFigures): string =>
  Object.entries(counted)
    .map(([name, count]) => `${whole(count)} ${name}`)
    .join(', ');

const met = (holds: boolean): string => (holds ? 'met' : 'NOT MET');

/** A pass over the whole log. */
function passLine(
  name: string,
  figures: PhaseFigures,
  of: { logical: number; bare: PhaseFigures },
): string[] {
  const rate = of.logical / figures.seconds;
  return [
    name,
    counts(figures),
    `${figures.seconds.toFixed(1)} s (${figures.cpu_seconds.toFixed(1)} s)`,
    `${whole(rate)} /s`,
    (figures.cpu_seconds / of.bare.cpu_seconds).toFixed(1),
    `${whole(figures.peak_mb)} MB`,
    name === 'bare read' ? '' : met(rate >= AIM_PER_SECOND && figures.peak_mb < AIM_MB),
  ];
}

function lookUpLine(name: string, figures: PhaseFigures): string[] {
  return [
    name.replace('-', ' '),
    counts(figures),
    `${(figures.seconds * 1_000).toFixed(0)} ms`,
    `${whole(figures.peak_mb)} MB`,
    met(figures.seconds < AIM_SECONDS && figures.peak_mb < AIM_MB),
  ];
}

function passes(dataDir: string, logical: number): void {
  const bare = runPhase('read', dataDir);
  const lines = [
    passLine('bare read', bare, { logical, bare }),
    passLine('verify, the log alone', runPhase('verify-log', dataDir), { logical, bare }),
    passLine('verify without kept rows', runPhase('verify', dataDir), { logical, bare }),
    passLine('verify', runPhase('verify-kept', dataDir), { logical, bare }),
    passLine('usage rebuild', runPhase('rebuild', dataDir), { logical, bare }),
  ];
  const head = [
    'pass',
    'counted',
    'took (processor)',
    'logical events',
    'processor time to bare read',
    'peak',
    `${whole(AIM_PER_SECOND)} /s, ${AIM_MB} MB`,
  ];
  console.log(table(head, lines));
}

function lookUps(dataDir: string): void {
  const names = [
    'explain-day',
    'explain-month',
    'explain-job',
    'explain-charge',
    'investigate-row',
    'investigate-job',
    'investigate-key',
    'investigate-request',
  ];
  const lines = names.map((name) => lookUpLine(name, runPhase(name, dataDir)));
  console.log(table(['look-up', 'found', 'took', 'peak', `${AIM_SECONDS} s, ${AIM_MB} MB`], lines));
}

/** The busiest month of the busiest account. */
function statement(dataDir: string): void {
  runPhase('statement-before', dataDir);
  const figures = runPhase('statement', dataDir);
  const charges = figures.counted['charges'] ?? 0;
  const holds = figures.seconds * (1_000_000 / charges) < AIM_STATEMENT_SECONDS && figures.peak_mb < AIM_MB;
  const head = [
    'statement',
    'took (processor)',
    'peak',
    `${AIM_STATEMENT_SECONDS} s a million, ${AIM_MB} MB`,
  ];
  const took = `${figures.seconds.toFixed(1)} s (${figures.cpu_seconds.toFixed(1)} s)`;
  console.log(table(head, [[counts(figures), took, `${whole(figures.peak_mb)} MB`, met(holds)]]));
}

function main(): void {
  console.log(machine());
  const dataDir = values.data ?? mkdtempSync(join(tmpdir(), 'company-data-bench-'));
  try {
    if (!hasWrittenLog(dataDir)) {
      const built = runPhase('build', dataDir, Number(values.events));
      console.log(`A log of ${counts(built)}, written in ${built.seconds.toFixed(0)} s.`);
      const projected = runPhase('project', dataDir);
      console.log(`Its read models, made in ${projected.seconds.toFixed(0)} s.`);
    }
    const { events: logical } = writtenLog(dataDir);
    passes(dataDir, logical);
    lookUps(dataDir);
    statement(dataDir);
  } finally {
    if (values.data === undefined) rmSync(dataDir, { recursive: true, force: true });
  }
}

main();
