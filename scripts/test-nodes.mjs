/**
 * `npm run test:nodes [-- PATHS]`: the tests, or those named, under the other lines of Node that package.json declares. Their
 * programs come from the npm registry.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const image = readFileSync('.nvmrc', 'utf8').trim();
const VERSIONS = ['22.23.3', image];

for (const version of VERSIONS) {
  process.stdout.write(`Node ${version}\n`);
  const program = ['--yes', '--package', `node-${process.platform}-${process.arch}@${version}`, '--', 'node'];
  const tests = ['node_modules/jest/bin/jest.js', ...process.argv.slice(2)];
  const { status } = spawnSync('npx', [...program, ...tests], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
