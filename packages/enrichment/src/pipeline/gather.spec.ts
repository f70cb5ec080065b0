/**
 * Sources and readings of the test's own: they plug in by being listed, and are asked no more often than
 * needed.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { manyRows } from '../../../../test/support/basic-company-data.js';
import { aJobOf, EnrichmentWorld, served } from '../../../../test/support/worlds/enrichment-world.js';
import { forEachTest } from '../../../../test/support/worlds/for-each-test.js';
import { BLOCKS, catalogueOf } from '../blocks/index.js';
import { defineBlock, type BlockDefinition } from '../blocks/runner/define-block.js';
import type { SourceFact } from '../blocks/runner/facts.js';
import type { JoinedFact } from '../sources/facts/define-fact.js';
import { SqliteFileError } from '../../../platform/src/sqlite/sqlite-file.js';
import { SharedReadings } from '../live/readings/shared-readings.js';
import type { BlockKey } from '../../../contract/src/block-key.js';
import type { CompanyRecord } from '../sources/companies/company-record.js';
import { defineSource, type Source } from '../sources/define-source.js';
import { importRegister } from '../sources/kit/editions/import-register.js';
import { ImportRun } from '../sources/kit/editions/import-run.js';
import { registerStatus } from '../sources/kit/editions/register-status.js';
import { SOURCES } from '../sources/index.js';

/** Whatever the number, the same weather; counts how often it is asked. */
function weatherSource(): { source: Source; asked: string[][] } {
  const asked: string[][] = [];
  const facts = { as_of: '2020-06-01', as_of_basis: 'argument', rows: 1, rejected: 0, files: [] } as const;
  const source = defineSource({
    name: 'weather',
    fact: 'weather',
    stale_after_days: 7,
    importer: {
      layout: 1,
      updates: false,
      build: async (request) => {
        writeFileSync(request.path, 'fine');
        const run = new ImportRun(request);
        run.usable = 1;
        return run.facts({ rows: 1, updated: null });
      },
    },
    open: () => ({
      facts,
      byNumbers: (numbers) => {
        asked.push([...numbers]);
        return new Map(asked.at(-1)?.map((number) => [number, 'fine']));
      },
      close: () => undefined,
    }),
  });
  return { source, asked };
}

const declared = {
  key: 'scores',
  tier: 'premium',
  latency_class: 'instant',
  description: 'A block of this test.',
  source: ['service_model'],
  coverage: 'None.',
  needs: [],
  reasons: [],
  advisories: [],
  value: z.string(),
} as const;

/** Facts follow from the product's index, so that one of a test has to be named by hand. */
const outlook: BlockDefinition = {
  ...defineBlock(declared)(() => ({ status: 'not_found', reason: 'error' })),
  needs: ['weather' as 'company'],
  derive: (given) => {
    const { weather } = given as unknown as { weather: SourceFact<string> };
    return {
      status: 'available',
      value: weather.record ?? '',
      source: 'service_model',
      as_of: weather.as_of,
    };
  },
};
const needing = defineBlock({ ...declared, key: 'planning', needs: [outlook] })(({ blocks: { scores } }) => ({
  status: 'available',
  value: `needs ${scores.status}`,
  source: 'service_model',
  as_of: '2020-06-01',
}));

const blocks = catalogueOf(
  BLOCKS.map((block) => (block.key === 'scores' ? outlook : block.key === 'planning' ? needing : block)),
);
const rows = manyRows(3).map(({ CompanyNumber = '' }) => ({ company_number: CompanyNumber }));

const world = forEachTest(() => new EnrichmentWorld());
beforeEach(async () => {
  await world.loadRows(manyRows(3));
});

