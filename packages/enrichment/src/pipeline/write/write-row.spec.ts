import type { BlockEnvelope } from '../../blocks/runner/envelope.js';
import { BLOCK_KEYS } from '../../../../contract/src/block-key.js';
import { outcomesOf } from './write-row.js';

const KEYS = BLOCK_KEYS.slice(0, 12);
const ABSENT: BlockEnvelope = { status: 'not_found', reason: 'none_on_register' };
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
