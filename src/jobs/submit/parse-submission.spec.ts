import type { SubmittedRow } from '../../../packages/contract/src/row.js';
import fc from 'fast-check';
import { canonicalize } from 'json-canonicalize';
import { parseSubmission, canonicalRow } from './parse-submission.js';

const bytes = (body: unknown): Uint8Array =>
  Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
const parse = (body: unknown, maxRows = 10) => parseSubmission(bytes(body), maxRows);
const ROW = { ref: 'a', company_number: '00000006' };
const FINE = { rows: [ROW], blocks: ['charges'] };

const refusal = (body: unknown, maxRows?: number) => {
  const parsed = parse(body, maxRows);
  if (parsed.outcome === 'parsed') throw new Error('was not refused');
  return { code: parsed.code, errors: parsed.problems.errors };
};
const canonicalOf = (body: unknown): string => {
  const parsed = parse(body);
  if (parsed.outcome === 'refused') throw new Error(JSON.stringify(parsed.problems));
  return parsed.canonical;
};

const SECRET = 'S3cret99'.repeat(5);
const WHOLE = `svc_test_abc123def456_${SECRET}`;
const SAYS_SO = 'This holds an API key, which belongs in the Authorization header only.';

describe('a pasted key in a submission', () => {
  it.each<[string, unknown, string]>([
    ['a ref', { ...FINE, rows: [ROW, { ref: WHOLE }] }, 'rows[1].ref'],
    ['the middle of a ref', { ...FINE, rows: [{ ref: `my ${WHOLE}.` }] }, 'rows[0].ref'],
    ['a name', { ...FINE, rows: [{ company_name: WHOLE }] }, 'rows[0].company_name'],
    ['a domain', { ...FINE, rows: [{ domain: `https://x.uk/?k=${WHOLE}` }] }, 'rows[0].domain'],
    ['a number', { ...FINE, rows: [{ company_number: WHOLE }] }, 'rows[0].company_number'],
    ['a block', { ...FINE, blocks: ['charges', WHOLE] }, 'blocks[1]'],
    ['an option', { ...FINE, options: { contacts_lookup: WHOLE } }, 'options.contacts_lookup'],
    ['an entry of an option', { ...FINE, options: { validation: [WHOLE] } }, 'options.validation[0]'],
  ])('as %s is refused with words that say so, and not repeated', (_, body, path) => {
    const { code, errors } = refusal(body);
    expect(code).toBe('invalid_request');
    expect(errors[path]).toContain(SAYS_SO);
    expect(JSON.stringify(errors)).not.toContain(SECRET);
  });

  it('is found behind the escapes of JSON too', () => {
    const escaped = JSON.stringify({ ...FINE, rows: [{ ref: WHOLE }] }).replace('svc_', '\\u0073vc\\u005f');
    expect(refusal(escaped).errors).toEqual({ 'rows[0].ref': [SAYS_SO] });
  });

  it.each<[string, unknown]>([
    ['an unknown field', { ...FINE, [WHOLE]: 1 }],
    ["a row's unknown field", { ...FINE, rows: [{ [WHOLE]: 1 }] }],
    ['an unknown option', { ...FINE, options: { [WHOLE]: 1 } }],
    ['JSON that is none', `{"rows": ${WHOLE}`],
  ])('as %s is refused and not repeated', (_, body) => {
    expect(JSON.stringify(refusal(body))).not.toContain(SECRET);
  });

  it('is not what only begins like one', () => {
    const rows = ['svc_live_abc123def456', 'svc_live_', `svc_live_abc123def456_${'x'.repeat(39)}`];
    expect(parse({ ...FINE, rows: rows.map((ref) => ({ ref })) }).outcome).toBe('parsed');
  });
});

