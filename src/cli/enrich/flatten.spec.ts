import { Headings, resultLine } from './flatten.js';

describe('a result as a line', () => {
  const result = {
    row: 7,
    line: 9,
    ref: 'r',
    status: 'done',
    matched: {
      company_number: '01234567',
      company_name: 'A LTD',
      match_confidence: 0.98,
      matched_on: 'company_name',
    },
    blocks: {
      domain: { status: 'available', value: 'a.co.uk', source: 'own_website' },
      officers: { status: 'available', value: { total: 2, current: [{ name: 'B' }], ages: null } },
      charges: { status: 'not_found', reason: 'none_on_register' },
    },
  };

  it('has a cell for every field of a value; what is nested deeper stays JSON', () => {
    expect(resultLine(result)).toEqual({
      row: '7',
      line: '9',
      ref: 'r',
      status: 'done',
      reason: '',
      company_number: '01234567',
      company_name: 'A LTD',
      match_confidence: '0.98',
      matched_on: 'company_name',
      domain_status: 'available',
      domain_source: 'own_website',
      domain: 'a.co.uk',
      officers_status: 'available',
      'officers.total': '2',
      'officers.current': '[{"name":"B"}]',
      'officers.ages': '',
      charges_status: 'not_found',
      charges_reason: 'none_on_register',
    });
  });

  it('that failed has its reason and empty cells', () => {
    expect(resultLine({ row: 1, ref: '', status: 'done', reason: 'not_matched', blocks: {} })).toMatchObject({
      reason: 'not_matched',
      company_number: '',
    });
  });

  it('keeps the columns of a block together, whichever row brought them', () => {
    const headings = new Headings();
    headings.add({ row: '1', domain_status: '', domain_validation_status: '', officers_status: '' });
    headings.add({
      row: '2',
      'officers.total': '',
      'domain_validation.score': '',
      domain: '',
      domain_reason: '',
    });
    expect(headings.all()).toEqual([
      'row',
      'domain_status',
      'domain',
      'domain_reason',
      'domain_validation_status',
      'domain_validation.score',
      'officers_status',
      'officers.total',
    ]);
  });
});
