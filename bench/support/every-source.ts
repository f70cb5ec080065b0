/**
 * Made-up editions of every source beside the sample register, about its companies, and the blocks that they
 * fill.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BLOCKS } from '../../packages/enrichment/src/blocks/index.js';
import { companyNumbers } from '../../src/processes/demo/rows.js';
import { BLOCK_KEYS } from '../../packages/contract/src/block-key.js';
import { NATIONAL_FORMS, writeNationalRecords } from './national/national-records.js';
import { cliJson } from './service-process.js';

/** What only a website or a filed document can answer. */
const LIVE = new Set(['site_live', 'document']);

/** What needs no live step. */
export const registerBlocks = (): string[] =>
  BLOCKS.filter(({ latency_class }) => !LIVE.has(latency_class)).map(({ key }) => key);

/** With these options none of the blocks has a live step where the register has no key. */
export const WITHOUT_LIVE_STEPS = { validation: ['rules'], discover: [] } as const;

export const everyBlock = (): readonly string[] => BLOCK_KEYS;

/** About as many companies of the sample have records of a source as in the national registers. */
export async function loadEverySource(dataDir: string): Promise<void> {
  const companies = companyNumbers(Infinity).sort();
  const folder = mkdtempSync(join(tmpdir(), 'bench-every-source-'));
  try {
    for (const form of NATIONAL_FORMS) {
      const file = join(folder, form.file);
      const named = companies.filter((_, place) => place % form.oneIn === 0);
      const records = named.length * form.perCompany;
      await writeNationalRecords(file, form, { records, companyAt: (place) => named[place] ?? '' });
      cliJson(dataDir, 'register', 'import', '--source', form.source, file);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
