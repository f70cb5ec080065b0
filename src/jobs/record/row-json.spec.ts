import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import { UNANSWERED_BLOCK, withEnvelopes } from './row-answers.js';

const row = Buffer.from(
  '{"ref":"a","status":"pending","blocks":{"domain":{"status":"pending"},"charges":{"status":"pending"},"industry":{"status":"available","value":{"sic":[1.5]}}},"matched":{"company_number":"00445790"}}',
);
const merged = (...envelopes: [BlockKey, { status: string }][]): string =>
  Buffer.from(withEnvelopes(row, new Map(envelopes))).toString();

describe('a served row with late envelopes', () => {
  it('stays as it is, byte for byte, without any', () => {
    expect(withEnvelopes(row, new Map())).toBe(row);
  });

  it('is pending while a block is', () => {
    expect(merged(['domain', { status: 'available' }])).toBe(
      '{"ref":"a","status":"pending","blocks":{"domain":{"status":"available"},"charges":{"status":"pending"},"industry":{"status":"available","value":{"sic":[1.5]}}},"matched":{"company_number":"00445790"}}',
    );
  });

  it('is done once none is', () => {
    expect(
      JSON.parse(merged(['domain', { status: 'available' }], ['charges', UNANSWERED_BLOCK])),
    ).toMatchObject({
      status: 'done',
      blocks: { charges: { status: 'not_found', reason: 'source_unavailable', retry_suggested: true } },
    });
  });

  it.each([
    [0.6, true],
    [0.74, true],
    [0.75, false],
    [0.98, false],
  ])('flags them where the company was matched at %d: %p', (match_confidence, flagged) => {
    const doubted = { ...(JSON.parse(row.toString()) as object), matched: { match_confidence } };
    const envelope = { status: 'available', flagged_for_review: false };
    const json = withEnvelopes(Buffer.from(JSON.stringify(doubted)), new Map([['domain', envelope]]));
    expect(JSON.parse(Buffer.from(json).toString())).toMatchObject({
      blocks: { domain: { flagged_for_review: flagged } },
    });
  });

  it('gets no block that it was not asked for', () => {
    expect(JSON.parse(merged(['scores', { status: 'available' }]))).toEqual(JSON.parse(row.toString()));
  });
});
