/** Every citation leads to a numbered place in the repository, or to a document that `docs/spec/sources.md` names. */
import { brokenIn, citable, citationsIn, citingFiles, read } from './citations.js';

const places = citable();
const there = new Set(places);

describe('citations', () => {
  it('all lead somewhere', () => {
    const broken = citingFiles().flatMap((file) =>
      brokenIn(read(file), there).map((citation) => `${file}: ${citation}`),
    );
    expect(broken).toEqual([]);
  });

  it('are found where they stand: the code, the tests and the pages cite', () => {
    const cited = citingFiles().map((file) => [file, citationsIn(read(file)).length] as const);
    for (const folder of ['src/', 'projections/', 'test/', 'docs/']) {
      expect(cited.some(([file, count]) => file.startsWith(folder) && count > 0)).toBe(true);
    }
    expect(cited.reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThan(150);
  });

  it('have one place each', () => {
    expect(places.filter((place, at) => places.indexOf(place) !== at)).toEqual([]);
    expect(places.length).toBeGreaterThan(150);
  });
});

describe('a planted citation fails:', () => {
  it.each([
    ['a number that is not there', '/** Why (Contract 2.99). */', ['Contract 2.99']],
    ['one of several', '/** Why (Spec 5.4, 5.99). */', ['Spec 5.99']],
    ['over two lines', '/**\n * Why (Architecture\n * 9.9).\n */', ['Architecture 9.9']],
    ['an invariant', '// invariant 99', ['Invariant 99']],
    ['a decision', 'as in decision 9999', ['decision 9999']],
    ['a decision by its file', '`docs/decisions/0006-other.md`', ['docs/decisions/0006-other.md']],
    ['a document outside that is not listed', '/** RFC 1149. */', ['RFC 1149']],
  ])('%s', (_what, text, broken) => {
    expect(brokenIn(text, there)).toEqual(broken);
  });

  it.each([
    'as the block guide has it',
    '(block guide, rule 14)',
    '(Spec, Behaviours 5)',
    '(Spec, "Resolve response")',
    '(Contract 2, "Matching")',
    '(Contract 3)',
    '(Contract, section 3)',
    '(sources, quirk 20)',
    '(sources, quirks 15,\n * 17 and 19)',
    '(Architecture section 3)',
    'Spec, cancel',
    "the IETF's draft 10",
  ])('a form that is no longer used: %s', (text) => {
    expect(brokenIn(text, there)).not.toEqual([]);
  });
});

it('a citation that leads somewhere passes', () => {
  const text =
    '(Spec 5.4; Contract 3.9 and 3.10; Blocks 1.14), Invariant 3, decision 0006, SI 2015/17 Sch. 3';
  expect(citationsIn(text)).toHaveLength(7);
  expect(brokenIn(text, there)).toEqual([]);
});
