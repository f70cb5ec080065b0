/** Whatever value stands wherever in a line that is signed: the three verifiers name the same line first, or none. */
import fc from 'fast-check';
import { StatementFiles } from '../../../support/statements/statements.js';
import {
  commandLine,
  hasPython,
  inBrowser,
  inPython,
} from '../../../support/statements/statement-verifiers.js';
import { months } from './cases.js';
import { fact } from './wrong-cases.js';
import { forAllTests } from '../../../support/worlds/for-each-test.js';

const VERIFIERS = [commandLine, inBrowser, ...(hasPython ? [inPython] : [])];
const files = forAllTests(() => new StatementFiles());

const KEYS = [
  'account_id',
  'amount',
  'company_number',
  'currency',
  'days',
  'entry',
  'late',
  'lines',
  'note',
  'prices',
  'reverses',
];
const MORE_KEYS = [
  'row',
  'time',
  'units',
  'scope',
  'reason',
  'charge_id',
  'job_id',
  'adjustment_id',
  '__proto__',
];
const blockValue = fc.dictionary(
  fc.constantFrom('company_identity', 'industry', 'officers', '', '__proto__', 'A', 'é'),
  fc.oneof(fc.integer(), fc.constantFrom('0.0200', '0.02', '1', '-1', '1e3'), fc.string()),
  { maxKeys: 3 },
);
const anyChange = fc.record({
  of: fc.constantFrom(
    ['october', 3] as const,
    ['november', 2] as const,
    ['november', 3] as const,
    ['december', 6] as const,
    ['january', 4] as const,
    ['january', 5] as const,
    ['january', 8] as const,
  ),
  key: fc.constantFrom(...KEYS, ...MORE_KEYS),
  value: fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    blockValue,
    fc.integer(),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    fc.float({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.constantFrom('0.02', '-0.02', 'GBP', 'EUR', '01234567', 'block', 'row', true, false, null),
  ),
});

it('names the same line first with every verifier, whatever a line says', async () => {
  const all = await months();
  const runs = process.env['TEST_LONG'] === undefined ? 200 : 3_000;
  const changes = fc.sample(anyChange, runs);
  const paths = changes.map(({ of: [month, line], key, value }) =>
    files.write(String(fact(month, line, Object.fromEntries([[key, value]]))(all))),
  );
  const found = await Promise.all(VERIFIERS.map((verifier) => verifier(paths)));
  const differing = changes
    .map((change, at) => ({ ...change, found: found.map((each) => each[at]?.[0]) }))
    .filter((change) => new Set(change.found).size > 1);
  expect(differing).toEqual([]);
}, 600_000);
