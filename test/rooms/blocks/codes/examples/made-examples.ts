/** For each block that no golden company has: which request, over which made data, shows what it answers. */
import type { BlockKey } from '../../../../../packages/contract/src/block-key.js';
import { numberOf as accountsNumber } from '../areas/accounts.js';
import { liveAccounts } from '../areas/live-accounts.js';
import { models, numberOf as modelsNumber, ONE_OF_COHORT } from '../areas/models.js';
import { NAMED_IN_NEWS, news } from '../areas/news.js';
import { wholeLists, WITH_PLANS } from '../areas/published-lists.js';
import { of } from '../areas/website-cases.js';
import { keptWebsites } from '../areas/kept-websites.js';
import { websites } from '../areas/websites.js';
import type { Area } from '../cell.js';
import type { Asked } from '../codes-world.js';

export interface MadeExample {
  readonly block: BlockKey;
  readonly area: Area;
  readonly asked: Asked;
  /** What the data are. Default: those of the area. */
  readonly data?: string;
}

const by = (company_number: string): Asked => ({ row: { company_number } });
const MADE_ACCOUNTS = 'made accounts (inline XBRL), listed and served in the form of the register';
const SHOWN = of('Shown', { include_phone: true });

export const MADE_EXAMPLES: readonly MadeExample[] = [
  ...(
    ['domain', 'domain_validation', 'contacts', 'web_presence', 'technologies', 'trading_address'] as const
  ).map((block) => ({ block, area: websites, asked: SHOWN })),
  { block: 'related_company_domain', area: keptWebsites, asked: of('Plain') },
  { block: 'web_traffic', area: keptWebsites, asked: of('Talking') },
  { block: 'news_signals', area: news, asked: by(NAMED_IN_NEWS) },
  {
    block: 'financials_live',
    area: liveAccounts,
    asked: by(accountsNumber('restated')),
    data: MADE_ACCOUNTS,
  },
  { block: 'employees_live', area: liveAccounts, asked: by(accountsNumber('small')), data: MADE_ACCOUNTS },
  { block: 'planning', area: wholeLists, asked: by(WITH_PLANS) },
  { block: 'revenue_estimate', area: models, asked: by(modelsNumber('modelled')) },
  ...(['financial_benchmarks', 'scores', 'comparables'] as const).map((block) => ({
    block,
    area: models,
    asked: by(ONE_OF_COHORT),
  })),
];
