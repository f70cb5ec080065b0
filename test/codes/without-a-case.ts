/** Cells that no published data can bring about today, each with why; and how it is seen that one can. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BlockKey } from '../../src/shared/block-key.js';
import type { ReasonCode } from '../../src/shared/reason-code.js';
import type { CellName, Level } from './codes-table.js';

interface NotBuilt extends CellName {
  readonly why: string;
}

const notBuilt = (level: Level, code: ReasonCode, blocks: readonly BlockKey[], why: string): NotBuilt[] =>
  blocks.map((block) => ({ block, code, level, why }));

/** Each falls as soon as the block gives the code: the count of its mentions tells. */
export const NOT_BUILT: readonly NotBuilt[] = [
  ...notBuilt(
    'advisory',
    'group_site_prefer_uk_domain',
    ['domain'],
    "a group's world site is not set aside yet",
  ),
];

/** Of the codes above: how often the blocks' code names them, in declarations and for other purposes. */
export const MENTIONS: Readonly<Partial<Record<ReasonCode, number>>> = {
  group_site_prefer_uk_domain: 3,
};

const BLOCKS = join(__dirname, '..', '..', 'src', 'blocks');
const sources = (): string =>
  readdirSync(BLOCKS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => readFileSync(join(BLOCKS, file), 'utf8'))
    .join('\n');

export function mentionsInBlocks(codes: readonly string[]): Readonly<Record<string, number>> {
  const text = sources();
  return Object.fromEntries(codes.map((code) => [code, text.split(`'${code}'`).length - 1]));
}

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
