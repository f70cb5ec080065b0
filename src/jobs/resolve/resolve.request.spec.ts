import fc from 'fast-check';
import { ProblemList } from '../../../packages/platform/src/http/field-errors.js';
import { parseResolve } from './resolve.request.js';

const parse = (query: string) => parseResolve(query, new ProblemList());
const NUMBER = 'company_number=00000006';

describe('the parameters of a resolve', () => {
  it('are read as what they stand for', () => {
    expect(
      parse(
        'company_number=%2000000006+&blocks=charges,%20domain,charges&min_confidence=0.70&discover=&ref=+x&wait=true',
      ),
    ).toEqual({
      outcome: 'parsed',
      row: { ref: ' x', company_number: ' 00000006 ' },
      blocks: ['charges', 'domain'],
      options: { min_confidence: 0.7, discover: [] },
      deferLive: false,
      wait: true,
      store: true,
      canonical:
        'GET /v1/resolve\n{"blocks":["charges","domain","charges"],"company_number":"00000006","discover":[],"min_confidence":0.7,"ref":"x","wait":true}',
    });
  });

  it('hold no API key', () => {
    const secret = 'S3cret99'.repeat(5);
    const whole = `svc_live_abc123def456_${secret}`;
    const refused = parse(`ref=${whole}&company_name=a%20${whole}&blocks=charges,${whole}&${whole}=1`);
    if (refused.outcome === 'parsed') throw new Error('was taken');
    const says = 'This holds an API key, which belongs in the Authorization header only.';
    for (const name of ['ref', 'company_name', 'blocks'])
      expect(refused.problems.errors[name]).toContain(says);
    expect(JSON.stringify(refused)).not.toContain(secret);
  });

  it('leave blocks to the key where none are named', () => {
    expect(parse('company_name=x')).toMatchObject({ blocks: null, row: { company_name: 'x' } });
  });

  it.each<[string, string, string[]]>([
    ['', 'invalid_request', ['request']],
    ['ref=x', 'invalid_request', ['request']],
    ['company_number=', 'invalid_request', ['company_number']],
    ['company_name=%20', 'invalid_request', ['company_name']],
    ['company_name=x&domain=x.uk', 'invalid_request', ['company_name', 'domain']],
    ['company_number=1', 'invalid_company_number', ['company_number']],
    ['company_number=ZZZ23456', 'invalid_company_number', ['company_number']],
    ['company_number=1&speed=9', 'invalid_request', ['speed', 'company_number']],
    [`company_number=${'0'.repeat(21)}`, 'invalid_request', ['company_number']],
    [`company_number=${'%F0%9F%8F%A2'.repeat(20)}`, 'invalid_company_number', ['company_number']],
    [`company_number=${'%F0%9F%8F%A2'.repeat(21)}`, 'invalid_request', ['company_number']],
    [`company_name=${'x'.repeat(501)}`, 'invalid_request', ['company_name']],
    [`domain=${'x'.repeat(256)}`, 'invalid_request', ['domain']],
    [`${NUMBER}&ref=${'x'.repeat(121)}`, 'invalid_request', ['ref']],
    [`${NUMBER}&${NUMBER}`, 'invalid_request', ['company_number']],
    [`${NUMBER}&unknown=1`, 'invalid_request', ['unknown']],
    [`${NUMBER}&blocks=`, 'invalid_request', ['blocks']],
    [`${NUMBER}&blocks=charges,horses`, 'invalid_request', ['blocks[1]']],
    [`${NUMBER}&blocks=charges,,domain`, 'invalid_request', ['blocks[1]']],
    [`${NUMBER}&validation=strict`, 'invalid_request', ['validation[0]']],
    [`${NUMBER}&validation=none,live`, 'invalid_request', ['validation']],
    [`${NUMBER}&min_confidence=high`, 'invalid_request', ['min_confidence']],
    [`${NUMBER}&min_confidence=1.5`, 'invalid_request', ['min_confidence']],
    [`${NUMBER}&min_confidence=`, 'invalid_request', ['min_confidence']],
    [`${NUMBER}&min_confidence=0x1`, 'invalid_request', ['min_confidence']],
    [`${NUMBER}&max_live_lookups=-1`, 'invalid_request', ['max_live_lookups']],
    [`${NUMBER}&max_contacts=0`, 'invalid_request', ['max_contacts']],
    [`${NUMBER}&contact_roles=boss`, 'invalid_request', ['contact_roles[0]']],
    [`${NUMBER}&contacts_lookup=maybe`, 'invalid_request', ['contacts_lookup']],
    [`${NUMBER}&wait=no`, 'invalid_request', ['wait']],
    [`${NUMBER}&wait=True`, 'invalid_request', ['wait']],
    [`${NUMBER}&store=`, 'invalid_request', ['store']],
    [`${NUMBER}&defer_live=true&wait=false`, 'invalid_request', ['defer_live', 'wait']],
    [`${NUMBER}&defer_live=true&store=false`, 'invalid_request', ['defer_live', 'store']],
    [`${NUMBER}&wait=false&store=false`, 'invalid_request', ['wait', 'store']],
    [`${NUMBER}&include_phone=true`, 'invalid_request', ['include_phone']],
    [
      `${NUMBER}&include_phone=true&contacts_lookup=live`,
      'invalid_request',
      ['include_phone', 'contacts_lookup'],
    ],
    [`${NUMBER}&ref=%ff`, 'invalid_request', ['ref']],
    ['company_number=%zz', 'invalid_request', ['company_number']],
    ['company_name=%ff', 'invalid_request', ['company_name']],
    ['domain=%E0%A4%A', 'invalid_request', ['domain']],
  ])('%s is refused', (query, code, paths) => {
    const parsed = parse(query);
    if (parsed.outcome === 'parsed') throw new Error('was not refused');
    expect([parsed.code, Object.keys(parsed.problems.errors)]).toEqual([code, paths]);
  });

  it.each([
    'defer_live=true',
    'defer_live=false&wait=false',
    'wait=false',
    'store=false',
    'include_phone=true&wait=false',
    'include_phone=true&defer_live=true',
    'include_phone=true&contacts_lookup=cached_only',
    'include_phone=false',
  ])('%s is fine', (query) => {
    expect(parse(`${NUMBER}&${query}`).outcome).toBe('parsed');
  });

  it('hint at a leading zero that a spreadsheet ate', () => {
    const parsed = parse('company_number=6400');
    expect(JSON.stringify(parsed)).toContain("A leading zero may be missing: try '00006400'.");
  });

  it('make the same canonical form whatever their order and writing', () => {
    const forms = [
      'company_name=a+b&blocks=charges,domain&min_confidence=0.5&web_search=false',
      'web_search=false&min_confidence=5e-1&blocks=charges%2Cdomain&company_name=%20a%20b',
    ].map(parse);
    expect(new Set(forms.map((form) => (form.outcome === 'parsed' ? form.canonical : null))).size).toBe(1);
  });

  it('never throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (query) => {
        expect(() => parse(query)).not.toThrow();
      }),
    );
  });
});
