/** `KEY --kind KIND [--tier core|premium]`: entered at the end of its tier in the list of keys and in the catalogue. */
const KINDS = ['registered', 'ownership', 'accounts', 'website', 'computed'];
const KEYS = 'packages/contract/src/block-key.ts';
const CATALOGUE = 'packages/enrichment/src/blocks/index.ts';

export const options = {
  kind: { type: 'string', default: 'registered' },
  tier: { type: 'string', default: 'premium' },
};

export function plan([key = ''], { kind, tier }, { refuse, camel, exists, read, entered }) {
  const file = key.replaceAll('_', '-');
  const name = camel(key);
  const block = `packages/enrichment/src/blocks/${kind}/${file}.block.ts`;
  if (!/^[a-z]+(_[a-z]+)*$/.test(key)) refuse(`'${key}' is no block key: small letters, words joined by _`);
  if (tier !== 'core' && tier !== 'premium') refuse(`'${tier}' is no tier: core or premium`);
  if (!KINDS.includes(kind)) refuse(`'${kind}' is no kind of block: ${KINDS.join(', ')}`);
  if (exists(block)) refuse(`${key} is there already`);

  const keys = read(KEYS);
  const line = `import ${name} from './${kind}/${file}.block.js';\n`;
  const imported = entered(read(CATALOGUE), /import /, '\n/** ', line);
  const lastCore = /CORE_BLOCKS = \[[^\]]*'(\w+)',\s*\]/.exec(keys)?.[1] ?? '';
  const listed =
    tier === 'core'
      ? imported.replace(`  ${camel(lastCore)},\n`, `  ${camel(lastCore)},\n  ${name},\n`)
      : entered(imported, /export const BLOCKS/, '];', `  ${name},\n`);
  const list = tier === 'core' ? /const CORE_BLOCKS/ : /const PREMIUM_BLOCKS/;
  return {
    words: { key, kind, tier, file, name },
    edits: { [KEYS]: entered(keys, list, '] as const', `  '${key}',\n`), [CATALOGUE]: listed },
    said: `${block} and its spec. Now describe it, then run npm run check and npm test.`,
  };
}
