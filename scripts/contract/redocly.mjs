/** The linter of OpenAPI descriptions, with the strict rules of docs/redocly.yaml, on the copy in the repository. */
import { spawnSync } from 'node:child_process';
import { REDOCLY } from './rules.mjs';

const npx = (...words) =>
  spawnSync('npx', ['--yes', '--package', REDOCLY, 'redocly', ...words], { encoding: 'utf8' });

/** Without the box about the versions of Node that its next release needs. @returns null where the linter cannot be installed here */
export function lintDescription() {
  if (npx('--version').status !== 0) return null;
  const { status, stdout, stderr } = npx('lint', 'docs/openapi.json', '--config', 'docs/redocly.yaml');
  const lines = `${stdout}${stderr}`.split('\n').filter((line) => !/^\s*[╔║╚]/.test(line));
  return { passed: status === 0, text: lines.join('\n').trim() };
}
