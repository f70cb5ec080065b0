/**
 * `npm run bench:truth`: changes one thing at a time in the documents of the repository, reads the result,
 * and counts figures that are served right, withheld, and served wrong. `--list FAMILY` (or `--list all`)
 * names the mutants of a family that are served wrong, and what is; `--documents N` takes the N shortest
 * documents alone.
 */
import { parseArgs } from 'node:util';
import type { AccountsPeriod } from '../packages/enrichment/src/filed-accounts/accounts-record.js';
import { filedAs } from '../packages/enrichment/src/filed-accounts/filed-as.js';
import { readAccounts } from '../packages/enrichment/src/filed-accounts/read-accounts.js';
import { markdown, whole } from './support/figures.js';
import { filedPages } from './truth/filed-page.js';
import { mutantsOf } from './truth/mutants.js';
import { truths } from './truth/truth.js';
import { mutantsIn, servedOf, total, verdictOf, type Tally } from './truth/verdict.js';

const { values } = parseArgs({
  options: { list: { type: 'string' }, documents: { type: 'string', default: 'Infinity' } },
});
const isListed = (family: string): boolean => [family, 'all'].includes(values.list ?? '');
const share = (part: number, all: number): string =>
  all === 0 ? '-' : `${((100 * part) / all).toFixed(2)} %`;

/** Copies of documents in which somebody changed names and numbers before they came here. */
const ALTERED = /^account_/;

const noFigures = () => ({ served: 0, withheld: 0, contradicting: 0 });
type Figures = ReturnType<typeof noFigures>;

function addTo(tally: Figures, { figures, withheld }: AccountsPeriod): void {
  tally.served += Object.keys(figures).length;
  tally.withheld += withheld.length;
  tally.contradicting += withheld.filter((held) => held.contradicted_by !== undefined).length;
}

const told = ({ served, withheld, contradicting }: Figures): string =>
  `${served} figures served, ${withheld} withheld (${share(withheld, served + withheld)}), ` +
  `${contradicting} of them since their document contradicts itself`;

function run(): void {
  const known = truths();
  const tallies = new Map<string, Tally>();
  const unchanged = { all: noFigures(), published: noFigures() };
  const pages = filedPages().sort((a, b) => a.text.length - b.text.length);
  for (const page of pages.slice(0, Number(values.documents))) {
    const truth = known.get(page.name);
    const { record } = readAccounts(Buffer.from(page.text), filedAs(page.name));
    if (truth === undefined || record.status !== 'read') continue;
    for (const period of record.periods) {
      addTo(unchanged.all, period);
      if (!ALTERED.test(page.name)) addTo(unchanged.published, period);
    }
    for (const mutant of mutantsOf(page, truth, record)) {
      const { family, text, contradicted } = mutant;
      const tally = tallies.get(family) ?? { family, right: 0, withheld: 0, wrong: 0, contradicted: 0 };
      tallies.set(family, tally);
      const read = readAccounts(Buffer.from(text), filedAs(page.name)).record;
      const served = servedOf(read, truth, mutant);
      const verdict = verdictOf(served, truth);
      tally[verdict] += 1;
      if (verdict === 'wrong' && contradicted) tally.contradicted += 1;
      if (verdict === 'wrong' && isListed(family))
        process.stdout.write(
          `${family}: ${page.name}, ${contradicted ? '' : 'not '}contradicted: ${served.wrong.join(', ')}\n`,
        );
    }
  }
  const rows = [
    ...[...tallies.values()].sort((a, b) => (a.family < b.family ? -1 : 1)),
    total(tallies.values()),
  ];
  const head = [
    'changed',
    'mutants',
    'right',
    'withheld',
    'served wrong',
    'of these contradicted',
    'share wrong',
  ];
  process.stdout.write(
    `${markdown(
      head,
      rows.map((tally) => [
        tally.family,
        whole(mutantsIn(tally)),
        ...[tally.right, tally.withheld, tally.wrong, tally.contradicted].map(whole),
        share(tally.wrong, mutantsIn(tally)),
      ]),
    )}\n\nunchanged: ${told(unchanged.all)}\nof these as published: ${told(unchanged.published)}\n`,
  );
}

run();
