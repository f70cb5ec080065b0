import fc from 'fast-check';
import type { AvailableEnvelope, BlockEnvelope } from '../../blocks/runner/envelope.js';
import { BLANK_COMPANY } from '../../sources/companies/company-record.js';
import { BLOCK_KEYS } from '../../../../contract/src/block-key.js';
import type { CompanyNumber } from '../../../../words/src/company-number.js';
import { envelopeText, outcomesOf, writeRow } from './write-row.js';

const KEYS = BLOCK_KEYS.slice(0, 12);
const ABSENT: BlockEnvelope = { status: 'not_found', reason: 'none_on_register' };
const NUMBER = '00000006' as CompanyNumber;
const PENDING: BlockEnvelope = { status: 'pending' };

/** The envelopes of which every set bit of the number waits. */
const envelopesOf = (bits: number): BlockEnvelope[] =>
  KEYS.map((_, place) => ((bits >> place) & 1 ? PENDING : { ...ABSENT }));

describe('the outcomes of rows', () => {
  it('are one object for equal answers, in every batch with the same blocks', () => {
    const one = outcomesOf(KEYS, envelopesOf(5));
    expect(outcomesOf([...KEYS], envelopesOf(5))).toBe(one);
    expect(outcomesOf(KEYS.slice(1), envelopesOf(5).slice(1))).not.toBe(one);
  });

  it('stay right where there are more sets than are kept', () => {
    for (let bits = 0; bits < 2 ** KEYS.length; bits++) {
      const envelopes = envelopesOf(bits);
      expect(outcomesOf(KEYS, envelopes)).toEqual(
        Object.fromEntries(KEYS.map((key, i) => [key, envelopes[i]])),
      );
    }
  });
});

/** A JSON value, frozen or not, as many rows share it or only one has it. */
const shared = fc
  .tuple(fc.dictionary(fc.string(), fc.jsonValue()), fc.boolean())
  .map(([value, isFrozen]) => (isFrozen ? Object.freeze(value) : value));

const available: fc.Arbitrary<AvailableEnvelope> = fc.record(
  {
    status: fc.constant('available' as const),
    value: fc.oneof(shared, fc.jsonValue()),
    source: fc.constantFrom('company_register' as const, 'own_website' as const),
    as_of: fc.constantFrom('2026-01-31', '1999-12-01'),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    flagged_for_review: fc.boolean(),
    detail: shared,
    derived: fc.constant(true as const),
    final_url: fc.webUrl(),
  },
  { requiredKeys: ['status', 'value', 'source', 'as_of', 'flagged_for_review'] },
);

describe('the JSON of a row', () => {
  it('has each envelope as JSON.stringify writes it, also when it was written before', () => {
    fc.assert(
      fc.property(available, (envelope) => {
        expect(envelopeText(envelope)).toBe(JSON.stringify(envelope));
        expect(envelopeText({ ...envelope })).toBe(JSON.stringify(envelope));
      }),
    );
  });

  it('reads as the row, whatever its reference and the name of its company are', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.array(available, { maxLength: 12 }), (ref, name, some) => {
        const envelopes: BlockEnvelope[] = [...some, PENDING, ABSENT].slice(0, KEYS.length);
        const keys = KEYS.slice(0, envelopes.length);
        const company = { ...BLANK_COMPANY, number: NUMBER, name };
        const matched = { matched_on: 'company_number', match_confidence: 1 } as const;
        const { json } = writeRow(keys, { ref }, { outcome: 'matched', company, ...matched }, envelopes);
        expect(JSON.parse(Buffer.from(json).toString())).toEqual({
          ref,
          status: envelopes.includes(PENDING) ? 'pending' : 'done',
          blocks: JSON.parse(
            JSON.stringify(Object.fromEntries(keys.map((key, i) => [key, envelopes[i]]))),
          ) as unknown,
          matched: {
            company_number: NUMBER,
            ...(name !== '' && { company_name: name }),
            ...matched,
          },
        });
      }),
    );
  });
});