describe('a source that is listed', () => {
  const importing = (source: Source) => {
    const file = join(world.register.folder.path, 'weather.csv');
    writeFileSync(file, 'weather');
    return importRegister({ source, files: [file], dataDir: world.register.dataDir, asOf: '2020-06-01' });
  };

  it('is imported, named by chunks that need it, and asked once for the numbers of all rows', async () => {
    const { source, asked } = weatherSource();
    expect(await importing(source)).toMatchObject({ outcome: 'imported', source: 'weather' });
    const by = world.enricher({ blocks, sources: [...SOURCES, source] });
    expect(Object.keys(await by.currentEditions(['scores']))).toEqual(['companies', 'weather']);
    const answers = await world.enrich(rows, { blocks: ['scores', 'industry'] }, by);
    expect(served(answers[2])).toHaveProperty('blocks.scores.value', 'fine');
    expect(served(answers[2])).toHaveProperty('blocks.scores.detail.freshness.stale', true);
    expect(asked).toEqual([rows.map(({ company_number }) => company_number)]);
  });

  it('is asked for a block that another needs, and for no other', async () => {
    const { source, asked } = weatherSource();
    await importing(source);
    const by = world.enricher({ blocks, sources: [...SOURCES, source] });
    await world.enrich(rows, { blocks: ['industry', 'company_identity'] }, by);
    expect([asked, Object.keys(await by.currentEditions(['industry']))]).toEqual([[], ['companies']]);
    const [row] = await world.enrich(rows, { blocks: ['planning'] }, by);
    expect(asked).toHaveLength(1);
    expect(row).toMatchObject({ blocks: { planning: { status: 'available' } } });
    expect(served(row)).not.toHaveProperty('blocks.scores');
  });

  it('is not available yet while it was never imported', async () => {
    const by = world.enricher({ blocks, sources: [...SOURCES, weatherSource().source] });
    const [row] = await world.enrich(rows, { blocks: ['scores'] }, by);
    expect(row).toMatchObject({ blocks: { scores: { status: 'not_found', reason: 'not_available_yet' } } });
    expect(registerStatus(world.register.dataDir).map(({ source }) => source)).toEqual(['companies']);
  });
});

it('asks the register once, for matching and blocks together', async () => {
  const by = world.enricher();
  const { CompaniesEdition } = await import('../sources/companies/companies.edition.js');
  const asking = jest.spyOn(CompaniesEdition.prototype, 'byNumbers');
  await world.enrich(rows, {}, by);
  expect(asking).toHaveBeenCalledTimes(1);
  asking.mockRestore();
});

describe('a late fact', () => {
  const one = rows[1]?.company_number ?? '';
  const lateFact = (join: JoinedFact['join']): JoinedFact => ({
    name: 'guess',
    source: 'companies',
    also: [],
    needs: ['company'],
    late: true,
    join,
  });
  /** Twice for one company, for no other. */
  const reading: BlockDefinition = {
    ...outlook,
    needs: ['company', 'guess' as 'company'],
    derive: (given) => {
      const { company, guess } = given as unknown as Record<'company' | 'guess', SourceFact<CompanyRecord>>;
      const asked = company.record?.number === one;
      const value = asked ? `${guess.record?.name} ${guess.record?.name}` : 'not read';
      return { status: 'available', value, source: 'service_model', as_of: guess.as_of };
    },
  };
  const late = catalogueOf(BLOCKS.map((block) => (block.key === 'scores' ? reading : block)));

  it('is joined when a block reads it, once, for that company alone', async () => {
    const asked: unknown[] = [];
    const fact = lateFact((numbers, { facts }) => {
      asked.push([numbers, [...facts.company.keys()]]);
      return facts.company;
    });
    const answers = await world.enrich(
      rows,
      { blocks: ['scores'] },
      world.enricher({ blocks: late, facts: [fact] }),
    );
    expect(asked).toEqual([[[one], [one]]]);
    const name = manyRows(3)[1]?.CompanyName;
    expect(served(answers[1])).toHaveProperty('blocks.scores.value', `${name} ${name}`);
    expect(served(answers[2])).toHaveProperty('blocks.scores.value', 'not read');
  });

  it('is none of a company whose edition cannot be read by then', async () => {
    const fact = lateFact(() => {
      throw new SqliteFileError('failed', 'gone');
    });
    const answers = await world.enrich(
      rows,
      { blocks: ['scores'] },
      world.enricher({ blocks: late, facts: [fact] }),
    );
    expect(served(answers[1])).toHaveProperty('blocks.scores.value', 'undefined undefined');
  });
});

