/**
 * `npm run new:block -- KEY --kind KIND [--tier core|premium]`: a new block from its key, in the folder of its kind. Writes the definition and its spec, and
 * enters it at the end of its tier in the list of keys and in the catalogue. What is left is to say what the block is.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kind: { type: 'string', default: 'registered' },
    tier: { type: 'string', default: 'premium' },
    root: { type: 'string', default: join(dirname(fileURLToPath(import.meta.url)), '..') },
  },
});
const [key = ''] = positionals;
const { kind, tier, root } = values;
const KINDS = ['registered', 'ownership', 'accounts', 'website', 'computed'];

function refuse(why) {
  process.stderr.write(`${why}\n`);
  process.exit(2);
}

const fileName = key.replaceAll('_', '-');
const name = key.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
const keysFile = join(root, 'src/shared/block-key.ts');
const catalogueFile = join(root, 'src/blocks/index.ts');
const blockFile = join(root, `src/blocks/${kind}/${fileName}.block.ts`);
const specFile = join(root, `src/blocks/${kind}/${fileName}.block.spec.ts`);

if (!/^[a-z]+(_[a-z]+)*$/.test(key)) refuse(`'${key}' is no block key: small letters, words joined by _`);
if (tier !== 'core' && tier !== 'premium') refuse(`'${tier}' is no tier: core or premium`);
if (!KINDS.includes(kind)) refuse(`'${kind}' is no kind of block: ${KINDS.join(', ')}`);
if (existsSync(blockFile)) refuse(`${key} is there already`);

const block = `import { z } from 'zod';
import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { text } from '../runner/value-types.js';

export default defineBlock({
  key: '${key}',
  tier: '${tier}',
  latency_class: 'instant',
  description: 'What the client gets, in one sentence.',
  source: ['company_register'],
  coverage: 'Companies that can have it.',
  reasons: [],
  value: z.strictObject({ ${key}: text.nullable() }),
})(notAvailableYet);
`;

const spec = `import { record } from '../../../test/support/basic-company-data.js';
import { runBlock } from '../../../test/support/run-block.js';
import ${name} from './${fileName}.block.js';

it('says honestly that it is not available yet', () => {
  expect(runBlock(${name}, record(), '2024-12-01')).toEqual({
    status: 'not_found',
    reason: 'not_available_yet',
  });
});
`;

/** Puts a line before the end of a list. */
function entered(source, listStart, end, line) {
  const from = source.indexOf(listStart);
  const to = source.indexOf(end, from);
  if (from < 0 || to < 0) refuse(`${listStart} is not where it was: enter ${key} by hand`);
  return source.slice(0, to) + line + source.slice(to);
}

const list = tier === 'core' ? 'CORE_BLOCKS' : 'PREMIUM_BLOCKS';
const keys = entered(readFileSync(keysFile, 'utf8'), `const ${list}`, '] as const', `  '${key}',\n`);

const catalogue = readFileSync(catalogueFile, 'utf8');
const imported = entered(
  catalogue,
  'import ',
  '\n/** ',
  `import ${name} from './${kind}/${fileName}.block.js';\n`,
);
const lastCore = /CORE_BLOCKS = \[([^\]]*)\]/
  .exec(readFileSync(keysFile, 'utf8'))?.[1]
  ?.match(/'(\w+)',\s*$/)?.[1];
const lastCoreName = (lastCore ?? '').replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
const listed =
  tier === 'core'
    ? imported.replace(`  ${lastCoreName},\n`, `  ${lastCoreName},\n  ${name},\n`)
    : entered(imported, 'export const BLOCKS', '];', `  ${name},\n`);

mkdirSync(dirname(blockFile), { recursive: true });
writeFileSync(blockFile, block);
writeFileSync(specFile, spec);
writeFileSync(keysFile, keys);
writeFileSync(catalogueFile, listed);
process.stdout.write(
  `Wrote ${blockFile} and its spec. Now describe it, then run npm run check and npm test.\n`,
);
