/** Statements that earlier releases issued are still right by today's rules: alone, and held against each other. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { adjustmentsStream } from '../../../../src/streams/adjustments/adjustments.events.js';
import { ACCOUNT, JOB, aSubmission } from '../../../support/logs/job-builders.js';
import { BOTH } from '../../../support/logs/row-stories.js';
import { StatementFiles, aStatement } from '../../../support/statements/statements.js';
import { aLog } from '../../../support/verified.js';
import { forAllTests } from '../../../support/worlds/for-each-test.js';
import {
  commandLineTogether,
  hasPython,
  inPythonTogether,
  type GroupVerifier,
} from '../../../support/statements/statement-verifiers.js';

const KEPT = join(__dirname, '../../../../packages/statement-verifier/vectors');
const FILES = readdirSync(KEPT)
  .filter((name) => name.endsWith('.ndjson'))
  .map((name) => join(KEPT, name));
const GROUPS = [...FILES.map((file) => [file]), FILES];

it('are kept in every format', () => {
  expect(FILES.map((file) => file.slice(-'2026-10.ndjson'.length))).toEqual(
    expect.arrayContaining(['2026-10.ndjson', '2026-11.ndjson', '2026-12.ndjson', '2027-01.ndjson']),
  );
});

const VERIFIERS: readonly (readonly [string, GroupVerifier])[] = [
  ['the command line', commandLineTogether],
  ...(hasPython ? [['the package', inPythonTogether] as const] : []),
];

it.each(VERIFIERS)('have no fault: %s', async (_name, verifier) => {
  const found = await verifier(GROUPS);
  expect(found.flatMap((of) => Object.entries(of))).toEqual(GROUPS.flat().map((file) => [file, []]));
});

const files = forAllTests(() => new StatementFiles());
const [FIRST, SECOND] = ['adj_01JDXB8Z5N0000000000000010', 'adj_01JDXB8Z5N0000000000000011'];
const DATE = '2026-11-21';
type UnitsByBlock = Readonly<Record<string, number>>;

/** Entries as earlier releases wrote them: no charge was taken back twice, not even after a reversal. */
async function onceEver(
  first: { readonly row: number | null; readonly block: string | null },
  then: { readonly row: number | null; readonly units: UnitsByBlock },
): Promise<readonly string[]> {
  const log = await aLog();
  await log.run(aSubmission(3, 3), () => BOTH);
  const write = (
    type: string,
    row: number | null,
    block: string | null,
    data: object,
    units: UnitsByBlock,
  ) => {
    const total = Object.values(units).reduce((sum, each) => sum + each, 0);
    const figures = { units: total, currency: null, amount: null };
    const charges = [{ jobs: [JOB], days: [{ date: DATE, units, amount: null }] }];
    const scope = { job_id: JOB, row, block, from: null, to: null };
    const words = { account_id: ACCOUNT, scope, reason: 'goodwill', note: 'As agreed.' };
    const event = log.event({ type, data: { ...words, ...figures, charges, ...data } });
    return log.append(adjustmentsStream(ACCOUNT), event);
  };
  const { row, block } = first;
  const adjusted = (by: number) => ({ company_identity: by, ...(block === null ? { industry: by } : {}) });
  await write('ChargeAdjusted', row, block, { adjustment_id: FIRST, except: [] }, adjusted(-1));
  const reversal = { adjustment_id: 'adj_01JDXB8Z5N0000000000000012', reverses: FIRST };
  await write('AdjustmentReversed', row, block, reversal, adjusted(1));
  await write('ChargeAdjusted', then.row, null, { adjustment_id: SECOND, except: [FIRST] }, then.units);
  const paths: string[] = [];
  for (const format of ['company-data-statement-2', 'company-data-statement-3'] as const)
    paths.push(files.write((await aStatement(log, { month: '2026-11', format })).text));
  return paths;
}

it.each(VERIFIERS)('leave out what was once taken back and given again: %s', async (_name, verifier) => {
  const paths = [
    ...(await onceEver(
      { row: 1, block: null },
      { row: null, units: { company_identity: -2, industry: -2 } },
    )),
    ...(await onceEver({ row: 1, block: 'company_identity' }, { row: 1, units: { industry: -1 } })),
  ];
  const found = await verifier(paths.map((path) => [path]));
  expect(found.flatMap((of) => Object.values(of))).toEqual(paths.map(() => []));
});
