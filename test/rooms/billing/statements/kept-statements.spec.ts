/** Statements that earlier releases issued are still right by today's rules: alone, and held against each other. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
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

it.each<[string, GroupVerifier]>([
  ['the command line', commandLineTogether],
  ...(hasPython ? [['the package', inPythonTogether] satisfies [string, GroupVerifier]] : []),
])('have no fault: %s', async (_name, verifier) => {
  const found = await verifier(GROUPS);
  expect(found.flatMap((of) => Object.entries(of))).toEqual(GROUPS.flat().map((file) => [file, []]));
});
