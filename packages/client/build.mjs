/**
 * Makes the package: the client, and the checker of statements with all that it needs. Nothing is left to be
 * installed, and only `node.js` needs Node. The checker is a file of its own, which is loaded at its first
 * use.
 */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const at = (place) => fileURLToPath(new URL(place, import.meta.url));

/** Browsers have no `Buffer`. */
const buffer = {
  name: 'buffer',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^own-buffer$/ }, () => ({
      path: 'buffer',
      namespace: 'buffer',
      sideEffects: false,
    }));
    onLoad({ filter: /.*/, namespace: 'buffer' }, () => ({
      contents: "export { Buffer } from 'buffer/index.js'",
      resolveDir: at('.'),
    }));
  },
};

await build({
  entryPoints: ['index', 'node'].map((name) => at(`src/${name}.ts`)),
  outdir: at('dist'),
  bundle: true,
  splitting: true,
  platform: 'browser',
  format: 'esm',
  target: 'es2022',
  legalComments: 'eof',
  tsconfigRaw: '{}',
  alias: { 'node:crypto': at('../statement-check/src/browser/node-crypto.ts') },
  external: ['node:fs', 'node:fs/promises', 'node:path'],
  inject: ['own-buffer'],
  plugins: [buffer],
  logLevel: 'warning',
});
