/** Specmatic (https://specmatic.io) over the served description and the running service. */
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SPECMATIC } from './rules.mjs';

const runs = (program, ...words) => spawnSync(program, words, { stdio: 'ignore' }).status === 0;

/** From npm at one version, or the jar that SPECMATIC_JAR names. */
function command() {
  const jar = process.env.SPECMATIC_JAR;
  return jar === undefined || jar === ''
    ? ['npx', '--yes', '--package', SPECMATIC, 'specmatic']
    : ['java', '-jar', jar];
}

/** Of one operation. Without a bound it tries the parameters of resolve in thousands of combinations. */
const MAX_COMBINATIONS = 10;

/** @returns why Specmatic, a Java program, cannot run here; null where it can */
export function obstacle() {
  if (!runs('java', '-version')) return 'there is no Java runtime here';
  const [program, ...first] = command();
  return runs(program, ...first, '--version') ? null : `${SPECMATIC} cannot be installed here`;
}

const configuration = (key) => ({
  version: 1,
  contract_repositories: [],
  sources: [],
  security: { OpenAPI: { securitySchemes: { key: { type: 'bearer', token: key } } } },
});

/**
 * One run of `specmatic test` in `directory`, which holds `openapi.json` and `examples/`. Its full report (every request
 * and answer) is left in `specmatic.log` there.
 *
 * @returns Specmatic's exit status and what it printed
 */
export async function runSpecmatic({ url, keys }, directory, { generative }) {
  writeFileSync(join(directory, 'specmatic.json'), JSON.stringify(configuration(keys.full)));
  const [program, ...first] = command();
  const options = ['test', 'openapi.json', `--testBaseURL=${url}`, '--examples=examples', '--strict'];
  const child = spawn(program, [...first, ...options], {
    cwd: directory,
    // The examples in the description show answers; Specmatic would want a request of the same name for each.
    env: {
      ...process.env,
      IGNORE_INLINE_EXAMPLES: 'true',
      SPECMATIC_GENERATIVE_TESTS: String(generative),
      MAX_TEST_REQUEST_COMBINATIONS: String(MAX_COMBINATIONS),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const parts = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => parts.push(part));
  const status = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const output = Buffer.concat(parts).toString('utf8');
  writeFileSync(join(directory, 'specmatic.log'), output);
  return { status, output };
}

/** Failed scenarios with their reasons, and the totals; all of it where there are no totals. */
export function summaryOf(output) {
  const totals = /^Tests run: (\d+), Successes: (\d+), Failures: \d+.*$/m.exec(output);
  if (totals === null) return { tests: 0, successes: 0, text: output };
  const failures = output.indexOf('Unsuccessful Scenarios:');
  const text = failures === -1 ? totals[0] : output.slice(failures).trimEnd();
  return { tests: Number(totals[1]), successes: Number(totals[2]), text };
}
