/** The table of `docs/billing.md`: each way to be wrong is done to a right log, and caught by the command it names. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { markdown } from '../../bench/support/figures.js';
import { forEachTest } from '../support/worlds/for-each-test.js';
import { BilledWorld, FAULTS, RIGHT } from './billing-faults.js';

const PAGE = path.resolve(__dirname, '../../docs/billing.md');
const [BEGIN, END] = ['<!-- faults: written by `npm run docs` -->', '<!-- faults end -->'];

const world = forEachTest(
  () => BilledWorld.begin(),
  (world) => world.cli.remove(),
);

describe('a bill', () => {
  it('that is right passes every check', async () => {
    await world.job(RIGHT);
    for (const words of [['verify'], ['usage', 'rebuild'], ['statements', 'verify', await world.statement()]])
      expect([words, (await world.cli.run(...words)).code]).toEqual([words, 0]);
  });

  it.each(FAULTS.map(({ fault, ...entry }) => [fault, entry] as const))(
    'is caught where %s',
    async (_fault, { plant, command, says }) => {
      const words = await plant(world);
      expect(words.join(' ')).toMatch(new RegExp(`^${command.split(' --')[0] ?? ''}`));
      const { code, stdout, stderr } = await world.cli.run(...words);
      expect([code, `${stdout}${stderr}`]).toEqual([1, expect.stringContaining(says)]);
    },
  );
});

it('docs/billing.md has the table of these faults', () => {
  const rows = FAULTS.map(({ fault, command, says }) => [fault, `\`${command}\``, says]);
  const table = markdown(['what is wrong', 'caught by', 'it says'], rows);
  const text = readFileSync(PAGE, 'utf8');
  const [before, after] = [text.slice(0, text.indexOf(BEGIN)), text.slice(text.indexOf(END))];
  const page = `${before}${BEGIN}\n\n${table}\n\n${after}`;
  if (process.env['WRITE_DOCS'] === '1') writeFileSync(PAGE, page);
  expect(text.includes(BEGIN) && text.includes(END)).toBe(true);
  expect(readFileSync(PAGE, 'utf8')).toBe(page);
});
