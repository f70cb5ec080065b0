/** A block knows another only as what it needs: it imports its definition for its `needs`, and nothing else of its file. */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const BLOCKS = path.resolve(__dirname, '../../packages/enrichment/src/blocks');
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*/g;
const IMPORT = /^import (.+) from '[^']*\.block\.js';$/gm;

/** What a block's file takes from those of other blocks without declaring that it needs them. */
function undeclared(source: string): string[] {
  const needs = /\bneeds: \[([^\]]*)\]/.exec(source)?.[1] ?? '';
  return [...source.matchAll(IMPORT)].flatMap(([, what = '']) => {
    const word = new RegExp(`\\b${what}\\b`, 'g');
    const declared = /^\w+$/.test(what) && word.test(needs);
    // Its import and its place among the needs; its answer may bear the same name.
    const code = source
      .replace(COMMENT, '')
      .replace(/'[^'\n]*'/g, "''")
      // Of a block's answer, its type may be named.
      .replace(/\btypeof \w+/g, '')
      .replace(/\b(blocks|value)\.\w+/g, '$1');
    return declared && code.match(word)?.length === 2 ? [] : [what];
  });
}

const NEEDING = "import industry from './industry.block.js';\n\nexport default defineBlock({";

it.each([
  ['needs it', `${NEEDING} needs: ['company', industry],`, []],
  ['reads its answer', `${NEEDING} needs: [industry], })(({ blocks }) => blocks.industry);`, []],
  [
    'names the type of its answer',
    `${NEEDING} needs: [industry], }); type A = (typeof industry)['value'];`,
    [],
  ],
  ['says in a comment what it is', `${NEEDING} needs: [industry], }) // it isn't industry`, []],
  [
    'names the answer as AnswerOf',
    `${NEEDING} needs: [industry], }); type A = AnswerOf<typeof industry>;`,
    [],
  ],
  ['imports it only', `${NEEDING} needs: ['company'],`, ['industry']],
  ['reads more of it', `${NEEDING} needs: [industry], value: industry.value,`, ['industry']],
  ['takes a helper from its file', "import { sicOf } from './industry.block.js';", ['{ sicOf }']],
])('can tell a block that %s', (_what, source, expected) => {
  expect(undeclared(source)).toEqual(expected);
});

it('holds for every block', () => {
  const files = readdirSync(BLOCKS, { recursive: true, encoding: 'utf8' });
  const found = files
    .filter((file) => file.endsWith('.block.ts'))
    .flatMap((file) => undeclared(readFileSync(path.join(BLOCKS, file), 'utf8')).map((what) => [file, what]));
  expect(found).toEqual([]);
});
