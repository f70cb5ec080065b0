/**
 * `npm run test:nodes [-- PATHS]`: the tests under the other lines of Node that package.json declares. The whole
 * suite runs under one after the other, named tests under all at the same time. The output of each is printed
 * when its tests end. The programs come from the npm registry.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

const image = readFileSync('.nvmrc', 'utf8').trim();
const VERSIONS = ['22.23.3', image];
const PATHS = process.argv.slice(2);

/** Resolves to true if the tests passed. */
async function passUnder(version) {
  const program = ['--yes', '--package', `node-${process.platform}-${process.arch}@${version}`, '--', 'node'];
  const tests = ['node_modules/jest/bin/jest.js', ...PATHS];
  const child = spawn('npx', [...program, ...tests], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  const [status] = await once(child, 'close');
  process.stdout.write(`Node ${version}\n`);
  process.stdout.write(Buffer.concat(output));
  return status === 0;
}

const runs = [];
for (const version of VERSIONS) {
  const run = passUnder(version);
  if (PATHS.length === 0) await run;
  runs.push(run);
}
if ((await Promise.all(runs)).includes(false)) process.exit(1);