describe('a submission', () => {
  it('is taken as sent, nulls and doubled blocks dropped', () => {
    const parsed = parse({
      blocks: ['charges', 'domain', 'charges'],
      rows: [{ ref: ' x ', company_number: null, domain: 'a.uk' }, {}],
      options: { min_confidence: 0.7, validation: null, discover: [] },
    });
    expect(parsed).toMatchObject({
      outcome: 'parsed',
      request: {
        blocks: ['charges', 'domain'],
        rows: [{ ref: ' x ', domain: 'a.uk' }, {}],
        options: { min_confidence: 0.7, discover: [] },
      },
    });
  });

  it.each<[string, unknown, string, string[]]>([
    ['not UTF-8', 'see below', 'malformed_json', ['request']],
    ['cut off', '{"rows":', 'malformed_json', ['request']],
    ['empty', '', 'malformed_json', ['request']],
    ['a list', [], 'invalid_request', ['request']],
    ['null', null, 'invalid_request', ['request']],
    ['nothing', {}, 'invalid_request', ['rows', 'blocks']],
    ['nulls', { rows: null, blocks: null }, 'invalid_request', ['rows', 'blocks']],
    ['no row', { ...FINE, rows: [] }, 'invalid_request', ['rows']],
    ['rows that are no list', { ...FINE, rows: { 0: ROW } }, 'invalid_request', ['rows']],
    [
      'rows that are no objects',
      { ...FINE, rows: [null, 1, [], 'x'] },
      'invalid_request',
      ['rows[0]', 'rows[1]', 'rows[2]', 'rows[3]'],
    ],
    ['a number for a ref', { ...FINE, rows: [ROW, { ref: 1 }] }, 'invalid_request', ['rows[1].ref']],
    ['a long ref', { ...FINE, rows: [{ ref: 'x'.repeat(121) }] }, 'invalid_request', ['rows[0].ref']],
    [
      'a long number',
      { ...FINE, rows: [{ company_number: '0'.repeat(21) }] },
      'invalid_request',
      ['rows[0].company_number'],
    ],
    ['an unknown row field', { ...FINE, rows: [{ ...ROW, name: 'x' }] }, 'invalid_request', ['rows[0].name']],
    ['an unknown field', { ...FINE, row: 1 }, 'invalid_request', ['row']],
    ['no block', { ...FINE, blocks: [] }, 'invalid_request', ['blocks']],
    [
      'an unknown block',
      { ...FINE, blocks: ['charges', 'horses', 7] },
      'invalid_request',
      ['blocks[1]', 'blocks[2]'],
    ],
    ['a block that is no list', { ...FINE, blocks: 'charges' }, 'invalid_request', ['blocks']],
    ['options that are a list', { ...FINE, options: [] }, 'invalid_request', ['options']],
    ['an unknown option', { ...FINE, options: { speed: 9 } }, 'invalid_request', ['options.speed']],
    [
      'an unknown mode',
      { ...FINE, options: { validation: ['rules', 'x'] } },
      'invalid_request',
      ['options.validation[1]'],
    ],
    [
      'none beside rules',
      { ...FINE, options: { validation: ['none', 'rules'] } },
      'invalid_request',
      ['options.validation'],
    ],
    [
      'a confidence over 1',
      { ...FINE, options: { min_confidence: 1.01 } },
      'invalid_request',
      ['options.min_confidence'],
    ],
    [
      'a confidence as text',
      { ...FINE, options: { min_confidence: '0.5' } },
      'invalid_request',
      ['options.min_confidence'],
    ],
    ['six contacts', { ...FINE, options: { max_contacts: 6 } }, 'invalid_request', ['options.max_contacts']],
    [
      'half a look-up',
      { ...FINE, options: { max_live_lookups: 0.5 } },
      'invalid_request',
      ['options.max_live_lookups'],
    ],
    [
      'faults everywhere',
      { rows: [{ ref: 1 }], blocks: ['x'], options: { y: 1 }, z: 1 },
      'invalid_request',
      ['z', 'blocks[0]', 'options.y', 'rows[0].ref'],
    ],
    [
      'a hostile field',
      '{"rows":[{"__proto__":"x"}],"blocks":["charges"],"__proto__":{}}',
      'invalid_request',
      ['__proto__', 'rows[0].__proto__'],
    ],
  ])('that is %s is refused', (name, body, code, paths) => {
    const outcome =
      name === 'not UTF-8' ? parseSubmission(Buffer.from([0x7b, 0xff, 0x7d]), 10) : refusal(body);
    const errors =
      'errors' in outcome ? outcome.errors : 'problems' in outcome ? outcome.problems.errors : {};
    expect('code' in outcome ? outcome.code : '').toBe(code);
    expect(Object.keys(errors)).toEqual(paths);
  });

  it('with too many rows is refused for that alone', () => {
    expect(refusal({ rows: [1, 2, 3], blocks: [] }, 2)).toEqual({
      code: 'too_many_rows',
      errors: { rows: ['A job of this key may have at most 2 rows; these are 3.'] },
    });
    const tooMany = parseSubmission(Buffer.from('{"rows":[1,2,3],"blocks":[]}'), 2);
    expect(tooMany).toMatchObject({ outcome: 'refused', problems: { errors_total: 1 } });
  });

  it('may count characters, not code units, and may begin with a byte order mark', () => {
    expect(parse({ ...FINE, rows: [{ ref: '🏭'.repeat(120) }] }).outcome).toBe('parsed');
    expect(parse(`\uFEFF${JSON.stringify({ ...FINE, rows: [{ ref: 'é' }] })}`).outcome).toBe('parsed');
  });

  it('a number without quotes is told to be written in quotes', () => {
    expect(refusal({ ...FINE, rows: [{ company_number: 1234567 }] }).errors).toEqual({
      'rows[0].company_number': ['Must be a string: write the number in quotes, with its first zeros.'],
    });
  });

  it('nested without end is refused, not fatal', () => {
    const depth = 200_000;
    expect(
      refusal(`{"rows":[{"ref":${'['.repeat(depth)}${']'.repeat(depth)}}],"blocks":["charges"]}`).errors,
    ).toEqual({
      'rows[0].ref': ['Must be a string.'],
    });
  });
});

