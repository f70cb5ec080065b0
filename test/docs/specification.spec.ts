/** Lists that `docs/spec/` and the code both have are equal. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPTION_GUIDE } from '../../packages/enrichment/src/blocks/catalogue/option-guide.js';
import { BLOCKS } from '../../packages/enrichment/src/blocks/index.js';
import { BLOCK_KEYS, CORE_BLOCKS, EXPERIMENTAL_BLOCKS } from '../../packages/contract/src/block-key.js';
import { parseCompanyNumber } from '../../packages/words/src/company-number.js';
import { SETTING_NAMES } from '../../src/settings/settings.js';

const page = (name: string): string =>
  readFileSync(join(__dirname, '..', '..', 'docs', 'spec', `${name}.md`), 'utf8');

/** The paragraph of this number, up to the next one or the next heading. */
function paragraph(name: string, number: string): string {
  const [, text = ''] = page(name).split(`**${number}** `);
  return text.split(/\n\*\*\d|\n##/)[0] ?? '';
}

const words = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word.replace(/\s+/g, ' '));
const keysIn = (text: string): readonly string[] =>
  words(text).filter((word) => BLOCK_KEYS.some((key) => key === word));

describe('the specification lists', () => {
  it('the blocks in their order, core first', () => {
    const keys = keysIn(paragraph('interface', '2.1'));
    expect(keys).toEqual(BLOCK_KEYS);
    expect(keys.slice(0, CORE_BLOCKS.length)).toEqual(CORE_BLOCKS);
  });

  it('a line for each block, in that order', () => {
    const lines = [...page('blocks').matchAll(/^\*\*4\.(\d+)\*\* `(\w+)`:/gm)];
    expect(lines.map(([, number, key]) => [Number(number), key])).toEqual(
      BLOCK_KEYS.map((key, index) => [index + 1, key]),
    );
  });

  it('the blocks that are derived, experimental and filled', () => {
    const derived = BLOCKS.filter((block) => block.derived).map(({ key }) => key);
    expect(keysIn(paragraph('blocks', '1.10'))).toEqual(derived);
    expect(keysIn(paragraph('blocks', '1.16'))).toEqual(EXPERIMENTAL_BLOCKS);
    const filled = BLOCKS.filter(({ needs }) => needs.length > 0).map(({ key }) => key);
    const [, sentence = ''] = /blocks are filled today: ([^.]+)\./.exec(page('blocks')) ?? [];
    expect([...keysIn(sentence)].sort()).toEqual([...filled].sort());
  });

  it('the options of a job', () => {
    expect(words(paragraph('contract', '2.6')).slice(1)).toEqual(Object.keys(OPTION_GUIDE));
  });

  it('every setting, and no other', () => {
    const rows = [...paragraph('contract', '7.1').matchAll(/^\| `([A-Z0-9_]+)`/gm)];
    expect(rows.map(([, name]) => name).sort()).toEqual([...SETTING_NAMES].sort());
  });

  it('the prefixes of company numbers', () => {
    const [prefixes = ''] = words(paragraph('contract', '2.9'));
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const two = letters.flatMap((first) => [...letters, '0'].map((second) => first + second));
    const known = two.filter((prefix) => parseCompanyNumber(`${prefix}123456`) !== null);
    expect(prefixes.split(' ')).toEqual(known.sort());
  });
});
