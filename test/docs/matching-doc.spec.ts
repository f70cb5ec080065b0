/** docs/matching.md, the labelled names and the published shares are what the measurement says (`npm run docs` writes them). */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { labelFiles, measuredMatches, reportText } from '../../bench/matching/files.js';
import { labelledNames } from '../../bench/matching/labelled-names.js';
import { measure, type Judged } from '../../bench/matching/measure.js';
import type { MeasuredMatches } from '../../bench/matching/report.js';
import { readSample } from '../../bench/matching/sample-rows.js';
import { wilson } from '../../bench/matching/wilson.js';
import { formatted } from '../support/system/formatted.js';

const ROOT = join(__dirname, '..', '..');
const PAGE = join(ROOT, 'docs', 'matching.md');
const SHARES = join(ROOT, 'packages/enrichment/src/blocks/catalogue/measured-matches.json');
const MARK = '<!-- measured: from here on by `npm run docs` -->';
const WRITE = process.env['WRITE_DOCS'] === '1';

const sample = readSample(join(ROOT, 'samples', 'BasicCompanyData-2020-05-01-sample.csv'));
const names = labelledNames(sample.rows);
let judged: readonly Judged[];
beforeAll(async () => {
  judged = await measure(sample, names);
});

/** Compared, or written where documents are. */
function holds(path: string, text: string): void {
  if (WRITE) writeFileSync(path, text);
  expect(readFileSync(path, 'utf8')).toBe(text);
}

const published = (): MeasuredMatches => JSON.parse(readFileSync(SHARES, 'utf8')) as MeasuredMatches;

/** The day of the figures: that of the first measurement that gave them. */
function measuredOn(): string {
  const today = new Date().toISOString().slice(0, 10);
  if (!WRITE) return published().measured_on;
  if (!existsSync(SHARES)) return today;
  const { measured_on } = published();
  const same = JSON.stringify(measuredMatches(judged, measured_on)) === JSON.stringify(published());
  return same ? measured_on : today;
}

it.each([...labelFiles(names)])('%s is what the seeded program makes of the sample', (file, text) => {
  holds(join(ROOT, file), text);
});

it('the page and the catalogue have the measured shares', () => {
  const day = measuredOn();
  const shares = formatted('measured-matches.json', JSON.stringify(measuredMatches(judged, day)));
  const [told = ''] = readFileSync(PAGE, 'utf8').split(MARK);
  holds(SHARES, shares);
  holds(PAGE, formatted('docs/matching.md', `${told}${MARK}\n\n${reportText(judged, day)}\n`));
});

it('no start value of match_confidence promises more than was measured', () => {
  const promised = published().by_confidence;
  expect(promised.map(({ match_confidence }) => match_confidence)).toEqual([0.98, 0.9, 0.7, 0.6]);
  for (const { match_confidence, share } of promised) expect(share).toBeGreaterThanOrEqual(match_confidence);
});

it('matches surely what it calls sure, and most names of companies on file', () => {
  const share = (some: readonly Judged[]): number =>
    some.filter(({ verdict }) => verdict === 'right').length / some.length;
  expect(share(judged.filter(({ confidence }) => (confidence ?? 0) >= 0.9))).toBeGreaterThanOrEqual(0.995);
  expect(share(judged.filter(({ findable }) => findable))).toBeGreaterThanOrEqual(0.85);
});

it.each([
  'a remark after the ending',
  '+ and N for AND',
  'a word abbreviated',
  'a typing error',
  'not on file, the name of one with another ending',
  'not on file, the name of one with (UK)',
  'not on file, the name of one without UK',
])('has 60 names and more of the kind: %s', (kind) => {
  expect(judged.filter((one) => one.kind === kind).length).toBeGreaterThanOrEqual(60);
});

it('never takes one of several, and never a company by a name it shares with a live one', () => {
  const several = judged.filter(({ kind }) => kind === 'with a live namesake, ending left out');
  expect(several.length).toBeGreaterThan(100);
  expect(several.filter(({ confidence }) => confidence !== null)).toEqual([]);
  const dissolved = judged.filter(({ kind }) => kind === 'with a dissolved namesake');
  expect(dissolved.map(({ verdict }) => verdict)).toEqual(dissolved.map(() => 'right'));
});

it.each([
  [0, 0, 0, 1],
  [10, 10, 0.722, 1],
  [5, 10, 0.237, 0.763],
  [0, 10, 0, 0.278],
])('Wilson: %d right of %d lies between %d and %d', (right, sample, low, high) => {
  const interval = wilson(right, sample);
  expect(interval.low).toBeCloseTo(low, 3);
  expect(interval.high).toBeCloseTo(high, 3);
});