describe('a reading', () => {
  const wanting = (key: 'charges' | 'officers') =>
    defineBlock({
      ...declared,
      key,
      tier: 'core',
      latency_class: 'register_live',
      needs: ['company'],
      readings: ['register_answer'],
      reasons: ['not_looked_up', 'register_unavailable'],
    })(({ company, readings }) => {
      const answer = readings.register_answer(company.record?.number ?? '');
      if (answer.status === 'wanted') return { status: 'pending' };
      if (answer.status === 'not_read')
        return {
          status: 'not_found',
          reason: answer.reason === 'not_looked_up' ? 'not_looked_up' : 'register_unavailable',
        };
      return {
        status: 'available',
        value: String(answer.reading.answers[0]),
        source: 'service_model',
        as_of: company.as_of,
      };
    });
  const charges = wanting('charges');
  const officers = wanting('officers');
  const needsCharges = defineBlock({ ...declared, needs: [charges] })(({ blocks }) => ({
    status: 'available',
    value: blocks.charges.status === 'not_found' ? blocks.charges.reason : 'there',
    source: 'service_model',
    as_of: '2020-06-01',
  }));
  const replaced = new Map<BlockKey, BlockDefinition>(
    [charges, officers, needsCharges].map((block) => [block.key, block]),
  );
  const wanted = catalogueOf(BLOCKS.map((block) => replaced.get(block.key) ?? block));

  function readingsOf(answer: (key: string) => string) {
    const fetched: string[] = [];
    const readings = new SharedReadings({
      register_answer: async (key) => {
        fetched.push(key);
        const checked = { checked_live: true, checked_at: '2020-06-15T09:00:00.000Z' };
        return { status: 'read', reading: { fetched_on: '2020-06-15', answers: [answer(key)] }, checked };
      },
    });
    return { fetched, by: world.enricher({ blocks: wanted, readings }) };
  }
  const check = async (by: ReturnType<typeof readingsOf>['by'], block: BlockKey) =>
    by.check(
      {
        job_id: 'job_01ARZ3NDEKTSV4RRFFQ69G5FAV' as never,
        row: 0,
        block,
        company_number: '10000000',
        job: aJobOf([block]),
        editions: await by.currentEditions([block]),
        since: '2020-06-15T08:00:00.000Z',
        terms: { priority: 'job', keep: true },
      },
      new AbortController().signal,
    );

  it('is waited for by those who ask for it, and fetched once for all of them', async () => {
    const { by, fetched } = readingsOf((key) => `of ${key}`);
    const [row] = await world.enrich(rows, { blocks: ['charges', 'officers'] }, by);
    expect(row).toMatchObject({
      blocks: { charges: { status: 'pending' }, officers: { status: 'pending' } },
    });
    const answers = await Promise.all([check(by, 'charges'), check(by, 'officers')]);
    for (const { envelope } of answers) {
      expect(envelope).toMatchObject({ value: 'of 10000000', detail: { freshness: { checked_live: true } } });
    }
    expect(fetched).toEqual(['10000000']);
  });

  it('is not fetched for a block that was not asked for', async () => {
    const { by, fetched } = readingsOf(() => 'never');
    const [row] = await world.enrich(rows, { blocks: ['scores'] }, by);
    expect(served(row)).toHaveProperty('blocks.scores.value', 'not_looked_up');
    expect(fetched).toEqual([]);
  });

  it('of the register is not fetched in a job of more than ten rows', async () => {
    const { by } = readingsOf(() => 'never');
    const [row] = await world.enrich(rows, { blocks: ['charges'], jobRows: 11 }, by);
    expect(row).toMatchObject({ blocks: { charges: { reason: 'not_looked_up' } } });
  });

  it('that this deployment cannot fetch is not waited for', async () => {
    const by = world.enricher({ blocks: wanted });
    const [row] = await world.enrich(rows, { blocks: ['charges'] }, by);
    expect(row).toMatchObject({ blocks: { charges: { reason: 'register_unavailable' } } });
  });

  it('that fails is worth another try', async () => {
    const { by } = readingsOf(() => {
      throw new Error('busy');
    });
    await expect(check(by, 'charges')).rejects.toThrow('busy');
  });
});
