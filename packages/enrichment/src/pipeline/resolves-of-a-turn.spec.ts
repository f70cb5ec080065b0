import type { SubmittedRow } from '../../../contract/src/row.js';
import { FILES } from '../../../../test/support/basic-company-data.js';
import {
  aJobOf,
  EnrichmentWorld,
  FOUR,
  errorEntry,
} from '../../../../test/support/worlds/enrichment-world.js';
import { parseKeyId, type KeyId } from '../../../contract/src/ids.js';
import type { EnrichedRow, EnrichmentBatch } from './enricher.js';
import { ResolvesOfATurn } from './resolves-of-a-turn.js';

const aResolve = (
  row: SubmittedRow,
  { blocks = FOUR, editions = {} }: Partial<EnrichmentBatch['job'] & EnrichmentBatch> = {},
  keyId = 'a',
): EnrichmentBatch => ({
  job: { ...aJobOf(blocks, {}, 'resolve'), key_id: keyIdOf(keyId) },
  editions,
  from: 0,
  rows: [row],
});

function keyIdOf(letter: string): KeyId {
  const id = parseKeyId(letter.repeat(12));
  if (id === null) throw new Error('no key id');
  return id;
}

const answered = ({ company_number = '' }: SubmittedRow): EnrichedRow => ({
  status: 'delivered',
  company_number,
  company_name: '',
  matched_on: 'company_number',
  match_confidence: 1,
  blocks: {},
  json: Buffer.from(company_number),
});

describe('resolves of one turn', () => {
  let batches: (readonly SubmittedRow[])[] = [];
  const turn = new ResolvesOfATurn(async ({ rows }) => {
    batches.push(rows);
    if (rows.some(({ company_number }) => company_number === 'POISON')) throw new Error('poison');
    return rows.map(answered);
  });
  const one = { company_number: '00000001' };
  const two = { company_number: '00000002' };
  const poison = { company_number: 'POISON' };

  beforeEach(() => {
    batches = [];
  });

  it('are answered as one batch, and each gets its own row', async () => {
    const answers = await Promise.all([turn.answer(aResolve(one)), turn.answer(aResolve(two))]);
    expect(answers).toEqual([[answered(one)], [answered(two)]]);
    expect(batches).toEqual([[one, two]]);
    await turn.answer(aResolve(one));
    expect(batches).toEqual([[one, two], [one]]);
  });

  it('are answered apart where they ask for other blocks, or of other editions', async () => {
    await Promise.all([
      turn.answer(aResolve(one)),
      turn.answer(aResolve(one, { blocks: ['industry'] })),
      turn.answer(aResolve(one, { editions: { companies: 'another' } })),
    ]);
    expect(batches).toHaveLength(3);
  });

  it('are asked for again one by one where their batch fails', async () => {
    const answers = await Promise.allSettled([turn.answer(aResolve(one)), turn.answer(aResolve(poison))]);
    expect(answers).toMatchObject([
      { status: 'fulfilled', value: [answered(one)] },
      { status: 'rejected', reason: { message: 'poison' } },
    ]);
    expect(batches).toEqual([[one, poison], [one], [poison]]);
  });

  it('of many keys are answered as one batch', async () => {
    await Promise.all([turn.answer(aResolve(one, {}, 'a')), turn.answer(aResolve(two, {}, 'b'))]);
    expect(batches).toEqual([[one, two]]);
  });

  it('of one key that sends many leave room for those of another, whatever they ask for', async () => {
    const numbered = (index: number): SubmittedRow => ({ company_number: String(index).padStart(8, '0') });
    const many = Array.from({ length: 500 }, (_, index) =>
      turn.answer(aResolve(numbered(index), { editions: { companies: `edition ${index % 7}` } }, 'a')),
    );
    let before = 0;
    const other = turn.answer(aResolve({ company_number: '99999999' }, {}, 'b')).then((answers) => {
      before = batches.flat().length;
      return answers;
    });
    expect(await other).toEqual([answered({ company_number: '99999999' })]);
    expect(before).toBeLessThanOrEqual(64);
    expect(await Promise.all(many)).toEqual(many.map((_, index) => [answered(numbered(index))]));
    expect(Math.max(...batches.map((batch) => batch.length))).toBeLessThanOrEqual(64);
    expect(batches.flat()).toHaveLength(501);
  });

  it('do not wait for one that names a website', async () => {
    let opened = (): void => undefined;
    const slow = new ResolvesOfATurn(async ({ rows }) => {
      if (rows[0]?.domain !== undefined) await new Promise<void>((resolve) => (opened = resolve));
      return rows.map(answered);
    });
    const waiting = slow.answer(aResolve({ domain: 'acme.co.uk' }));
    expect(await slow.answer(aResolve(one))).toEqual([answered(one)]);
    opened();
    expect(await waiting).toHaveLength(1);
  });
});

it('gives resolves of one turn the bytes that each would get alone', async () => {
  const world = new EnrichmentWorld();
  try {
    await world.load(FILES.june2020);
    const by = world.enricher();
    const rows = [{ company_number: '11990344' }, { company_number: '99999999' }, { company_name: 'ACME' }];
    const resolved = (row: SubmittedRow): Promise<readonly EnrichedRow[]> =>
      world.enrich([row], { operation: 'resolve' }, by);
    const alone: (readonly EnrichedRow[])[] = [];
    for (const row of rows) alone.push(await resolved(row));
    const together = await Promise.all(rows.map(resolved));
    expect(together).toEqual(alone);
    expect(errorEntry(together[1]?.[0])).toMatchObject({ row: 0 });
  } finally {
    world.remove();
  }
});
