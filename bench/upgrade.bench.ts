/**
 * `npm run bench:upgrade`: how long a program is away that starts on data of another version. On a log of so many logical
 * events (`--events`, default 1,000,000; `--data DIR` keeps it, or takes what `bench:audit --data DIR` wrote) it starts the
 * service as it is, and as a version whose read models are all others: these are built beside, and the old ones answer.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { machine, table, whole } from './support/figures.js';
import { runPhase } from './support/run-phase.js';
import { drainBenchService, openAccount, serveOver, type BenchService } from './support/service-process.js';
import { hasWrittenLog, writtenLog } from './support/written-log.js';

const { values } = parseArgs({
  options: { events: { type: 'string', default: '1000000' }, data: { type: 'string' } },
});
const AIM_SECONDS = 10;
const BETWEEN_LOOKS_MS = 100;

interface Line {
  readonly state: string;
  readonly version: number;
}

/** Loaded before the program: all its read models are of a version of their own. */
function newerProgram(dataDir: string, version: number): string[] {
  const file = join(dataDir, `newer-${version}.cjs`);
  const projections = join(__dirname, '../projections/index.js');
  writeFileSync(
    file,
    `for (const { projections } of require(${JSON.stringify(projections)}).PROJECTIONS.lanes)
  for (const projection of projections) projection.version = ${version};\n`,
  );
  return ['--require', file];
}

async function linesOf({ url }: BenchService): Promise<Line[]> {
  const response = await fetch(`${url}/readyz`);
  return ((await response.json()) as { projections: Line[] }).projections;
}

const timeOf = async (service: BenchService): Promise<{ ms: number; status: number }> => {
  const begun = performance.now();
  const response = await fetch(`${service.url}/v1/usage`, {
    headers: { authorization: `Bearer ${service.key}` },
  });
  await response.arrayBuffer();
  return { ms: performance.now() - begun, status: response.status };
};

interface Over {
  readonly dataDir: string;
  readonly account: ReturnType<typeof openAccount>;
}

/** Starts it, asks for usage until every read model is its own, and ends it. */
async function started(name: string, over: Over, nodeOptions: readonly string[]): Promise<string[]> {
  const inModules = nodeOptions.length > 0;
  const service = await serveOver(over.dataDir, { nodeOptions, inModules, account: over.account });
  const asked = [];
  const begun = performance.now();
  for (;;) {
    asked.push(await timeOf(service));
    if ((await linesOf(service)).every(({ state }) => state === 'live')) break;
    await pause(BETWEEN_LOOKS_MS);
  }
  const builtSeconds = (service.readyMs + performance.now() - begun) / 1_000;
  await drainBenchService(service);
  const answered = asked.filter(({ status }) => status === 200);
  const readySeconds = service.readyMs / 1_000;
  return [
    name,
    `${readySeconds.toFixed(1)} s`,
    `${builtSeconds.toFixed(1)} s`,
    `${answered.length} of ${asked.length}`,
    `${whole(Math.max(...asked.map(({ ms }) => ms)))} ms`,
    readySeconds < AIM_SECONDS ? 'met' : 'NOT MET',
  ];
}

async function main(): Promise<void> {
  console.log(machine());
  const dataDir = values.data ?? mkdtempSync(join(tmpdir(), 'company-data-bench-'));
  try {
    if (!hasWrittenLog(dataDir)) {
      runPhase('build', dataDir, Number(values.events));
      runPhase('project', dataDir);
    }
    console.log(`A log of ${whole(writtenLog(dataDir).events)} logical events.`);
    // Its events lie behind what the read models have taken: the lanes stop before the end of the log.
    const over = { dataDir, account: openAccount(dataDir, 'bench') };
    const lines = [
      await started('all read models of another version', over, newerProgram(dataDir, 1_001)),
      await started('and back again', over, []),
      await started('the same version', over, []),
    ];
    const head = ['started', 'ready', 'all built', 'usage answered', 'longest', `ready in ${AIM_SECONDS} s`];
    console.log(table(head, lines));
  } finally {
    if (values.data === undefined) rmSync(dataDir, { recursive: true, force: true });
  }
}

void main();
