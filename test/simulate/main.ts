/**
 * `npm run simulate`: lives many lives, tells what failed and why, lives one again, and tells what was
 * covered.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Coverage } from './coverage.js';
import { liveThrough, type Life, type LifeOptions } from './life.js';
import { PLANTED } from './planted.js';
import { shrink } from './shrink.js';

/** `docs/testing.md` says what each does. */
const { values } = parseArgs({
  options: {
    lives: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    'seed-file': { type: 'string' },
    shrink: { type: 'boolean', default: false },
    replay: { type: 'string' },
    only: { type: 'string' },
    digest: { type: 'boolean', default: false },
    coverage: { type: 'boolean', default: false },
    planted: { type: 'string' },
    /** It ends after so many failing lives. */
    failures: { type: 'string', default: '5' },
  },
});

/** Lines of a trace that are told of a failing life. */
const LAST_LINES = 60;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

function optionsOf(): LifeOptions {
  const { planted, only } = values;
  if (planted !== undefined && PLANTED[planted] === undefined)
    throw new RangeError(`planted faults are: ${Object.keys(PLANTED).join('; ')}`);
  return {
    planted: planted === undefined ? undefined : PLANTED[planted],
    ...(only !== undefined && { only: new Set(only.split(',')) }),
  };
}

function tell(life: Life, lines: readonly string[]): void {
  print(
    `seed ${life.seed}: ${life.problems.length === 0 ? 'as it should be' : 'WRONG'}, digest ${life.digest}`,
  );
  for (const problem of life.problems) print(`  ${problem}`);
  print(`  faults: ${life.faults.join(',')}`);
  for (const line of lines) print(`    ${line}`);
}

async function tellFailure(life: Life, options: LifeOptions): Promise<void> {
  const smallest = values.shrink ? await shrink(life, options) : life;
  const only = new Set(smallest.faults);
  const again = await liveThrough(life.seed, {
    ...options,
    ...(values.shrink && { only }),
    keepsTrace: true,
  });
  tell(again, again.trace.slice(-LAST_LINES));
  print(
    `  all of it: npm run simulate -- --replay ${life.seed}${values.shrink ? ` --only ${[...only].join() || 'none'}` : ''}`,
  );
}

async function replay(seed: number): Promise<boolean> {
  const life = await liveThrough(seed, { ...optionsOf(), keepsTrace: true });
  if (values.digest) print(life.digest);
  else tell(life, life.trace);
  return life.problems.length === 0;
}

async function liveMany(first: number): Promise<boolean> {
  const options = optionsOf();
  const coverage = new Coverage();
  const began = process.cpuUsage();
  const [count, mostFailures] = [Number(values.lives), Number(values.failures)];
  let [lives, calls, faults, failures, virtualMs] = [0, 0, 0, 0, 0];
  for (; lives < count && failures < mostFailures; lives++) {
    const life = await liveThrough(first + lives, { ...options, coverage });
    calls += life.calls;
    faults += life.faults.length;
    virtualMs += life.virtualMs;
    if (life.problems.length === 0) continue;
    failures += 1;
    await tellFailure(life, options);
  }
  const { user, system } = process.cpuUsage(began);
  const seconds = (user + system) / 1e6;
  if (values.coverage) coverage.report().forEach(print);
  const each = (sum: number): number => Math.round(sum / lives);
  print(
    `${lives} lives from seed ${first} in ${seconds.toFixed(1)} s of a core, ${(lives / seconds).toFixed(1)} a second; ` +
      `a life: ${each(calls)} calls, ${each(faults)} faults, ${each(virtualMs / 1_000)} s of virtual time; ` +
      `${failures} were wrong`,
  );
  const file = values['seed-file'];
  if (file !== undefined) writeFileSync(file, `${first + lives}\n`);
  return failures === 0;
}

function firstSeed(): number {
  const file = values['seed-file'];
  return file !== undefined && existsSync(file) ? Number(readFileSync(file, 'utf8')) : Number(values.seed);
}

void (values.replay === undefined ? liveMany(firstSeed()) : replay(Number(values.replay))).then((isGood) => {
  process.exitCode = isGood ? 0 : 1;
});
