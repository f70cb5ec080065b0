/**
 * Made sites judged: whether what is accepted is right, and what own sites that prove themselves come to. A few hundred
 * in every run; `npm run calibrate:sites` judges thousands, and writes the table of docs/websites.md with `WRITE_DOCS=1`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WEIGHTS_VERSION } from '../../../packages/enrichment/src/sites/verdict/weights.js';
import {
  judgeMadeSites,
  tallyOf,
  wilson,
  type JudgedMade,
} from '../../support/sites/generated/calibration.js';
import { SITE_KINDS } from '../../support/sites/generated/kinds.js';

const LONG = process.env['TEST_LONG'] !== undefined;
const EACH = LONG ? 120 : 8;
const SEED = 20_261_122;
const PAGE = join(__dirname, '../../../docs/websites.md');
const [BEGIN, END] = ['<!-- calibration -->', '<!-- /calibration -->'];

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const shareOf = (hits: number, of: number): string => (of === 0 ? '-' : percent(hits / of));

function summary(all: readonly JudgedMade[], name: string): string {
  const { sites, accept, review, wrong } = tallyOf(all);
  const right = accept - wrong;
  const own = all.filter(({ truth }) => truth === 'own').length;
  const [low, high] = wilson(right, accept);
  return `| ${name} | ${sites} | ${accept} | ${shareOf(right, accept)} (${percent(low)} to ${percent(high)}) | ${shareOf(right, own)} | ${shareOf(review, sites)} |`;
}

const MEANT = { own: 'own', undecidable: 'own, unproved', other: "another's" } as const;

function table(all: readonly JudgedMade[]): string {
  const phrased = (set: 'tuned' | 'held_out') => all.filter(({ phrase }) => phrase?.set === set);
  const kinds = SITE_KINDS.map(({ name, truth }) => {
    const { accept, review, reject, wrong } = tallyOf(all.filter((one) => one.kind === name));
    return `| ${name} | ${MEANT[truth]} | ${accept} | ${review} | ${reject} | ${wrong} |`;
  });
  return [
    `Weights ${WEIGHTS_VERSION}, ${all.length} made sites, seed ${SEED}; \`npm run calibrate:sites\` judges them again.`,
    '',
    '| sites | judged | accepted | right of those accepted (95 %) | accepted of own | review |',
    '| --- | --- | --- | --- | --- | --- |',
    summary(all, 'all'),
    summary(phrased('tuned'), 'number in a phrase that was looked at'),
    summary(phrased('held_out'), 'number in a phrase that was held out'),
    '',
    '| kind of site | whose | accept | review | reject | wrongly accepted |',
    '| --- | --- | --- | --- | --- | --- |',
    ...kinds,
  ].join('\n');
}

let all: readonly JudgedMade[];
beforeAll(() => {
  all = judgeMadeSites(EACH, SEED);
});

it('accepts nothing that is not proved to be its own', () => {
  const wrong = all.filter(({ verdict, truth }) => verdict.outcome === 'accept' && truth !== 'own');
  expect(wrong.map(({ kind, site, verdict }) => [kind, site.host, verdict.contributions])).toEqual([]);
});

/** Blocks 4.2. */
it.each<[string, readonly string[], number]>([
  ['nine in ten where the owner prints the number', ['own number', 'own number, crowded office'], 0.9],
  ['seven in ten by name and an uncrowded address alone', ['own address, no number'], 0.7],
])('accepts %s', (_what, kinds, least) => {
  const own = all.filter(({ kind }) => kinds.includes(kind));
  expect(own.length).toBeGreaterThan(0);
  expect(tallyOf(own).accept / own.length).toBeGreaterThanOrEqual(least);
});

it('tells of a score what makes it up', () => {
  for (const { verdict } of all) {
    const sum = Object.values(verdict.contributions).reduce((total, points) => total + points, 0);
    expect(verdict.score).toBe(Math.min(100, Math.max(0, sum)));
    if (verdict.outcome === 'accept') expect(verdict.hard_matches).not.toEqual([]);
  }
});

it('judges the same sites alike again', () => {
  expect(judgeMadeSites(1, SEED).map(({ verdict }) => verdict)).toEqual(
    judgeMadeSites(1, SEED).map(({ verdict }) => verdict),
  );
});

(LONG ? it : it.skip)('is what docs/websites.md says', () => {
  const page = readFileSync(PAGE, 'utf8');
  const [before = '', rest = ''] = page.split(BEGIN);
  const after = rest.split(END)[1] ?? '';
  const told = table(all);
  process.stdout.write(`${told}\n`);
  if (process.env['WRITE_DOCS'] === '1')
    writeFileSync(PAGE, `${before}${BEGIN}\n\n${told}\n\n${END}${after}`);
  const cells = (text: string) => text.replaceAll(/[ -]+/g, '');
  expect(cells(readFileSync(PAGE, 'utf8'))).toContain(cells(told));
});
