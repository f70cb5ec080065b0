import { siteExcerpt, type SiteRow } from './site-excerpt.js';

/** Rows with the fields that the excerpt reads. */
const excerptOf = (blocks: object) => siteExcerpt({ matched, blocks } as unknown as SiteRow);
const matched = { company_name: 'EXAMPLE LIMITED', company_number: '01234567' };
const verdict = { outcome: 'accept', score: 82, contributions: { uk_domain: 3, company_number: 79 } };

function validated(snippet: string) {
  const hard_matches = { company_number: { url: 'https://example.co.uk/', snippet } };
  return {
    status: 'available',
    confidence: 0.97,
    value: { ...verdict, reasons: ['company_number'] },
    detail: { evidence: { hard_matches } },
  };
}

it('shows the points of a verdict, the weightiest first, and what ties the site to the company', () => {
  const blocks = {
    domain_validation: validated('No. 01234567'),
    domain: { status: 'available', value: 'example.co.uk' },
    nature_of_business: { status: 'not_found', reason: 'site_unreadable' },
  };
  expect(excerptOf(blocks)).toEqual([
    'EXAMPLE LIMITED, 01234567',
    '  ACCEPT, confidence 0.97',
    '     +79  company_number',
    '      +3  uk_domain',
    '      82  score, of 0 to 100',
    '  decided by company_number',
    '  company_number on https://example.co.uk/: “No. 01234567”',
    '  domain               example.co.uk',
    '  nature_of_business   not_found: site_unreadable',
  ]);
});

it('breaks no line and moves no cursor, whatever a page says', () => {
  const lines = excerptOf({ domain_validation: validated('A\n\u001b[2Jforged') });
  expect(lines.at(-1)).toContain('A\\n\\u001b[2Jforged');
});
