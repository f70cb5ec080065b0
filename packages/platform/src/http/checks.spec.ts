import { listOf, oneOf } from './checks.js';

describe('a list of known words', () => {
  const blocks = listOf({
    words: ['industry', 'officers', ...Array.from({ length: 9 }, (_, i) => `x${i}y`)],
    called: 'block',
  });
  const modes = listOf({ words: ['none', 'rules', 'live'], called: 'mode' });
  const sentences = (check: typeof blocks, ...sent: unknown[]) => check(sent).map(({ sentence }) => sentence);

  it('says which word may be meant, or which there are where these are few', () => {
    expect(sentences(blocks, 'industy', 'xyzzy!', 7)).toEqual([
      "'industy' is not a block. Did you mean industry?",
      "'xyzzy!' is not a block.",
      'This value is not a block.',
    ]);
    expect(sentences(modes, 'rule', 'fast')).toEqual([
      "'rule' is not a mode. Did you mean rules?",
      "'fast' is not a mode. Choose from none, rules, live.",
    ]);
  });

  it('compares the first ten faults alone', () => {
    const told = sentences(blocks, ...new Array<string>(101).fill('industy'));
    expect(told.filter((sentence) => sentence.includes('Did you mean'))).toHaveLength(10);
  });
});

it('says which of some words may be meant', () => {
  expect(oneOf(['block', 'day'])('blok').map(({ sentence }) => sentence)).toEqual([
    "Must be one of block, day; 'blok' is not. Did you mean block?",
  ]);
});
