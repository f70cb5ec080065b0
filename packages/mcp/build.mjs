/**
 * Makes the package: one program with the client in it, and the published description that its tools are
 * made from.
 */
import { cpSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const at = (place) => fileURLToPath(new URL(place, import.meta.url));

rmSync(at('dist'), { recursive: true, force: true });
await build({
  entryPoints: [at('src/main.ts')],
  outfile: at('dist/main.js'),
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  legalComments: 'eof',
  tsconfigRaw: '{}',
  external: ['@modelcontextprotocol/*', 'zod'],
  logLevel: 'warning',
});
cpSync(at('../../docs/openapi.json'), at('dist/openapi.json'));
