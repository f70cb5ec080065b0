import {
  LISTED_HOSTS,
  VERDICTS,
  isCandidate,
  ownAmong,
  type ListedHost,
} from '../../support/sites/listed-hosts.js';
import { wilson } from '../../support/sites/generated/calibration.js';
import { pageWithTables } from '../page-tables.js';

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

function precision(name: string, hosts: readonly ListedHost[]): string {
  const { candidates, own, atMost } = ownAmong(hosts);
  const [low, high] = wilson(own, candidates);
  const counts = VERDICTS.map(
    (verdict) => hosts.filter((one) => isCandidate(one) && one.verdict === verdict).length,
  );
  const measured = `${percent(own / candidates)} (${percent(low)} to ${percent(high)})`;
  return [name, hosts.length, candidates, ...counts, measured, percent(atMost / candidates)].join(' | ');
}

function table(): string {
  const alone = LISTED_HOSTS.filter((one) => one.employers_that_name_it === '1');
  const several = LISTED_HOSTS.filter((one) => one.employers_that_name_it !== '1');
  const head = ['hosts', 'drawn', 'candidates', ...VERDICTS, 'own, at least (95 %)', 'at most'];
  return [
    head.join(' | '),
    head.map(() => '---').join(' | '),
    precision('all', LISTED_HOSTS),
    precision('that one employer names', alone),
    precision('that several name', several),
  ]
    .map((row) => `| ${row} |`)
    .join('\n');
}

it('docs/websites.md says how often the pay gap list is right (`npm run docs` writes it)', () => {
  const { held, made } = pageWithTables('docs/websites.md', { 'hosts of the pay gap list': table() });
  expect(held).toBe(made);
});
