import fc from 'fast-check';
import { aPage, aSite } from '../../../../../test/support/a-site.js';
import { findLetters, SiteText, siteText } from './site-words.js';

const textOf = (...runs: readonly string[]): SiteText =>
  new SiteText(aSite({ pages: [aPage({ text: runs.map((text) => ({ region: 'main', text })) })] }));

const letter = fc.constantFrom(..."AbcdéÉß1_ .,-&'’–…\n");
const prose = fc.string({ unit: letter, maxLength: 60 });

it('passes over no run in which letters follow each other as words', () => {
  fc.assert(
    fc.property(fc.array(prose, { maxLength: 6 }), prose, (runs, name) => {
      const text = textOf(...runs);
      const [named] = textOf(name).runs.flatMap(({ words }) => [words.join('')]);
      const letters = named ?? '';
      const bearing = text.runsWithLetters(letters);
      for (const run of text.runs)
        if (findLetters(run.words, letters) !== null) expect(bearing).toContain(run);
    }),
  );
});

it('finds names however they are set, within a run', () => {
  const text = textOf('Made by J. S. Bach & Sons', 'jsbachandsons', 'J.S.', 'Bach and Sons', 'Jsbach');
  expect(text.runsWithLetters('JSBACHANDSONS').map((run) => run.text)).toEqual([
    'Made by J. S. Bach & Sons',
    'jsbachandsons',
  ]);
  expect(text.runsWithLetters('')).toEqual([]);
});

it('counts words and patterns as far as they matter', () => {
  const text = textOf('one two', 'Three. four');
  expect([3, 4].map((than) => text.hasMoreWords(than))).toEqual([true, false]);
  expect([text.count(/\bT\w+/g, 1), text.count(/\bT\w+/g, 9)]).toEqual([1, 2]);
  expect(text.runsMatching(/\bTHREE\b/g).map((run) => run.text)).toEqual(['Three. four']);
});

it('is made once for a crawl', () => {
  const site = aSite();
  expect(siteText(site)).toBe(siteText(site));
});
