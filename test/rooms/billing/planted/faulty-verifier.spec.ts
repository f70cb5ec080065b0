/** Faults planted in the verifier itself, in Python: in the long run the tables of contradictions see each. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KEY_OF_TESTS, StatementFiles, fileOf } from '../../../support/statements/statements.js';
import { hasPython } from '../../../support/statements/statement-verifiers.js';
import { forAllTests } from '../../../support/worlds/for-each-test.js';
import { months } from '../statements/cases.js';
import { CONTRADICTIONS_OF_ONE } from '../statements/contradictions-of-one.js';
import { CONTRADICTIONS_OF_SEVERAL } from '../statements/contradictions-of-several.js';
import { VERIFIER_FAULTS } from './verifier-faults.js';

const LONG = process.env['TEST_LONG'] !== undefined;
jest.setTimeout(600_000);

const SOURCE = readFileSync(
  join(__dirname, '../../../../packages/statement-verifier/verify_statement.py'),
  'utf8',
);
const RUN = `
import json, sys, types
given = json.load(sys.stdin)
for source in given['sources']:
    module = types.ModuleType('verifier')
    exec(compile(source, 'verifier', 'exec'), module.__dict__)
    keys, found = module.keys_of(given['key']), []
    for files in given['groups']:
        try:
            found.append(sorted([path, str(faults)] for path, faults in module.check_all(files, keys)))
        except Exception as error:
            found.append(str(error))
    print(json.dumps(found))
`;

const files = forAllTests(() => new StatementFiles());

(hasPython && LONG ? it : it.skip)('are seen by the tables of contradictions', async () => {
  const all = await months();
  const groups = [
    ...CONTRADICTIONS_OF_ONE.map(([, , made]) => {
      const file = made(all);
      return [files.write(typeof file === 'string' ? file : fileOf(file))];
    }),
    ...CONTRADICTIONS_OF_SEVERAL.map(([, , made]) => made().map((text) => files.write(text))),
  ];
  const sources = VERIFIER_FAULTS.map(([what, from, to]) => {
    if (!SOURCE.includes(from)) throw new Error(`${what}: the verifier has no ${from}`);
    return SOURCE.replace(from, to);
  });
  const input = JSON.stringify({ sources: [SOURCE, ...sources], key: KEY_OF_TESTS.public_key, groups });
  const lines = execFileSync('python3', ['-B', '-c', RUN], { encoding: 'utf8', input, maxBuffer: 1 << 28 });
  const [right, ...wrong] = lines.trimEnd().split('\n');
  expect(VERIFIER_FAULTS.filter((_, place) => wrong[place] === right).map(([what]) => what)).toEqual([]);
});

it('are all of what the verifier has', () => {
  expect(VERIFIER_FAULTS.filter(([, from]) => !SOURCE.includes(from)).map(([what]) => what)).toEqual([]);
});
