import fc from 'fast-check';
import { z } from 'zod';
import { defineBlock, notAvailableYet, type FinalAnswer } from '../../blocks/runner/define-block.js';
import { makeEnvelope, notFound } from '../../blocks/runner/make-envelope.js';
import { REASON_CODES, type ReasonCode } from '../../../../contract/src/reason-code.js';
import { EnvelopeTexts, jsonText } from './json-text.js';

const declared = {
  key: 'scores',
  tier: 'premium',
  latency_class: 'instant',
  description: 'A block of this test.',
  source: ['service_model'],
  coverage: 'None.',
  needs: [],
  reasons: [],
  advisories: [],
  value: z.unknown(),
} as const;
const plain = defineBlock(declared)(notAvailableYet);
const derived = defineBlock({ ...declared, derived: true })(notAvailableYet);

const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
const text = fc.string({ unit: 'grapheme' });
const detail = maybe(
  fc.oneof(
    fc.dictionary(fc.constantFrom('country', 'status_detail', 'lists'), fc.jsonValue()),
    fc.constantFrom(Object.freeze({ country: 'WALES' }), Object.freeze({ country: null })),
  ),
);
const reasons = fc.constantFrom<ReasonCode[]>(...REASON_CODES);

/** Without the fields that are undefined, as blocks leave them out. */
const withoutUndefined = <T extends object>(record: T): T =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;

const answers = fc.oneof(
  fc.record({
    status: fc.constant('available'),
    value: fc.oneof(fc.jsonValue(), fc.constant(Object.freeze({ shared: ['"', 'É'] }))),
    source: fc.constant('service_model'),
    as_of: fc.constant('2024-07-01'),
    confidence: maybe(fc.double({ min: 0, max: 1, noNaN: true })),
    flagged_for_review: maybe(fc.boolean()),
    advisories: maybe(
      fc.oneof(
        fc.array(reasons, { maxLength: 2 }),
        fc.constant(Object.freeze<ReasonCode[]>(['dormant_company'])),
      ),
    ),
    final_url: maybe(text),
    detail,
  }),
  fc.record({
    status: fc.constant('not_found'),
    reason: reasons,
    source: maybe(fc.constant('service_model')),
    as_of: maybe(fc.constant('2024-07-01')),
    detail,
  }),
);

const freshness = fc.option(
  fc.constant(Object.freeze({ checked_live: false, edition: 'an edition', stale: true })),
);

it('is the JSON that any other writer would make, for every envelope of a block, row after row', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(answers, freshness, fc.boolean())), (rows) => {
      const texts = new EnvelopeTexts(',"scores":');
      const envelopes = rows.map(([answer, fresh, isDerived]) => {
        const given = withoutUndefined(answer) as FinalAnswer;
        return makeEnvelope(isDerived ? derived : plain, given, fresh);
      });
      for (const envelope of envelopes.flatMap((one) => [one, one]))
        expect(texts.of(envelope)).toBe(`,"scores":${JSON.stringify(envelope)}`);
    }),
  );
});

it('gives every row the same object for the same bare reason', () => {
  expect(notFound('not_available_yet')).toBe(notFound('not_available_yet'));
  expect(new EnvelopeTexts('').of(notFound('error'))).toBe(
    '{"status":"not_found","reason":"error","retry_suggested":true}',
  );
});

it('gives rows of one edition the same object where they are told the same, and others their own', () => {
  const edition = Object.freeze({ checked_live: false, edition: 'an edition' });
  const nothing = (as_of: string) =>
    makeEnvelope(
      plain,
      { status: 'not_found', reason: 'none_on_register', source: 'company_register', as_of },
      edition,
    );
  expect(nothing('2024-07-01')).toBe(nothing('2024-07-01'));
  expect(nothing('2024-07-02')).toMatchObject({ as_of: '2024-07-02', detail: { freshness: edition } });
});

it('gives rows of one edition the same detail where their block shares what it adds', () => {
  const edition = Object.freeze({ checked_live: false, edition: 'an edition' });
  const provenance = {
    status: 'available',
    value: 1,
    source: 'company_register',
    as_of: '2024-07-01',
  } as const;
  const detailOf = (added: Partial<FinalAnswer>) => {
    const envelope = makeEnvelope(plain, { ...provenance, ...added } as FinalAnswer, edition);
    return envelope.status === 'available' ? envelope.detail : undefined;
  };
  const shared = Object.freeze({ coverage: 'full' });
  expect(detailOf({ detail: shared })).toEqual({ freshness: edition, coverage: 'full' });
  expect(detailOf({ detail: shared })).toBe(detailOf({ detail: shared }));
  expect(detailOf({ detail: { coverage: 'full' } })).not.toBe(detailOf({ detail: { coverage: 'full' } }));
  const advisories = Object.freeze(['dormant_company'] as const);
  expect(detailOf({ advisories })).toEqual({ freshness: edition, advisories });
  expect(detailOf({ advisories })).toBe(detailOf({ advisories }));
});

it('writes what is not frozen anew each time', () => {
  const value = { points: 1 };
  jsonText(value);
  value.points = 2;
  expect(jsonText(value)).toBe('{"points":2}');
});
