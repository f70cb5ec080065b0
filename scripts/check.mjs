/**
 * `npm run check`: the static checks, two at a time, the longest first. Each tells what it has to say when it is done;
 * the run fails where one of them does, and all are run all the same. Words after `--` choose others of the scripts.
 */
import { spawn } from 'node:child_process';

const AT_ONCE = 2;
const CHECKS = ['lint:types', 'lint:rules', 'unused', 'walls', 'format:check'];

const chosen = process.argv.slice(2);
const waiting = chosen.length > 0 ? chosen : [...CHECKS];
const failed = [];

async function run(name) {
  const began = performance.now();
  const child = spawn('npm', ['run', '--silent', name], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => said.push(piece));
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  process.stdout.write(`${Buffer.concat(said)}${name}: ${code === 0 ? 'passed' : 'failed'} (${seconds} s)\n`);
  if (code !== 0) failed.push(name);
}

async function runAll() {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await run(name);
}

await Promise.all(Array.from({ length: AT_ONCE }, runAll));
if (failed.length > 0) process.stdout.write(`\nfailed: ${failed.join(', ')}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
