/** What a published list says of websites is right too seldom to be served: its hosts are candidates until the site proves them. */
import { createHash } from 'node:crypto';
import domain from '../../../packages/enrichment/src/blocks/website/domain.block.js';
import { notOwnSite } from '../../../packages/words/src/hosts/not-own-sites.js';
import type { SiteReading } from '../../../packages/enrichment/src/sites/site-reading.js';
import { aPage, aSite } from '../../support/a-site.js';
import { record } from '../../support/basic-company-data.js';
import { aFact, runBlock } from '../../support/run-block.js';
import { CHECKED, named } from '../../support/sites/judged-sites.js';
import {
  LISTED_HOSTS,
  VERDICTS,
  isCandidate,
  ownAmong,
  type ListedHost,
} from '../../support/sites/listed-hosts.js';

/** From here on a list may be served by itself. */
const LEAST = 0.95;

/** The answer where the list alone names the host, and this is read there; null: nothing is. */
const answered = ({ company_number, employer, host }: ListedHost, site: SiteReading | null) =>
  runBlock(
    domain,
    record({ CompanyName: employer.toUpperCase(), CompanyNumber: company_number }),
    '2022-11-01',
    { website_records: aFact([named(host, { not_own: notOwnSite(host) })], '2022-04-05') },
    0.5,
    site === null ? {} : { [host]: { status: 'read', reading: site, checked: CHECKED } },
    { fetching: () => 'not_looked_up' },
  );

/** A site whose operator says its name and number. */
function runBy(host: string, name: string, number: string): SiteReading {
  const snippet = `${name}. Registered in England and Wales No. ${number}`;
  return aSite({
    host,
    final_url: `https://${host}/`,
    pages: [
      aPage({
        url: `https://${host}/`,
        text: [{ region: 'footer', text: snippet }],
        company_numbers: [{ value: number, region: 'footer', snippet, role: 'own', name }],
      }),
    ],
  });
}

const servedOf = (hosts: readonly ListedHost[], site: (one: ListedHost) => SiteReading | null): string[] =>
  hosts.filter((one) => answered(one, site(one)).status === 'available').map(({ host }) => host);

describe('the sample', () => {
  it('holds 200 hosts as they were drawn, each with how it was judged', () => {
    const drawn = LISTED_HOSTS.map(({ company_number, host }) =>
      createHash('sha256').update(`${company_number} ${host}`).digest('hex'),
    );
    expect(new Set(drawn).size).toBe(200);
    expect(drawn).toEqual([...drawn].sort());
    for (const { verdict, how } of LISTED_HOSTS) {
      expect(VERDICTS).toContain(verdict);
      expect(how).not.toBe('');
    }
  });

  it('shows that the list is right too seldom to be served, also if all that could not be told were right', () => {
    const { candidates, atMost } = ownAmong(LISTED_HOSTS);
    expect(atMost / candidates).toBeLessThan(LEAST);
  });
});

describe('a host that the list names is', () => {
  it('never served by the list alone', () => {
    expect(servedOf(LISTED_HOSTS, () => null)).toEqual([]);
  });

  it('no candidate where it carries the files or pages of many', () => {
    const others = LISTED_HOSTS.filter((one) => !isCandidate(one));
    expect(others.length).toBeGreaterThan(10);
    for (const one of others) {
      expect(one.verdict).toMatch(/^(?:other|public body)$/);
      expect(answered(one, null)).toMatchObject({ status: 'not_found', reason: 'not_own_site' });
    }
  });

  it('not served where its site says that another company runs it, of a group or not', () => {
    const others = LISTED_HOSTS.filter(({ verdict }) => verdict !== 'own');
    expect(servedOf(others, ({ host }) => runBy(host, 'Somebody Else Holdings PLC', '09999999'))).toEqual([]);
  });

  it('served where its site says that the company runs it', () => {
    const candidates = LISTED_HOSTS.filter(isCandidate);
    expect(
      servedOf(candidates, ({ host, employer, company_number }) => runBy(host, employer, company_number)),
    ).toEqual(candidates.map(({ host }) => host));
  });
});
