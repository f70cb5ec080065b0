/** Tools about the account: what a call would cost, what was used, and what the key may do. All free. */
import type { UsageRequest } from '../../../client/src/index.js';
import { mostOf } from '../api/prices.js';
import { resultOf } from '../results/as-data.js';
import { estimateFacts } from '../results/receipt.js';
import { SPANS, isAbove, leftOf, passedCap } from '../spending/caps.js';
import { textOf } from '../spending/decimal.js';
import type { Description } from './description.js';
import type { Shop } from './shop.js';
import { READS, tool, type Tool } from './tool.js';

interface EstimateArgs {
  readonly blocks: readonly string[];
  readonly rows?: number;
}

export function accountTools(shop: Shop, description: Description): Tool[] {
  return [estimate(shop, description), usage(shop, description), myKey(shop, description)];
}

const MAX_ROWS = 250_000;

const estimate = (shop: Shop, description: Description): Tool =>
  tool<EstimateArgs>({
    name: 'estimate',
    title: 'Estimate a cost',
    description: `Says what blocks of so many companies would cost: at most, and as past rows were answered; and whether the caps allow it. Free.\n\n${description.says('listBlocks')}`,
    schema: description.objectOf(
      {
        blocks: description.property('EnrichJobRequest', 'blocks'),
        rows: {
          type: 'integer',
          minimum: 1,
          maximum: MAX_ROWS,
          default: 1,
          description: 'How many companies.',
        },
      },
      ['blocks'],
    ),
    annotations: READS,
    run: async ({ blocks, rows = 1 }, { session }) => {
      const { ledger, askAbove } = shop.options;
      const prices = await shop.prices.prices();
      const most = mostOf(prices, rows, blocks);
      const spent = await ledger.spent(session);
      const passed = passedCap(most, spent, ledger.caps);
      const would = passed === null ? (isAbove(most, askAbove) ? 'ask_a_person' : 'run') : 'be_refused';
      const facts = { estimate: estimateFacts({ rows, blocks, most, prices, spent }, ledger.caps), would };
      return resultOf({
        words: 'Nothing was spent.',
        facts: { ...facts, ...(passed === null ? {} : { cap: passed }) },
      });
    },
  });

const usage = (shop: Shop, description: Description): Tool =>
  tool<UsageRequest>({
    name: 'usage',
    title: 'What was used',
    description: `Says what the account has used, as bills are made from it. Free.\n\n${description.says('getUsage')}`,
    schema: description.argumentsOf('getUsage', () => true),
    annotations: READS,
    run: async (args) => resultOf({ words: 'Reading usage is free.', data: await shop.client.usage(args) }),
  });

const myKey = (shop: Shop, description: Description): Tool =>
  tool<Record<string, never>>({
    name: 'my_key',
    title: 'What this key may do',
    description: `Says what the key may do, which blocks there are with their prices, and what the caps of this server leave. Free.\n\n${description.says('whoami')}\n\n${description.says('listBlocks')}`,
    schema: description.objectOf({}, []),
    annotations: READS,
    run: async (_args, { session }) => {
      const { ledger, repeat } = shop.options;
      const [whoami, catalogue] = [await shop.client.whoami(), await shop.prices.catalogue()];
      const spent = await ledger.spent(session);
      const blocks = catalogue.blocks.map(
        ({ key, description: says, availability, unit_price, currency }) => ({
          ...{ key, availability, description: says },
          ...(unit_price === undefined ? {} : { unit_price, currency }),
        }),
      );
      const caps = SPANS.map((span) => {
        const { units, amount } = ledger.caps[span];
        return [span, { units, amount: amount === null ? null : textOf(amount) }] as const;
      });
      const facts = {
        ...{ caps: Object.fromEntries(caps), left_under_caps: leftOf(spent, ledger.caps) },
        same_call_is_free_for_the: repeat,
      };
      const { account: _account, ...key } = whoami;
      return resultOf({ words: 'Nothing was spent.', facts, data: { key, blocks } });
    },
  });
