/**
 * Every code that a block may give, at every level, made to happen: from files in their publishers' form through import,
 * matching, facts and blocks to the served envelope. A cell of `docs/spec/codes.md` without a case fails.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { BLOCK_CATALOGUE } from '../../../../packages/enrichment/src/blocks/index.js';
import { BLOCK_KEYS } from '../../../../packages/contract/src/block-key.js';
import type { ReasonCode } from '../../../../packages/contract/src/reason-code.js';
import { record } from '../../../support/basic-company-data.js';
import { runBlock } from '../../../support/run-block.js';
import { forAllTests } from '../../../support/worlds/for-each-test.js';
import { AREAS } from './areas/index.js';
import { registerAlone } from './areas/any-block.js';
import { BY_RULE } from './by-rule.js';
import { codesOf, titleOf } from './cell.js';
import { codeRows, nameOfCell, requiredCells } from './codes-table.js';
import { BLOCKS_COVERAGE_PAGE, blocksCoveragePage } from './coverage-page.js';
import { CodesWorld } from './codes-world.js';
import { keptExample } from './examples/kept-examples.js';
import { MADE_EXAMPLES } from './examples/made-examples.js';
import { withoutEditions } from '../../../http/golden/golden-answers.js';
import { SeenValues } from './values.js';
import { EXEMPT } from './without-a-case.js';

const seen = new SeenValues();
seen.addGolden();

describe.each(AREAS.map((area) => [area.name, area] as const))('from %s:', (_name, area) => {
  const { world, cells } = area;
  const made = forAllTests(() => CodesWorld.of(world()));

  it.each(cells.map((cell) => [titleOf(cell), cell] as const))('%s', async (_title, cell) => {
    expect(await codesOf(cell, made)).toContain(cell.code);
  });

  it('all blocks of every company are answered', async () => {
    await seen.gather(area, made);
  });

  const examples = MADE_EXAMPLES.filter((example) => example.area === area);
  if (examples.length > 0)
    it.each(examples.map((example) => [example.block, example] as const))(
      '%s is shown in documents as it is answered here (`npm run docs` writes it)',
      async (block, { asked, data = area.data }) => {
        const shown = { block, data, ...(await made.example(asked, block)) };
        expect(shown.envelope.status).toBe('available');
        const answer = withoutEditions(JSON.stringify(shown, null, 2));
        if (process.env['WRITE_DOCS'] === '1') writeFileSync(keptExample(block), `${answer}\n`);
        expect(JSON.parse(answer)).toEqual(JSON.parse(readFileSync(keptExample(block), 'utf8')));
      },
    );
});

describe('no block answers from a constant:', () => {
  it.each(BLOCK_KEYS.filter((key) => key !== 'news_signals'))('%s serves several values', (key) => {
    expect(seen.count(key)).toBeGreaterThan(1);
  });

  it('without any source no row is answered', async () => {
    const empty = await CodesWorld.of({ loaded: [] });
    const row = await empty.row({ row: { company_number: '30000001' } }, BLOCK_KEYS);
    expect(row).toMatchObject({ status: 'failed', reason: 'source_unavailable' });
    empty.remove();
  });

  it('with the register file alone only what it holds is there', async () => {
    const bare = await CodesWorld.of(registerAlone.world());
    const answers = await bare.envelopes({ row: { company_number: '30000001' } }, BLOCK_KEYS);
    bare.remove();
    expect(answers.flatMap(([key, { status }]) => (status === 'available' ? key : []))).toEqual([
      'registered_address',
      'company_identity',
      'industry',
      'firmographics',
      'company_summary',
    ]);
  });
});

describe('from a record that no match can bring:', () => {
  it.each(BY_RULE.map((cell) => [nameOfCell(cell), cell] as const))('%s', (_name, { block, code }) => {
    const definition = BLOCK_CATALOGUE.get(block);
    if (definition === undefined) throw new Error(`there is no block ${block}`);
    expect(runBlock(definition, null, '2024-07-01')).toMatchObject({ status: 'not_found', reason: code });
    expect(runBlock(definition, record(), '2024-07-01')).toMatchObject({ status: 'available' });
  });
});

const cases = AREAS.flatMap(({ cells }) => cells);
const open = requiredCells().filter(({ reserved }) => reserved === null);

it('no cell of the table is without a case, and none is listed in vain', () => {
  const listed = [...cases, ...BY_RULE].map(nameOfCell);
  const wanted = open.filter(({ any }) => !any).map(nameOfCell);
  expect(wanted.filter((name) => !listed.includes(name))).toEqual([]);
  const known = new Set(requiredCells().map(nameOfCell));
  expect(listed.filter((name) => !known.has(name))).toEqual([]);
});

it('every block gives each code that any block may give, or is said not to', () => {
  const any = codeRows().filter((row) => row.any && row.reserved === null);
  for (const { code } of any) {
    const shown = cases.filter((cell) => cell.code === code).map(({ block }) => block);
    const exempt = (EXEMPT[code] ?? []).flatMap(({ blocks }) => blocks);
    expect([code, [...new Set([...shown, ...exempt])].sort()]).toEqual([code, [...BLOCK_KEYS].sort()]);
    expect([code, exempt.filter((block) => shown.includes(block))]).toEqual([code, []]);
  }
  expect(any.map(({ code }) => code)).toEqual([
    'error',
    'source_unavailable',
    'not_available_yet',
    'no_entitlement',
  ] satisfies ReasonCode[]);
});

it('the page of them is the one that the cases make (`npm run docs` writes it)', () => {
  const page = blocksCoveragePage();
  if (process.env['WRITE_DOCS'] === '1') writeFileSync(BLOCKS_COVERAGE_PAGE, page);
  expect(readFileSync(BLOCKS_COVERAGE_PAGE, 'utf8')).toBe(page);
});
