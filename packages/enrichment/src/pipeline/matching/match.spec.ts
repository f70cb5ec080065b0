import { record, type RowOverrides } from '../../../../../test/support/basic-company-data.js';
import type { CompanyRecord } from '../../sources/companies/company-record.js';
import type { CompanyNumber } from '../../../../words/src/company-number.js';
import type { NameBearers } from '../../sources/companies/companies.edition.js';
import { exactName } from '../../../../words/src/names/company-name.js';
import { nameForms } from '../../../../words/src/names/same-as-name.js';
import { identifierOf } from './identifier.js';
import { matchDomain, matchName, matchNumber, type NamedCompanies } from './match.js';
import type { MatchOutcome } from './match-outcome.js';

const company = (number: string, name: string, more: RowOverrides = {}): CompanyRecord =>
  record({ CompanyNumber: number, CompanyName: name, ...more });
const gone = (number: string, name: string): CompanyRecord =>
  company(number, name, { CompanyStatus: 'Dissolved' });

const named = (asked: string) => ({
  kind: 'company_name' as const,
  asked,
  exact: exactName(asked),
  ...nameForms(asked),
});

/** What the register has for the asked name. */
interface Known extends Partial<NameBearers> {
  readonly sameAs?: NamedCompanies['sameAs']['current'];
}

function byName(
  asked: string,
  { current = [], former = [], sameAs = [] }: Known,
  minConfidence = 0.5,
): MatchOutcome {
  const bearers = new Map([[named(asked).normalised, { current, former }]]);
  return matchName(named(asked), { bearers, sameAs: { current: sameAs } }, minConfidence);
}

const NUMBERED = { kind: 'company_number', number: '00000001' as CompanyNumber } as const;

describe('by number', () => {
  it('takes what is on file under it, dissolved or not', () => {
    expect(matchNumber(NUMBERED, gone('00000001', 'OLD LTD'))).toMatchObject({
      outcome: 'matched',
      matched_on: 'company_number',
      match_confidence: 1,
    });
  });

  it('finds nothing where nothing is on file', () => {
    expect(matchNumber(NUMBERED, undefined)).toMatchObject({ outcome: 'refused', reason: 'not_matched' });
  });
});

