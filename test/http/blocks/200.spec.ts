import { BLOCK_KEYS } from '../../../packages/contract/src/block-key.js';
import { REASON_CODES } from '../../../packages/contract/src/reason-code.js';
import { ApiWorld } from '../../support/worlds/api-world.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

const world = forAllTests(() => ApiWorld.start());

describe('GET /v1/blocks', () => {
  it('lists every block with what it is and whether this key has it, every option and every reason', async () => {
    const key = await world.customer({ blocks: ['charges', 'scores'] });
    const { status, body } = await world.call('/v1/blocks', {}, key);
    const blocks = body['blocks'] as readonly Record<string, unknown>[];
    expect(status).toBe(200);
    expect(blocks.map((block) => block['key'])).toEqual([...BLOCK_KEYS]);
    expect(
      blocks.filter((block) => block['availability'] === 'available').map((block) => block['key']),
    ).toEqual(['charges', 'scores']);
    for (const block of blocks) {
      expect(Object.keys(block)).toEqual([
        'key',
        'description',
        'source',
        'availability',
        'tier',
        'latency_class',
        'coverage',
        'experimental',
        'billable_when',
        'coverage_share',
      ]);
    }
    expect(blocks.filter((block) => block['experimental'] === true).map((block) => block['key'])).toEqual([
      'news_signals',
      'web_traffic',
      'planning',
      'scores',
      'business_intelligence',
    ]);
    expect((body['reason_codes'] as readonly { code: string }[]).map(({ code }) => code)).toEqual([
      ...REASON_CODES,
    ]);
    expect(body['blocks_total']).toBe(37);
    expect(Object.keys(body['options'] as object)).toContain('contacts_lookup');
    expect(body['confidence']).toHaveProperty('bands');
  });
});
