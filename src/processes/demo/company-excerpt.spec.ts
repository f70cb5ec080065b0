import { excerpt, type CompanyRow } from './company-excerpt.js';

/** Rows with the fields that the excerpt reads. */
const excerptOf = (blocks: object) => excerpt({ job_id: 'job', matched, blocks } as unknown as CompanyRow);
const matched = { company_name: 'EXAMPLE LIMITED', company_number: '01234567' };
const found = { status: 'available', source: 'company_register_officers', as_of: '2026-02-28' };
const officer = (name: string) => ({ name, role: 'director', appointed_on: '2020-01-01' });
const officers = (...names: string[]) => ({
  ...found,
  value: { active: names.length, resigned: 2, current: names.map(officer) },
});

it('says of each block its source, its day and the first of what it lists', () => {
  const blocks = { officers: officers('A', 'B', 'C', 'D', 'E') };
  expect(excerptOf(blocks)).toEqual([
    'EXAMPLE LIMITED, 01234567',
    '  officers          company_register_officers, 2026-02-28   available',
    '    5 in office, 2 resigned',
    '    A, director, from 2020-01-01',
    '    B, director, from 2020-01-01',
    '    C, director, from 2020-01-01',
    '    ... 2 more',
  ]);
});

it('says why a block found nothing', () => {
  const blocks = { ultimate_owner: { status: 'not_found', reason: 'owner_not_on_file' } };
  expect(excerptOf(blocks)[1]).toMatch(/^ {2}ultimate_owner .* not_found: owner_not_on_file$/);
});

it('breaks no line and moves no cursor, whatever a name holds', () => {
  const lines = excerptOf({ officers: officers('A\n\u001b[2Jforged') });
  expect(lines).toHaveLength(4);
  expect(lines[3]).toContain('A\\n\\u001b[2Jforged');
});
