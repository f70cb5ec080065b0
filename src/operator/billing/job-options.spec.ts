import { blocksChangedByOptions, checkJobOptions } from './estimate-list.js';

describe('the options of a list that is estimated', () => {
  it('are those of a job, and nothing else', () => {
    expect(checkJobOptions({ min_confidence: 0.9, discover: null }, [])).toEqual({ min_confidence: 0.9 });
    expect(() => checkJobOptions({ min_confidence: 2 }, [])).toThrow(/^options\.min_confidence: /);
    expect(() => checkJobOptions({ wait: true }, [])).toThrow(/^options\.wait: There is no such field here/);
  });

  it('are refused where a premium one is not enabled, as the whole list would be', () => {
    const asked = { web_search: true, validation: ['rules', 'ai'] };
    expect(() => checkJobOptions(asked, ['web_search'])).toThrow(/would be refused: ai\.$/);
    expect(checkJobOptions(asked, ['web_search', 'ai'])).toEqual(asked);
    expect(checkJobOptions({ web_search: false }, [])).toEqual({ web_search: false });
  });

  it('make no block unlike the past where they say what a job does anyway', () => {
    const usual = { min_confidence: 0.5, discover: ['domain'], validation: ['live', 'rules'] } as const;
    expect(blocksChangedByOptions(usual)).toEqual(new Set());
    expect(blocksChangedByOptions({})).toEqual(new Set());
  });

  it('touch what has a confidence, what is read live, and what they name', () => {
    const sure = blocksChangedByOptions({ min_confidence: 0.9 });
    expect(sure).toContain('employees');
    expect(sure).not.toContain('officers');
    const live = blocksChangedByOptions({ discover: ['charges'], max_live_lookups: 3 });
    expect(live).toContain('charges');
    expect(live).not.toContain('filing_status');
  });
});
