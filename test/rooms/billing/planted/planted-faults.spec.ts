/**
 * Faults planted in a right log are found by `verify`, each by its invariant. `docs/testing.md` counts them,
 * and those of other tables.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdown } from '../../../../bench/support/figures.js';
import type { RecordedEvent } from '../../../../packages/platform/src/event-store/event-store.js';
import { FAULTS } from '../../../docs/billing-faults.js';
import { breaches } from '../../../support/verified.js';
import type { Case } from '../statements/cases.js';
import { CONTRADICTIONS_OF_ONE } from '../statements/contradictions-of-one.js';
import { CONTRADICTIONS_OF_SEVERAL } from '../statements/contradictions-of-several.js';
import { CONTRADICTORY } from '../statements/contradictory-cases.js';
import { LISTED } from '../statements/listed-cases.js';
import { SENSELESS } from '../statements/wrong-cases.js';
import { PLANTED } from './planted-faults.js';
import { logOf, rightLog } from './right-log.js';
import { VERIFIER_FAULTS } from './verifier-faults.js';
import { VERIFY_FAULTS } from './verify-faults.js';

let right: readonly RecordedEvent[];
beforeAll(async () => {
  right = await rightLog();
});

it('finds nothing in the right log', async () => {
  expect(await breaches({ eventStore: await logOf(right) })).toEqual({});
});

it.each(Object.entries(PLANTED))('finds every planted fault of %s', async (_area, faults) => {
  const found: [string, number | string][] = [];
  const said: Record<string, unknown> = {};
  for (const [what, invariant, plant] of faults) {
    const findings: Record<string, string[]> = await logOf(plant(right))
      .then((eventStore) => breaches({ eventStore }))
      .catch((error: unknown) => ({ [String(error)]: [] }));
    said[what] = findings;
    found.push([what, String(invariant) in findings ? invariant : Object.keys(findings).join()]);
  }
  expect(found).toEqual(faults.map(([what, invariant]) => [what, invariant]));
  // Keeps all that is said of each: a fault in one rule of `verify` changes it, even where another rule sees
  // the same.
  expect(said).toMatchSnapshot();
});

const PAGE = join(__dirname, '../../../../docs/testing.md');
const [BEGIN, END] = ['<!-- planted faults: written by a test -->', '<!-- planted faults end -->'];
const wrong = (cases: readonly (Case | (typeof CONTRADICTIONS_OF_SEVERAL)[number])[]): number =>
  cases.filter(([, found]) => found.flat().length > 0).length;

it('are counted in docs/testing.md', () => {
  const inLog = Object.entries(PLANTED).map(([area, faults]): [string, number, string] => [
    `${area}, in the log`,
    faults.length,
    '`verify`',
  ]);
  const counted: readonly [string, number, string][] = [
    ...inLog,
    ['any of these, by a person', FAULTS.length, 'the command that `docs/billing.md` names'],
    [
      'a statement',
      wrong([...SENSELESS, ...CONTRADICTORY, ...LISTED, ...CONTRADICTIONS_OF_ONE]),
      'the three verifiers',
    ],
    [
      'a statement beside earlier ones',
      wrong(CONTRADICTIONS_OF_SEVERAL),
      'the verifiers of the command line and in Python',
    ],
    ['the verifier in Python itself', VERIFIER_FAULTS.length, 'the tables of contradictions'],
    ['`verify` itself', VERIFY_FAULTS.length, 'the tables of faults in the log'],
  ];
  const total = counted.reduce((sum, [, count]) => sum + count, 0);
  expect(total).toBeGreaterThan(200);
  const rows = [...counted, ['together', total, ''] as const].map(([of, count, by]) => [
    of,
    String(count),
    by,
  ]);
  const text = readFileSync(PAGE, 'utf8');
  const [before, after] = [text.slice(0, text.indexOf(BEGIN)), text.slice(text.indexOf(END))];
  const page = `${before}${BEGIN}\n\n${markdown(['faults of', 'number', 'seen by'], rows)}\n\n${after}`;
  if (process.env['WRITE_DOCS'] === '1') writeFileSync(PAGE, page);
  expect(text.includes(BEGIN) && text.includes(END)).toBe(true);
  expect(readFileSync(PAGE, 'utf8')).toBe(page);
});
