/** Faults planted in `verify` itself: in the long run the table of planted faults sees each. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compileFunction } from 'node:vm';
import { transformSync, type Options } from '@swc/core';
import type { RecordedEvent } from '../../../../packages/platform/src/event-store/event-store.js';
import * as rightVerify from '../../../../src/verify/verify-log.js';
import { PLANTED } from './planted-faults.js';
import { logOf, rightLog } from './right-log.js';
import { VERIFY_FAULTS, type VerifyFault } from './verify-faults.js';

const LONG = process.env['TEST_LONG'] !== undefined;
const ROOT = join(__dirname, '../../../..');
const SWC = JSON.parse(readFileSync(join(ROOT, '.swcrc'), 'utf8')) as Options;

const pathOf = (file: string): string => join(ROOT, 'src/verify', file);
const sourceOf = (file: string): string => readFileSync(pathOf(file), 'utf8');

/** `verify` with one file of it in another text. */
function faultyVerify([, file, from, to]: VerifyFault): typeof rightVerify {
  const { code } = transformSync(sourceOf(file).replace(from, to), SWC);
  const load = (path: string): unknown =>
    jest.requireActual(path.startsWith('.') ? join(dirname(pathOf(file)), path.replace(/\.js$/, '')) : path);
  let verify: typeof rightVerify | null = null;
  jest.isolateModules(() => {
    jest.doMock(pathOf(file), () => {
      const module = { exports: {} };
      const run = compileFunction(code, ['require', 'module', 'exports']) as (...given: unknown[]) => void;
      run(load, module, module.exports);
      return module.exports;
    });
    verify = jest.requireActual<typeof rightVerify>('../../../../src/verify/verify-log.js');
  });
  jest.dontMock(pathOf(file));
  if (verify === null) throw new Error(`no verify with a faulty ${file}`);
  return verify;
}

it('stand where they are planted', () => {
  const missing = VERIFY_FAULTS.filter(([, file, from, to]) => from === to || !sourceOf(file).includes(from));
  expect(missing.map(([what]) => what)).toEqual([]);
});

/** What `verify` says of a log: its findings, or why it could not read it. */
const saysOf = async (verify: typeof rightVerify, events: readonly RecordedEvent[]): Promise<string> =>
  logOf(events)
    .then((eventStore) => verify.verifyLog({ eventStore, readModels: null }))
    .then(
      ({ invariants }) => JSON.stringify(invariants.map(({ offenders }) => offenders)),
      (error: unknown) => String(error),
    );

// `planted-faults.spec.ts` keeps what the right one says of each: whatever says something else is seen.
(LONG ? it : it.skip)(
  'are seen by the table of planted faults',
  async () => {
    const right = await rightLog();
    const logs = Object.values(PLANTED).flatMap((faults) => faults.map(([, , plant]) => plant(right)));
    const wanted = await Promise.all(logs.map((log) => saysOf(rightVerify, log)));
    const isSeen = async (fault: VerifyFault): Promise<boolean> => {
      const faulty = faultyVerify(fault);
      for (const [at, log] of logs.entries()) if ((await saysOf(faulty, log)) !== wanted[at]) return true;
      return false;
    };
    const unseen: string[] = [];
    for (const fault of VERIFY_FAULTS) if (!(await isSeen(fault))) unseen.push(fault[0]);
    expect(unseen).toEqual([]);
  },
  600_000,
);
