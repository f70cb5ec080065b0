/** Codes that any block may give, and blocks that can't: each with why. */
import type { BlockKey } from '../../../../packages/contract/src/block-key.js';
import type { ReasonCode } from '../../../../packages/contract/src/reason-code.js';

/** Blocks that can't give a code that every block may give, and why. */
interface Exempt {
  readonly blocks: readonly BlockKey[];
  readonly why: string;
}
const WITHOUT_REGISTER: Exempt = {
  blocks: [
    'registered_address',
    'company_identity',
    'filing_status',
    'industry',
    'firmographics',
    'business_intelligence',
    'company_summary',
  ],
  why: 'rests on the register file, without which the whole row fails, or draws on what there is',
};
export const EXEMPT: Readonly<Partial<Record<ReasonCode, readonly Exempt[]>>> = {
  not_available_yet: [
    WITHOUT_REGISTER,
    { blocks: ['registry_events'], why: 'has the dates of the register file' },
    { blocks: ['comparables'], why: 'has a code of its own: `peer_search_unavailable`' },
  ],
  source_unavailable: [
    WITHOUT_REGISTER,
    { blocks: ['registry_events'], why: 'has a code of its own: `events_unavailable`' },
    { blocks: ['signals', 'news_signals'], why: 'has a code of its own: `signals_unavailable`' },
    { blocks: ['planning'], why: 'has a code of its own: `planning_register_unavailable`' },
    { blocks: ['web_traffic'], why: 'has a code of its own: `web_profile_unavailable`' },
    { blocks: ['subsidiaries'], why: 'has a code of its own: `subsidiary_search_unavailable`' },
    { blocks: ['comparables'], why: 'has a code of its own: `peer_search_unavailable`' },
    { blocks: ['financials_live', 'employees_live'], why: 'has the codes of the register that it asks' },
  ],
};
