/** What any block may answer: the account lacks it, nothing is loaded, what is loaded can't be read, a fault. */
import { catalogueOf, BLOCKS } from '../../../../../packages/enrichment/src/blocks/index.js';
import { BLOCK_KEYS } from '../../../../../packages/contract/src/block-key.js';
import { reason, type Area } from '../cell.js';
import { answers, companiesFile } from '../published.js';
import { accounts } from './accounts.js';
import { SNAPSHOT } from './ownership.js';
import { EVERY_LIST } from './published-lists.js';

const NUMBER = '30000001';
const COMPANY = companiesFile([{ CompanyNumber: NUMBER, 'Mortgages.NumMortCharges': '2' }]);

export const registerAlone: Area = {
  name: 'nothing but the register file',
  data: 'one row of the free company data product',
  world: () => ({ loaded: [COMPANY] }),
  cells: [
    ...BLOCK_KEYS.flatMap((block) =>
      reason(block, 'no_entitlement', 'the account lacks the block', {
        row: { company_number: NUMBER },
        notEnabled: true,
      }),
    ),
    ...reason(
      [
        'corporate_owners',
        'controllers',
        'charges',
        'officers',
        'related_company_domain',
        'nature_of_business',
        'property',
        'financials_filed',
        'ultimate_owner',
        'employees_filed',
        'contacts',
        'signals',
        'news_signals',
        'financials_live',
        'employees_live',
        'web_traffic',
        'employees',
        'planning',
        'financial_benchmarks',
        'revenue_estimate',
        'scores',
        'funding',
        'subsidiaries',
      ],
      'not_available_yet',
      'its source is not loaded here',
      NUMBER,
    ),
    ...reason('domain', 'not_available_yet', 'nothing reads websites here', {
      row: { company_number: NUMBER },
      options: { discover: ['domain'] },
    }),
  ],
};

/** Those of the companies are their own. */
const others = (area: Area) => area.world().loaded.filter(({ source }) => source !== 'companies');

export const everythingDamaged: Area = {
  name: 'editions that are damaged',
  data: 'files of every source, each but the register file cut short on disk',
  world: () => {
    const lists = answers('charges', 'charges', { [NUMBER]: [] });
    const loaded = [COMPANY, SNAPSHOT, lists, ...EVERY_LIST, ...others(accounts).slice(0, 1)];
    return { loaded, damaged: loaded.flatMap(({ source }) => (source === 'companies' ? [] : source)) };
  },
  cells: reason(
    [
      'domain',
      'domain_validation',
      'corporate_owners',
      'controllers',
      'charges',
      'officers',
      'related_company_domain',
      'nature_of_business',
      'property',
      'financials_filed',
      'ultimate_owner',
      'employees_filed',
      'contacts',
      'web_presence',
      'technologies',
      'trading_address',
      'employees',
      'financial_benchmarks',
      'revenue_estimate',
      'scores',
      'funding',
    ],
    'source_unavailable',
    'what it rests on can not be read',
    NUMBER,
  ),
};

export const faultyBlocks: Area = {
  name: 'blocks with a fault',
  data: 'one row of the free company data product; each block is given a fault of its own',
  world: () => ({
    loaded: [COMPANY],
    blocks: catalogueOf(
      BLOCKS.map((block) => ({
        ...block,
        needs: ['company'] as const,
        derive: () => {
          throw new Error(`a fault of ${block.key}`);
        },
      })),
    ),
  }),
  cells: reason(BLOCK_KEYS, 'error', 'the block has a fault', NUMBER),
};
