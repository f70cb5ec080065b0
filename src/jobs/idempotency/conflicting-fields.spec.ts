import { aSubmission } from '../../../test/support/logs/job-builders.js';
import type { EnrichRequest } from '../commands.js';
import { conflictingFields } from '../submit/acceptance.js';

const HELD = aSubmission(2, 2);
const TERMS = { operation: 'enrich_job', collection: 'pages', stored: true } as const;
const REQUEST: EnrichRequest = {
  rows: [{ company_number: '01234567' }, { company_number: '01234568' }],
  blocks: HELD.blocks,
  options: {},
};

describe('a request under a key that another holds', () => {
  it.each<[string, Partial<EnrichRequest>, Partial<Parameters<typeof conflictingFields>[2]>, string[]]>([
    ['other blocks', { blocks: ['industry'] }, {}, ['blocks']],
    ['an option', { options: { min_confidence: 0.9 } }, {}, ['options.min_confidence']],
    ['the number of rows', { rows: [{ company_number: '01234567' }] }, {}, ['rows']],
    ['the operation', {}, { operation: 'resolve' }, ['operation']],
    ['waiting for it', {}, { collection: 'inline' }, ['wait']],
    ['keeping it', {}, { stored: false }, ['store']],
    ['several fields', { blocks: [], options: { max_contacts: 9 } }, {}, ['blocks', 'options.max_contacts']],
  ])('differs in %s', (_, request, terms, fields) => {
    expect(conflictingFields(HELD, { ...REQUEST, ...request }, { ...TERMS, ...terms })).toEqual(fields);
  });

  it('differs in nothing that is kept where only the rows do, or a default was spelled out', () => {
    const rows = [{ company_number: '07654321' }, { company_number: '01234568' }];
    expect(conflictingFields(HELD, { ...REQUEST, rows }, TERMS)).toEqual([]);
    expect(conflictingFields(HELD, { ...REQUEST, options: { min_confidence: 0.5 } }, TERMS)).toEqual([]);
  });

  it('differs in whether late blocks are waited for', () => {
    const held = { ...HELD, operation: 'resolve', collection: 'inline' } as const;
    const terms = { operation: 'resolve', collection: 'deferred', stored: true } as const;
    expect(conflictingFields(held, REQUEST, terms)).toContain('defer_live');
  });
});
