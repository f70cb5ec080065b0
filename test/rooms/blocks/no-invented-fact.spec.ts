/**
 * Nothing that is served is invented: every text and number of a value stands in the published record of the company
 * that the envelope names, or is made by a rule that `derivations.ts` lists with its paragraph.
 */
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BLOCKS } from '../../../packages/enrichment/src/blocks/index.js';
import { stateOf } from '../../../packages/enrichment/src/blocks/runner/define-block.js';
import { importRegister } from '../../../packages/enrichment/src/sources/kit/editions/import-register.js';
import {
  SOURCE_NAMES,
  sourceNamed,
  type SourceName,
} from '../../../packages/enrichment/src/sources/index.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import { EnrichmentWorld, served } from '../../support/worlds/enrichment-world.js';
import { DERIVATIONS, derivationOf } from './derivations.js';
import { COMPANY, markedFiles, type MarkedFile } from './marked-files.js';

const FILLED = BLOCKS.filter((block) => stateOf(block) !== 'not_yet');

/** The source whose editions an envelope of that name rests on; what a model computes may rest on any. */
const SOURCE_OF: Readonly<Record<string, SourceName>> = {
  company_register: 'companies',
  company_register_officers: 'officers',
  company_register_psc: 'psc',
  company_register_charges: 'charges',
  company_register_filings: 'filings',
  land_registry: 'property',
  pay_gap_register: 'pay_gap',
  grants_register: 'grants',
  contract_notices: 'contracts',
};
/** Answers in which several sources have a part (Blocks 1.5): owners' names are those of the register, events of all. */
const SEVERAL: readonly BlockKey[] = [
  'registry_events',
  'corporate_owners',
  'controllers',
  'subsidiaries',
  'funding',
];

/** Their files are not among the marked ones. */
const UNMARKED: readonly BlockKey[] = [
  'domain',
  'domain_validation',
  'related_company_domain',
  'nature_of_business',
  'financials_filed',
  'employees_filed',
  'contacts',
  'news_signals',
  'financials_live',
  'employees_live',
  'web_traffic',
  'web_presence',
  'technologies',
  'planning',
  'financial_benchmarks',
  'revenue_estimate',
  'scores',
  'trading_address',
  'comparables',
];

interface Envelope {
  readonly status: string;
  readonly source?: string;
  readonly derived?: true;
  readonly value?: unknown;
}

async function answersOver(files: readonly MarkedFile[]): Promise<Record<BlockKey, Envelope>> {
  const world = new EnrichmentWorld();
  try {
    const { dataDir } = world.register;
    for (const { source, name, text } of files) {
      const asOf = ['postcodes', 'pay_gap'].includes(source) ? { asOf: '2024-05-01' } : {};
      const file = world.register.write(name, text);
      const imported = await importRegister({ source: sourceNamed(source), files: [file], dataDir, ...asOf });
      expect(imported).toMatchObject({ source, outcome: 'imported', rejects: [] });
    }
    const [row] = await world.enrich([{ company_number: COMPANY }], { blocks: FILLED.map(({ key }) => key) });
    expect(world.faults).toEqual([]);
    return (served(row) as { blocks: Record<BlockKey, Envelope> }).blocks;
  } finally {
    world.remove();
  }
}

/** Every text and number with its path. */
function leaves(value: unknown, path = ''): { path: string; leaf: string }[] {
  if (typeof value === 'string' || typeof value === 'number') return [{ path, leaf: String(value) }];
  if (value === null || typeof value !== 'object') return [];
  const at = (key: string): string => (path === '' ? key : `${path}.${key}`);
  return Array.isArray(value)
    ? value.flatMap((item) => leaves(item, at('*')))
    : Object.entries(value).flatMap(([key, inner]) => leaves(inner, at(key)));
}

function readFor(key: BlockKey, { source = '', derived }: Envelope): readonly SourceName[] {
  const named = SOURCE_OF[source];
  return derived === true || SEVERAL.includes(key) || named === undefined ? SOURCE_NAMES : [named];
}

/** What is told of the company by the sources that the envelope rests on. */
function toldFor(key: BlockKey, envelope: Envelope, files: readonly MarkedFile[]): ReadonlySet<string> {
  const read = readFor(key, envelope);
  const told = files.filter(({ source }) => read.includes(source)).flatMap((file) => file.leaves);
  return new Set([COMPANY, ...told].map((leaf) => String(leaf)));
}

/** What stands in no record that the envelope names, and that no rule makes. */
function invented(key: BlockKey, envelope: Envelope, files: readonly MarkedFile[]): string[] {
  const told = toldFor(key, envelope, files);
  return leaves(envelope.value)
    .filter(({ path, leaf }) => !told.has(leaf) && derivationOf(key, path) === undefined)
    .map(({ path, leaf }) => `${key} ${path}: ${leaf}`);
}

/** A text without what the records tell: its own words. */
const ownWords = (leaf: string, told: ReadonlySet<string>): string =>
  [...told]
    .sort((a, b) => b.length - a.length)
    .reduce((rest, one) => (one.length < 3 ? rest : rest.replaceAll(one, '#')), leaf);

/** The words that rules of the kinds `key` and `form` add: the same whatever the records tell. */
function addedWords(key: BlockKey, envelope: Envelope, files: readonly MarkedFile[]): string[] {
  const told = toldFor(key, envelope, files);
  return leaves(envelope.value).flatMap(({ path, leaf }) => {
    const [kind] = derivationOf(key, path) ?? [];
    return kind === 'key' || kind === 'form' ? [`${key} ${path}: ${ownWords(leaf, told)}`] : [];
  });
}

const addedBy = (answers: Record<BlockKey, Envelope>, files: readonly MarkedFile[]): string[] =>
  [...new Set(FILLED.flatMap(({ key }) => addedWords(key, answers[key], files)))].sort();

it('serves nothing but what the records say and the rules make of it', async () => {
  const first = markedFiles(1);
  const added = addedBy(await answersOver(first), first);
  await fc.assert(
    fc.asyncProperty(fc.nat(), async (seed) => {
      const files = markedFiles(seed);
      const answers = await answersOver(files);
      expect(FILLED.flatMap(({ key }) => invented(key, answers[key], files))).toEqual([]);
      expect(addedBy(answers, files)).toEqual(added);
    }),
    { numRuns: 8 },
  );
});

it('meets an answer of every block but those whose records are not among the marked ones', async () => {
  const answers = await answersOver(markedFiles(1));
  const without = FILLED.filter(({ key }) => answers[key].status !== 'available').map(({ key }) => key);
  expect(without).toEqual(UNMARKED);
});

it('computes only in blocks that are marked derived', () => {
  const computing = Object.entries(DERIVATIONS).flatMap(([key, made]) =>
    Object.values(made).some(([kind]) => kind === 'rule') ? [key] : [],
  );
  expect(computing.filter((key) => !FILLED.some((block) => block.key === key && block.derived))).toEqual([]);
});

it('cites a paragraph for every rule', () => {
  const page = readFileSync(join(__dirname, '..', '..', '..', 'docs', 'spec', 'blocks.md'), 'utf8');
  const cited = Object.values(DERIVATIONS).flatMap((made) => Object.values(made).map(([, rule]) => rule));
  const missing = cited.filter((rule) => !page.includes(`**${rule.replace('Blocks ', '')}**`));
  expect(missing).toEqual([]);
});
