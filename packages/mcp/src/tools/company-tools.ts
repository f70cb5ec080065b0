/** Tools about one company: which it is, and what is known of it. */
import type { ResolveRequest, ResolveResponse } from '../../../client/src/index.js';
import { normalised } from '../api/idempotency.js';
import { resultOf } from '../results/as-data.js';
import { chargeWords, receiptOf } from '../results/receipt.js';
import type { Description } from './description.js';
import type { Shop } from './shop.js';
import { SPENDS, tool, type Tool, type ToolCall, type ToolResult } from './tool.js';

/** What these tools decide by themselves: every answer is kept, and comes as one. */
const DECIDED = ['wait', 'store', 'ref'];
const OF_FINDING = ['company_number', 'company_name', 'domain', 'min_confidence'];

/** A request that names its blocks. */
type BlocksRequest = Omit<ResolveRequest, 'wait' | 'blocks'> & {
  readonly blocks: NonNullable<ResolveRequest['blocks']>;
};

export function companyTools(shop: Shop, description: Description): Tool[] {
  const says = description.says('resolve');
  return [
    tool<Omit<BlocksRequest, 'blocks'>>({
      name: 'find_company',
      title: 'Find a company',
      description: `Finds one UK company by number, name or website, and gives its identity as registered. Costs at most 1 unit; candidates and a company that is not found cost nothing.\n\n${says}`,
      schema: description.argumentsOf('resolve', (name) => OF_FINDING.includes(name)),
      annotations: SPENDS,
      run: (args, call) => resolved(shop, 'find_company', { ...args, blocks: ['company_identity'] }, call),
    }),
    tool<BlocksRequest>({
      name: 'get_blocks',
      title: 'Get blocks of a company',
      description: `Gets blocks of data about one company. Costs at most 1 unit for each block asked for; ask estimate first if that may be much, and my_key for the blocks there are.\n\n${says}`,
      schema: description.argumentsOf('resolve', (name) => !DECIDED.includes(name), { required: ['blocks'] }),
      annotations: SPENDS,
      run: (args, call) => resolved(shop, 'get_blocks', args, call),
    }),
  ];
}

function resolved(shop: Shop, name: string, args: BlocksRequest, call: ToolCall): Promise<ToolResult> {
  const request = normalised(args);
  const billed = {
    ...{ tool: name, args: request, rows: 1, blocks: request.blocks },
    send: (client: Shop['client'], idempotencyKey: string) => client.resolve(request, { idempotencyKey }),
    open: ({ pending_blocks }: ResolveResponse) => pending_blocks,
  };
  return shop.paid(billed, call, ({ answer, charge }) => {
    const more = answer.complete ? '' : ' Some blocks are pending: read_results of the job has them later.';
    return resultOf({
      words: `${chargeWords(charge)}${more}`,
      facts: receiptOf(answer, charge),
      data: answer,
    });
  });
}
