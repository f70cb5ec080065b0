import { aSite } from '../../../../../test/support/a-site.js';
import { judgeOnce, judgeSite } from './judge-site.js';
import type { JudgedCompany } from './judged-company.js';

const company: JudgedCompany = {
  number: '01234999',
  name: 'ACME WIDGETS LIMITED',
  trading_names: [],
  previous_names: [],
  office: { lines: ['1 HIGH STREET'], town: 'LEEDS', county: null, postcode: 'LS1 4AP' },
  crowd: 1,
  directors: null,
  group: new Set(['00000006']),
};

it('is the verdict of the judge, made once a crawl and company', () => {
  const site = aSite();
  const verdict = judgeOnce(site, company, false);
  expect(verdict).toEqual(judgeSite(site, company, false));
  expect(judgeOnce(site, { ...company, group: new Set(['00000006']) }, false)).toBe(verdict);
});

it.each<[string, JudgedCompany, boolean]>([
  ['another company', { ...company, number: '00000007' }, false],
  ['another group', { ...company, group: new Set() }, false],
  ['a host that a record names', company, true],
])('is made anew for %s', (_what, other, on_record) => {
  const site = aSite();
  const verdict = judgeOnce(site, company, false);
  const anew = judgeOnce(site, other, on_record);
  expect(anew).not.toBe(verdict);
  expect(anew).toEqual(judgeSite(site, other, on_record));
});

it('is made anew for a later crawl', () => {
  expect(judgeOnce(aSite(), company, false)).not.toBe(judgeOnce(aSite(), company, false));
});
