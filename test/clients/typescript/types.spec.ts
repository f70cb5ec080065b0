/** The types of the client are those of the published description, as it is today. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..', '..');
const FILE = join(ROOT, 'packages', 'client', 'src', 'openapi.ts');

it('packages/client/src/openapi.ts is what docs/openapi.json says (WRITE_DOCS=1 writes it)', () => {
  const program = join(ROOT, 'scripts', 'client-types.mjs');
  const text = execFileSync(process.execPath, [program], { encoding: 'utf8', maxBuffer: 1 << 26 });
  if (process.env['WRITE_DOCS'] !== undefined) writeFileSync(FILE, text);
  expect(readFileSync(FILE, 'utf8') === text).toBe(true);
});