describe('the canonical form', () => {
  it('does not see key order, white space, nulls, blanks around text, or options that say nothing', () => {
    const canonical = canonicalOf(FINE);
    const same = [
      '{ "blocks" : ["charges"],\n "rows" : [ { "company_number":" 00000006 ", "ref":"a" } ] }',
      { ...FINE, rows: [{ ...ROW, domain: null }], options: null },
      { ...FINE, options: {} },
      { ...FINE, options: { validation: null } },
    ];
    expect(same.map(canonicalOf)).toEqual(same.map(() => canonical));
    expect(canonical).toBe(
      'POST /v1/enrich/jobs\n{"blocks":["charges"],"rows":[{"company_number":"00000006","ref":"a"}]}',
    );
  });

  it('sees row order, list order and defaults that were named', () => {
    const two = { ...FINE, rows: [ROW, { ref: 'b' }] };
    const different = [
      FINE,
      two,
      { ...two, rows: [...two.rows].reverse() },
      { ...FINE, options: { min_confidence: 0.5 } },
      { ...FINE, options: { validation: ['rules', 'live'] } },
      { ...FINE, options: { validation: ['live', 'rules'] } },
    ];
    expect(new Set(different.map(canonicalOf)).size).toBe(different.length);
  });

  it('of numbers is that of their value', () => {
    const written = (number: string) =>
      canonicalOf(`{"rows":[{}],"blocks":["charges"],"options":{"min_confidence":${number}}}`);
    expect(written('0.50')).toBe(written('5e-1'));
  });

  it('of a row is RFC 8785', () => {
    const text = fc.string({ unit: 'binary' });
    const row: fc.Arbitrary<SubmittedRow> = fc.record(
      { ref: text, company_number: text, company_name: text, domain: text },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(row, (asked) => {
        const { ref, company_number, company_name, domain } = asked;
        const trimmed = Object.entries({ ref, company_number, company_name, domain })
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => [name, value?.trim()]);
        expect(canonicalRow(asked)).toBe(canonicalize(Object.fromEntries(trimmed)));
      }),
    );
  });
});