describe('by name', () => {
  const limited = company('00000002', 'ACME LIMITED');
  const plc = company('00000001', 'ACME PLC');
  const once = (of: CompanyRecord, name: string): CompanyRecord => ({
    ...of,
    previous_names: [{ name, ceased_on: null }],
  });

  it.each<[string, string, Known, string, string, number]>([
    ['the exact legal name', 'acme  limited', { current: [limited] }, '00000002', 'company_name', 0.98],
    [
      'the exact name before a similar one',
      'ACME PLC',
      { current: [plc, limited] },
      '00000001',
      'company_name',
      0.98,
    ],
    ['a name but for its ending', 'Acme', { current: [limited] }, '00000002', 'company_name', 0.9],
    [
      'a previous name, when nobody bears it now',
      'OLD ACME LTD',
      { former: [once(limited, 'OLD ACME LIMITED')] },
      '00000002',
      'previous_name',
      0.7,
    ],
    [
      'the bearer before a former bearer',
      'ACME',
      { current: [limited], former: [plc] },
      '00000002',
      'company_name',
      0.9,
    ],
    [
      'a live bearer before a dissolved one',
      'ACME',
      { current: [gone('00000009', 'ACME'), limited] },
      '00000002',
      'company_name',
      0.9,
    ],
    [
      'a former bearer before a dissolved one',
      'ACME',
      { current: [gone('00000009', 'ACME')], former: [once(plc, 'ACME LTD')] },
      '00000001',
      'previous_name',
      0.7,
    ],
    [
      'the only dissolved bearer',
      'ACME',
      { current: [gone('00000009', 'ACME')] },
      '00000009',
      'company_name',
      0.6,
    ],
    [
      'the only live company whose name counts as the same',
      'ACME UK',
      { sameAs: [gone('00000009', 'ACME COMPANY LIMITED'), limited] },
      '00000002',
      'company_name',
      0.6,
    ],
    [
      'a former bearer before a name that counts as the same',
      'ACME UK',
      { former: [once(plc, 'ACME UK LIMITED')], sameAs: [limited] },
      '00000001',
      'previous_name',
      0.7,
    ],
    [
      'a live company whose name counts as the same before a dissolved bearer',
      'ACME UK',
      { current: [gone('00000009', 'ACME UK')], sameAs: [limited] },
      '00000002',
      'company_name',
      0.6,
    ],
    [
      'a company in liquidation: it is live',
      'ACME',
      { current: [company('00000003', 'ACME', { CompanyStatus: 'Liquidation' })] },
      '00000003',
      'company_name',
      0.98,
    ],
  ])('takes %s', (_what, asked, bearers, number, matched_on, match_confidence) => {
    expect(byName(asked, bearers)).toMatchObject({
      outcome: 'matched',
      company: { number },
      matched_on,
      match_confidence,
    });
  });

  it.each<[string, string, Known]>([
    ['several live companies bear the normalised name', 'ACME', { current: [limited, plc] }],
    [
      'several live companies bear the exact name',
      'ACME LIMITED',
      { current: [limited, company('00000001', 'Acme Limited')] },
    ],
    [
      'several live companies once bore it',
      'ACME',
      { former: [once(limited, 'ACME PLC'), once(plc, 'ACME LTD')] },
    ],
    ['several live companies have names that count as the same', 'ACME UK', { sameAs: [limited, plc] }],
  ])('gives candidates by number where %s', (_what, asked, bearers) => {
    expect(byName(asked, bearers)).toMatchObject({
      outcome: 'refused',
      reason: 'ambiguous_match',
      candidates: [
        { company_number: '00000001', company_name: expect.any(String) as string },
        { company_number: '00000002', company_name: 'ACME LIMITED' },
      ],
    });
  });

  it('lists at most twenty candidates, and says how many there are', () => {
    const many = Array.from({ length: 30 }, (_, i) =>
      company(String(20_000_029 - i), `ACME${' LTD'.repeat(i % 2)}`),
    );
    const outcome = byName('Acme.', { current: many });
    expect(outcome).toMatchObject({
      reason: 'ambiguous_match',
      detail: expect.stringContaining('30') as string,
    });
    expect(outcome.outcome === 'refused' && outcome.candidates.map((one) => one.company_number)).toEqual(
      Array.from({ length: 20 }, (_, i) => String(20_000_000 + i)),
    );
  });

  it.each<[string, string, Known]>([
    ['nobody bears or bore the name', 'ACME', {}],
    [
      'several dissolved companies bore it',
      'ACME',
      { current: [gone('00000001', 'ACME'), gone('00000002', 'ACME')] },
    ],
    ['only a dissolved company was once called so', 'ACME', { former: [gone('00000001', 'NEW NAME LTD')] }],
  ])('finds nothing where %s', (_what, asked, bearers) => {
    expect(byName(asked, bearers)).toMatchObject({ reason: 'not_matched', candidates: [] });
  });

  it.each<[string, Known, number, string]>([
    ['a match at its own confidence stays', { current: [limited] }, 0.9, 'matched'],
    ['a match under it is none', { current: [limited] }, 0.91, 'not_matched'],
    ['candidates under it are none', { current: [limited, plc] }, 0.95, 'not_matched'],
    ['a lower kind of match does not stand in', { current: [limited], former: [plc] }, 0.95, 'not_matched'],
  ])('heeds min_confidence: %s', (_what, bearers, minConfidence, expected) => {
    const outcome = byName('ACME', bearers, minConfidence);
    expect(outcome.outcome === 'matched' ? 'matched' : outcome.reason).toBe(expected);
  });
});

describe('by domain', () => {
  const refusalOf = (domain: string, jobRows: number) => {
    const found = identifierOf({ domain });
    if (!('kind' in found) || found.kind !== 'domain') throw new Error('no domain');
    return matchDomain(found, jobRows);
  };

  it.each([
    ['facebook.com', 1, 'not_own_site'],
    ['https://www.facebook.com/acme', 1, 'not_own_site'],
    ['m.facebook.com', 1, 'not_own_site'],
    ['acme.wixsite.com', 5_000, 'not_own_site'],
    ['find-and-update.company-information.service.gov.uk', 1, 'not_own_site'],
    ['ip-about-us.cdn.prismic.io', 1, 'not_own_site'],
    ['acme.co.uk', 10, 'not_matched'],
    ['acme.co.uk', 11, 'site_lookup_not_run'],
    ['notfacebook.com', 1, 'not_matched'],
    ['not a website', 10, 'not_matched'],
    ['not a website', 11, 'site_lookup_not_run'],
    ['acme.example', 11, 'site_lookup_not_run'],
    ['192.168.0.1', 10, 'not_matched'],
    ['192.168.0.1', 5_000, 'site_lookup_not_run'],
    ['co.uk', 10, 'not_matched'],
    ['co.uk', 5_000, 'site_lookup_not_run'],
  ])('%s in a job of %d rows is %s', (domain, jobRows, reason) => {
    expect(refusalOf(domain, jobRows).reason).toBe(reason);
  });

  it.each([
    ['www.acme.co.uk', 'No company is on file for acme.co.uk.'],
    ['not a website', "'not a website' is not the address of a website."],
    ['facebook.com', "facebook.com is a social network, not a company's own website."],
  ])('%s: says why', (domain, detail) => {
    expect(refusalOf(domain, 1).detail).toBe(detail);
  });
});
