/**
 * `npm run bench:preview`: how many real costs of made lists lie in the range of `enrich --preview`. Each
 * list is made as another customer keeps it: by number, by name, by website or mixed, with more or fewer
 * mistakes. All lists are answered over the sample register with the four register blocks. Each is then
 * estimated from what the service knows of the other lists together, and compared with its own cost. The
 * range should hold nine costs in ten. Arguments: `--lists N` (default 200), `--seed N`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { CoverageDocument } from '../projections/coverage/coverage.document.js';
import { addCounts } from '../projections/add-counts.js';
import { BLOCK_KEYS, type BlockKey } from '../packages/contract/src/block-key.js';
import { grantOptions } from '../packages/contract/src/options.js';
import type { SubmittedRow } from '../packages/contract/src/row.js';
import { RegisterEnricher } from '../packages/enrichment/src/pipeline/register-enricher.js';
import { estimateCost } from '../src/billing/estimate/estimate.js';
import { expectedMatches } from '../src/billing/estimate/expected-count.js';
import { countNamedRows, type NamedRows } from '../src/billing/estimate/named-rows.js';
import { coverageOf } from '../src/billing/estimate/past-coverage.js';
import { companies } from '../src/processes/demo/rows.js';
import { sampleRegister } from '../src/processes/demo/samples.js';
import { CORRUPTIONS, sister } from './matching/corruptions.js';
import { machine, markdown, quantile, table } from './support/figures.js';
import { Seeded } from './support/seeded.js';
import { cliJson } from './support/service-process.js';

const { values } = parseArgs({
  options: { lists: { type: 'string', default: '200' }, seed: { type: 'string', default: '57' } },
});
const ASKED = new Set(['company_identity', 'registered_address', 'filing_status', 'industry']);
const BLOCKS = BLOCK_KEYS.filter((block) => ASKED.has(block));

/** Shares of rows by name and by website. The rest is by number. */
const KINDS = {
  'by number': { names: 0, sites: 0 },
  'by name': { names: 1, sites: 0 },
  mixed: { names: 0.4, sites: 0 },
  'with websites': { names: 0.3, sites: 0.15 },
} as const;
type Kind = keyof typeof KINDS;
/** Most lists have numbers. */
const OFTEN: readonly Kind[] = ['by number', 'by number', 'by name', 'mixed', 'mixed', 'with websites'];

/** A made list, and what its rows became. */
interface MadeList {
  readonly kind: Kind;
  readonly rows: number;
  readonly named: NamedRows;
  readonly counts: CoverageDocument;
  readonly units: number;
}

/** Rows of one customer, who makes more or fewer mistakes than others. */
function makeRows(kind: Kind, chance: Seeded): SubmittedRow[] {
  const { names, sites } = KINDS[kind];
  const all = companies();
  const writings = Object.values(CORRUPTIONS);
  const count = Math.round(20 * 50 ** chance.next());
  const wrongNumbers = 0.08 * chance.next();
  const [otherwise, others] = [0.7 * chance.next(), 0.4 * chance.next()];
  return Array.from({ length: count }, (): SubmittedRow => {
    const { number, name } = chance.one(all);
    if (chance.chance(sites)) return { domain: `${number.toLowerCase()}.example` };
    if (!chance.chance(names / (1 - sites)))
      return {
        company_number: chance.chance(wrongNumbers) ? String(chance.between(1e7, 99_999_999)) : number,
      };
    if (chance.chance(others)) return { company_name: sister(name, chance) ?? `${name} 2` };
    const written = chance.chance(otherwise) ? chance.one(writings)(name, chance) : name;
    return { company_name: written ?? name };
  });
}

async function* each(rows: readonly SubmittedRow[]): AsyncGenerator<SubmittedRow> {
  yield* rows;
}

async function madeList(enricher: RegisterEnricher, kind: Kind, chance: Seeded): Promise<MadeList> {
  const rows = makeRows(kind, chance);
  const options = grantOptions({}, 'enrich_job');
  const job = {
    operation: 'enrich_job',
    blocks: BLOCKS,
    not_enabled: [],
    options,
    rows: rows.length,
  } as const;
  const answers = await enricher.enrich({
    ...{ job, from: 0, rows },
    editions: await enricher.currentEditions(BLOCKS),
  });
  const named = await countNamedRows(each(rows));
  const delivered = answers.flatMap((row) => (row.status === 'delivered' ? [row] : []));
  const having = (status: string) =>
    Object.fromEntries(
      BLOCKS.map((block) => [
        block,
        delivered.filter(({ blocks }) => blocks[block]?.status === status).length,
      ]),
    );
  const counts = {
    ...{ named: named.named, delivered: delivered.length },
    ...{ available: having('available'), not_found: having('not_found') },
  };
  const units = Object.values(counts.available).reduce((sum, count) => sum + count, 0);
  return { kind, rows: rows.length, named, counts, units };
}

const together = (lists: readonly MadeList[]): CoverageDocument =>
  lists.reduce<CoverageDocument>(
    (sum, { counts }) => ({
      named: sum.named + counts.named,
      delivered: sum.delivered + counts.delivered,
      available: addCounts(sum.available, counts.available),
      not_found: addCounts(sum.not_found, counts.not_found),
    }),
    { named: 0, delivered: 0, available: {}, not_found: {} },
  );

interface Judged {
  readonly list: MadeList;
  readonly isHeld: boolean;
  /** Width of the range in shares of the highest cost. */
  readonly width: number;
}

/** Compares the cost of a list with the preview that its customer would have had after the other lists. */
function judged(list: MadeList, others: readonly MadeList[]): Judged {
  const past = coverageOf([together(others)]);
  const { low, high, at_most } = estimateCost({
    rows: list.rows,
    matched: expectedMatches(list.named.asked_by, past.matched),
    blocks: BLOCKS.map((block: BlockKey) => ({
      ...{ block, enabled: true, unit_price: null },
      coverage_share: past.shareOfBlock(block),
    })),
    currency: null,
  });
  const isHeld = low.units <= list.units && list.units <= high.units;
  return { list, isHeld, width: (high.units - low.units) / at_most.units };
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

function lineOf(name: string, lists: readonly Judged[]): string[] {
  const held = lists.filter(({ isHeld }) => isHeld).length;
  const width = quantile(
    lists.map((one) => one.width),
    0.5,
  );
  return [
    name,
    String(lists.length),
    lists.length === 0 ? '-' : percent(held / lists.length),
    percent(width),
  ];
}

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'company-data-preview-'));
  cliJson(dataDir, 'register', 'import', '--source', 'companies', sampleRegister());
  const enricher = new RegisterEnricher({
    dataDir,
    onFault: (_where, error) => {
      throw error;
    },
  });
  const chance = new Seeded(Number(values.seed));
  const lists: MadeList[] = [];
  for (let made = 0; made < Number(values.lists); made++)
    lists.push(await madeList(enricher, chance.one(OFTEN), chance));
  enricher.close();
  rmSync(dataDir, { recursive: true });
  const all = lists.map((list) =>
    judged(
      list,
      lists.filter((other) => other !== list),
    ),
  );
  const head = ['lists', 'number', 'costs in the range of 90 %', 'width of the range, of the highest cost'];
  const kinds = (Object.keys(KINDS) as Kind[]).map((kind) =>
    lineOf(
      kind,
      all.filter(({ list }) => list.kind === kind),
    ),
  );
  const lines = [...kinds, lineOf('all', all)];
  process.stdout.write(`${machine()}\n\n${table(head, lines)}\n\n${markdown(head, lines)}\n`);
}

void main();
