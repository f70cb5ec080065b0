import type { EnrichRequest } from '../commands.js';
import { BLOCKS } from '../../../packages/enrichment/src/blocks/index.js';
import { blockNeeds } from '../../../packages/enrichment/src/blocks/runner/needs-graph.js';
import { sortBlockKeys, NESTED_BLOCKS, type BlockKey } from '../../../packages/contract/src/block-key.js';
import { entitlementOf } from './entitlement.js';

const caller = {
  blocks: new Set(['company_identity', 'industry'] as const),
  options: new Set(['google_business'] as const),
};
const asking = (
  blocks: EnrichRequest['blocks'],
  options: EnrichRequest['options'] = {},
): Pick<EnrichRequest, 'blocks' | 'options'> => ({ blocks, options });

describe('what an account may have', () => {
  it.each<[string, Pick<EnrichRequest, 'blocks' | 'options'>, ReturnType<typeof entitlementOf>]>([
    [
      'all it asks for',
      asking(['industry']),
      { outcome: 'granted', not_enabled: [], nested_not_enabled: [] },
    ],
    [
      'some: the others are named in the order of the catalogue',
      asking(['scores', 'industry', 'officers']),
      { outcome: 'granted', not_enabled: ['officers', 'scores'], nested_not_enabled: [] },
    ],
    [
      'a block inside which it shows one that it lacks',
      asking(['industry', 'corporate_owners']),
      {
        outcome: 'granted',
        not_enabled: ['corporate_owners'],
        nested_not_enabled: ['nature_of_business'],
      },
    ],
    ['none', asking(['scores', 'officers']), { outcome: 'not_enabled', blocks: ['officers', 'scores'] }],
    ['nothing asked for, nothing enabled', asking([]), { outcome: 'not_enabled', blocks: [] }],
    [
      'none, and an option it lacks: blocks are refused first',
      asking(['scores'], { web_search: true }),
      { outcome: 'not_enabled', blocks: ['scores'] },
    ],
    [
      'an option it lacks',
      asking(['industry'], { web_search: true, google_business: true, validation: ['ai'] }),
      { outcome: 'option_not_enabled', options: ['web_search', 'ai'] },
    ],
    [
      'an option asked for as false',
      asking(['industry'], { web_search: false }),
      { outcome: 'granted', not_enabled: [], nested_not_enabled: [] },
    ],
  ])('%s', (_title, request, expected) => {
    expect(entitlementOf(caller, request)).toEqual(expected);
  });
});

it('knows of every block that is shown or told inside another', () => {
  const declared = BLOCKS.flatMap((block) => {
    const told = block.tells_needs ? blockNeeds(block) : [];
    const keys = sortBlockKeys(new Set([...Object.keys(block.nested), ...told] as BlockKey[]));
    return keys.length > 0 ? [[block.key, keys]] : [];
  });
  expect(Object.fromEntries(declared)).toEqual(NESTED_BLOCKS);
});
