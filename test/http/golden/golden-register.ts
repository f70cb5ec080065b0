/**
 * Real published files of some companies, and answers about made-up ones, imported as an operator imports
 * them.
 */
import { join } from 'node:path';
import { importRegister } from '../../../packages/enrichment/src/sources/kit/editions/import-register.js';
import { sourceNamed, type SourceName } from '../../../packages/enrichment/src/sources/index.js';
import { FILES } from '../../support/basic-company-data.js';
import { filedDocument } from '../../support/filed-accounts.js';
import { answersFile } from '../../support/published/shipped-answers.js';
import { RegisterWorld } from '../../support/worlds/register-world.js';

const RECORDS = join(__dirname, '..', '..', 'fixtures', 'register', 'records');
const file = (name: string): string => join(RECORDS, name);
const madeUp = (name: string): string =>
  join(__dirname, '..', '..', '..', 'samples', 'made-up-answers', `${name}.jsonl`);
const sample = (name: string): string => join(__dirname, '..', '..', '..', 'samples', 'published', name);

/** When the answers that ship are said to have been fetched. */
const FETCHED_AT = '2026-02-28T00:00:00Z';

/**
 * Companies of which other records tell no more than the name: a grant's recipient, the owner that 00227590 names, and
 * one whose accounts are at hand.
 * Their profiles aren't at hand.
 */
const NAMES: Readonly<Record<string, string>> = {
  '00712444': 'ARTS EDUCATIONAL SCHOOLS LONDON',
  '00879531': 'FINANCIAL TIMES GROUP LIMITED',
  '05380971': 'MAZARS LIMITED',
};

/** Companies with records of several kinds that belong together. */
export const GOLDEN_NUMBERS = [
  '00227590',
  '03867954',
  '08209948',
  '10421190',
  '12273720',
  ...Object.keys(NAMES),
] as const;

/**
 * Made up: what the register tells since 2024, of which no published sample has a case (`samples/README.md`).
 */
export const MADE_UP_NUMBERS = ['99000001', '99000002', 'CE990001', 'OE990001', 'SL990001'] as const;

interface Import {
  readonly source: SourceName;
  readonly files: readonly string[];
  readonly update?: true;
  readonly part?: true;
  readonly asOf?: string;
}

const answered = (company_number: string, resource: string, data: unknown): string =>
  `${JSON.stringify({ company_number, resource, fetched_at: FETCHED_AT, data })}\n`;

const namesAlone = (): string[] =>
  Object.entries(NAMES).map(([company_number, company_name]) =>
    answered(company_number, 'company-profile', { company_number, company_name, company_status: 'active' }),
  );

function importsOf(world: RegisterWorld): Import[] {
  return [
    { source: 'companies', files: [FILES.december2024] },
    {
      source: 'companies',
      files: [
        answersFile('companies'),
        madeUp('companies'),
        world.write('names.jsonl', namesAlone().join('')),
      ],
      update: true,
    },
    // Samples of whole files are parts of them; only this one is taken for the whole, which the blocks of control need.
    {
      source: 'psc',
      files: [file('persons-with-significant-control-snapshot-2024-11-22_sample.jsonl')],
    },
    { source: 'psc', files: [answersFile('psc'), madeUp('psc')], update: true },
    { source: 'officers', files: [answersFile('officers'), madeUp('officers')] },
    { source: 'charges', files: [answersFile('charges')] },
    { source: 'filings', files: [answersFile('filings'), madeUp('filings')] },
    {
      source: 'accounts',
      files: [
        world.write(
          'Prod223_2911_05380971_20200831.html',
          filedDocument('Prod223_2911_05380971_20200831.html'),
        ),
      ],
    },
    {
      source: 'property',
      files: [file('CCOD_FULL_2025_09_SYNTHETIC.csv'), file('OCOD_FULL_2025_09_SYNTHETIC.csv')],
      part: true,
    },
    { source: 'pay_gap', files: [sample('UK_Gender_Pay_Gap_Data_2021_to_2022_sample.csv')], part: true },
    { source: 'grants', files: [sample('360giving_grants_with_company_numbers.json')], part: true },
    { source: 'contracts', files: [file('contracts-finder-2025-03-11_sample.jsonl')], part: true },
    { source: 'planning', files: [file('brownfield-land_rochdale_sample.csv')] },
    { source: 'postcodes', files: [sample('NSPL_2013-08_UK_sample.csv')], part: true, asOf: '2013-08-01' },
  ];
}

/** A world in which all of it is in force. */
export async function goldenRegister(): Promise<RegisterWorld> {
  const world = new RegisterWorld();
  for (const { source, files, ...more } of importsOf(world)) {
    const { dataDir } = world;
    const imported = await importRegister({ source: sourceNamed(source), files, dataDir, ...more });
    if (imported.outcome !== 'imported') throw new Error(`${source}: ${JSON.stringify(imported)}`);
    if (imported.rejected > 0) throw new Error(`${source}: ${JSON.stringify(imported.rejects)}`);
  }
  return world;
}
