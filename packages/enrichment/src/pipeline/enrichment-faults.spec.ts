import type { SubmittedRow } from '../../../contract/src/row.js';
import { rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { asNewerProgram } from '../../../../test/support/other-layout.js';
import { FILES, manyRows } from '../../../../test/support/basic-company-data.js';
import {
  aJobOf,
  EnrichmentWorld,
  FOUR,
  errorEntry,
  served,
} from '../../../../test/support/worlds/enrichment-world.js';
import { forEachTest } from '../../../../test/support/worlds/for-each-test.js';
import { BLOCKS, catalogueOf, type BlockCatalogue } from '../blocks/index.js';
import { defineBlock } from '../blocks/runner/define-block.js';
import { editionPath, putInForce, sourceFolder } from '../sources/kit/editions/edition.js';
import type { BlockKey } from '../../../contract/src/block-key.js';
import { SharedReadings } from '../live/readings/shared-readings.js';
import { NO_SUPPRESSION_LIST } from './enricher-setup.js';
import type { EnrichedRow } from './enricher.js';
import type { RegisterEnricher } from './register-enricher.js';
import { UnreadableEditionError, UnreadableSourceError } from './no-answer-yet.js';

const world = forEachTest(() => new EnrichmentWorld());

describe('without a readable register', () => {
  const rows: SubmittedRow[] = [
    { company_number: '11990344' },
    { company_name: 'ACME' },
    { domain: 'acme.co.uk' },
    { domain: 'facebook.com' },
    { company_number: '1' },
    {},
  ];
  const expected = [
    'source_unavailable',
    'source_unavailable',
    'source_unavailable',
    'not_own_site',
    'invalid_company_number',
    'no_company_key',
  ];
  const reasons = (answers: readonly EnrichedRow[]) =>
    answers.map((row) => (row.status === 'failed' ? row.reason : 'delivered'));

  it('fails rows for that reason while nothing was ever imported', async () => {
    const by = world.enricher();
    expect(await by.currentEditions(FOUR)).toEqual({});
    const answers = await world.enrich(rows, {}, by);
    expect(reasons(answers)).toEqual(expected);
    expect(errorEntry(answers[0])).toMatchObject({ retry_suggested: true });
  });

  it.each<[string, (path: string) => void]>([
    [
      'is gone',
      (path) => {
        rmSync(path);
      },
    ],
    [
      'is damaged',
      (path) => {
        truncateSync(path, 5_000);
      },
    ],
  ])('ends no row for an edition that %s, and says so to the operator', async (_what, harm) => {
    await world.load(FILES.june2020);
    harm(editionPath(world.register.dataDir, 'companies', world.register.active ?? ''));
    await expect(world.enrich(rows)).rejects.toThrow(UnreadableSourceError);
    expect(world.faults).not.toEqual([]);
    // What is wrong with the row itself is said all the same.
    expect(reasons(await world.enrich(rows.slice(3)))).toEqual(expected.slice(3));
  });

  it('begins no chunk whose edition a newer program wrote, says so once, and begins it from the one before', async () => {
    await world.load(FILES.june2020);
    asNewerProgram(world.register.dataDir);
    const by = world.enricher();
    for (let look = 0; look < 3; look++) expect(await by.prepare(null, FOUR)).toBe(false);
    await expect(world.enrich(rows, {}, by)).rejects.toThrow(UnreadableEditionError);
    expect(world.faults).toEqual([expect.any(UnreadableEditionError)]);
    const named = { companies: world.register.active ?? '' };
    expect([await by.holds(named), await by.prepare(named, FOUR)]).toEqual([false, false]);

    await world.load(FILES.november2017);
    await world.load(FILES.august2023);
    asNewerProgram(world.register.dataDir);
    const after = world.enricher();
    expect([await after.prepare(null, FOUR), await after.prepare(named, FOUR)]).toEqual([true, true]);
    expect((await after.currentEditions(FOUR))['companies']).toMatch(/^2017-11-01/);
  });

  it('begins no chunk that was begun from an edition, on a machine that lost all of its source', async () => {
    const lost = { companies: '2020-06-01-000000000000' };
    const elsewhere = { bring: async () => null };
    for (const by of [world.enricher(), world.enricher({ elsewhere })]) {
      expect(await by.prepare(lost, FOUR)).toBe(false);
      // Nothing was ever imported, as far as it was told.
      expect(await by.prepare(null, FOUR)).toBe(true);
    }
    await world.load(FILES.june2020);
    expect(await world.enricher().prepare(lost, FOUR)).toBe(true);
  });

  it('begins a chunk from what was brought for it a moment ago', async () => {
    await world.load(FILES.june2020);
    const { dataDir, active } = world.register;
    const pointer = join(sourceFolder(dataDir, 'companies'), 'active');
    rmSync(pointer);
    const elsewhere = {
      bring: async () => {
        putInForce(dataDir, 'companies', active ?? '');
        return null;
      },
    };
    const by = world.enricher({ elsewhere });
    const now = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
    try {
      expect(await by.currentEditions(FOUR)).toEqual({});
      expect(await by.prepare(null, FOUR)).toBe(true);
      expect(await by.currentEditions(FOUR)).toEqual({ companies: active });
    } finally {
      now.mockRestore();
    }
  });

  it('knows which editions this machine holds', async () => {
    await world.load(FILES.june2020);
    const by = world.enricher();
    expect(await by.holds(await by.currentEditions(FOUR))).toBe(true);
    expect(await by.holds({ companies: '2020-06-01-000000000000' })).toBe(false);
    expect(await by.holds({})).toBe(true);
  });
});

/** The product's blocks, one of them replaced. */
const withBlock = (block: (typeof BLOCKS)[number]): BlockCatalogue =>
  catalogueOf(BLOCKS.map((own) => (own.key === block.key ? block : own)));

const declared = {
  key: 'scores',
  tier: 'premium',
  latency_class: 'instant',
  description: 'A block of this test.',
  source: ['service_model'],
  coverage: 'None.',
  needs: ['company'],
  reasons: ['no_scores_on_file'],
  advisories: ['sources_disagree'],
  value: z.number(),
} as const;

describe('a block that throws', () => {
  const poison = defineBlock(declared)(({ company }) => {
    if (company.record?.number === '10000001') throw new Error('poison');
    return { status: 'available', value: 1, source: 'service_model', as_of: company.as_of };
  });

  it('answers error in that row, and takes nothing else with it', async () => {
    await world.loadRows(manyRows(3));
    const rows = manyRows(3).map(({ CompanyNumber = '' }) => ({ company_number: CompanyNumber }));
    const by = world.enricher({ blocks: withBlock(poison) });
    const answers = await world.enrich(rows, { blocks: ['scores', 'industry'] }, by);
    expect(answers.map((row) => row.status === 'delivered' && row.blocks)).toEqual([
      { industry: { status: 'available' }, scores: { status: 'available' } },
      { industry: { status: 'available' }, scores: { status: 'not_found', reason: 'error' } },
      { industry: { status: 'available' }, scores: { status: 'available' } },
    ]);
    expect(served(answers[1])).toHaveProperty('blocks.scores', {
      status: 'not_found',
      reason: 'error',
      retry_suggested: true,
    });
    expect(world.faults).toHaveLength(1);
  });
});

describe('a block in doubt', () => {
  const doubtful = (confidence: number, advisory = false) =>
    defineBlock(declared)(({ company: { as_of } }) => ({
      status: 'available',
      value: 1,
      source: 'service_model',
      as_of,
      confidence,
      ...(advisory && { advisories: ['sources_disagree'] }),
    }));

  it.each([
    [0.75, false, 0.5, { status: 'available', confidence: 0.75, flagged_for_review: false }],
    [0.74, false, 0.5, { status: 'available', confidence: 0.74, flagged_for_review: true }],
    [0.95, true, 0.5, { status: 'available', flagged_for_review: true }],
    [0.5, false, 0.6, { status: 'not_found', reason: 'not_confirmed', detail: { confidence: 0.5 } }],
  ])(
    'of confidence %d, advisory %p, asked for at %d',
    async (confidence, advisory, min_confidence, envelope) => {
      await world.loadRows(manyRows(1));
      const by = world.enricher({ blocks: withBlock(doubtful(confidence, advisory)) });
      const [row] = await world.enrich(
        [{ company_number: '10000000' }],
        {
          blocks: ['scores'],
          min_confidence,
        },
        by,
      );
      expect(served(row)).toMatchObject({ blocks: { scores: envelope } });
    },
  );
});

describe('a block that needs a live check', () => {
  const live = defineBlock({
    ...declared,
    key: 'charges',
    tier: 'core',
    latency_class: 'register_live',
    readings: ['register_answer'],
    reasons: [],
    advisories: [],
  })(({ company: { record }, readings }) => {
    const answer = readings.register_answer(`${record?.number ?? ''}/charges`);
    if (answer.status === 'wanted') return { status: 'pending' };
    return {
      status: 'available',
      value: record?.name.length ?? 0,
      source: 'company_register_charges',
      as_of: '2024-07-09',
    };
  });
  const readings = new SharedReadings({
    register_answer: async (key) => ({
      status: 'read',
      reading: { fetched_on: '2024-07-09', answers: [key] },
      checked: { checked_live: true, checked_at: '2024-07-09T09:00:00.000Z' },
    }),
  });

  const asked = async (by: RegisterEnricher, blocks: readonly BlockKey[]) =>
    by.check(
      {
        job_id: 'job_01ARZ3NDEKTSV4RRFFQ69G5FAV' as never,
        row: 0,
        block: 'charges',
        company_number: '10000000',
        job: aJobOf(blocks),
        editions: await by.currentEditions(blocks),
        since: '2024-07-09T08:00:00.000Z',
        terms: { priority: 'job', keep: true },
      },
      new AbortController().signal,
    );

  it('is answered anew where something was suppressed while it was fetched', async () => {
    await world.loadRows(manyRows(1));
    let [inLog, known, fetches] = [0, 0, 0];
    const suppressions = {
      ...NO_SUPPRESSION_LIST,
      get revision() {
        return known;
      },
      bringUpToDate: async () => void (known = inLog),
    };
    const suppressing = new SharedReadings({
      register_answer: async (key) => {
        if (++fetches === 1) inLog += 1;
        return readings.fetch('register_answer', key, { priority: 'job', keep: false });
      },
    });
    const by = world.enricher({ blocks: withBlock(live), readings: suppressing, suppressions });
    expect(await asked(by, ['charges'])).toMatchObject({ outcome: { status: 'available' } });
    expect(fetches).toBe(2);
  });

  it('is pending at first and filled when it is asked for', async () => {
    await world.loadRows(manyRows(1));
    const by = world.enricher({ blocks: withBlock(live), readings });
    const blocks: readonly BlockKey[] = ['charges', 'industry'];
    const [row] = await world.enrich([{ company_number: '10000000' }], { blocks }, by);
    expect(row).toMatchObject({ status: 'delivered', blocks: { charges: { status: 'pending' } } });
    expect(served(row)).toMatchObject({ status: 'pending', blocks: { charges: { status: 'pending' } } });
    expect(await asked(by, blocks)).toMatchObject({
      outcome: { status: 'available' },
      envelope: { status: 'available', value: 27, detail: { freshness: { checked_live: true } } },
    });
  });
});
