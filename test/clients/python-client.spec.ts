/**
 * The client in Python: its own tests, and every call of it against the service over HTTP. Where this machine has no
 * Python, or can't reach an index of packages, it says so in one line.
 */
import { join } from 'node:path';
import { companyNumbers } from '../support/sample-register.js';
import { pythonWith, run, type Found } from '../support/python/python-with.js';
import { TemporaryFolder } from '../support/system/temporary-folder.js';
import { forAllTests } from '../support/worlds/for-each-test.js';
import { ProcessWorld } from '../support/worlds/process-world.js';

jest.setTimeout(300_000);

const PACKAGE = join(__dirname, '..', '..', 'packages', 'client-python');

const folder = new TemporaryFolder();
let found: Found;
beforeAll(async () => {
  found = await pythonWith(folder.file('python'), join(PACKAGE, 'requirements.txt'));
  if (found.python === undefined) process.stdout.write(`The client in Python is passed over: ${found.why}\n`);
});
afterAll(() => folder.remove());

const world = forAllTests(() => ProcessWorld.create({ plans: { service: {} } }));

/** Runs words of Python in the package; passed over where there is none. */
async function inPython(words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<void> {
  if (found.python === undefined) return;
  const { ok, output } = await run(found.python.program, words, { cwd: PACKAGE, env });
  expect({ ok, output }).toEqual({ ok: true, output: expect.any(String) as string });
  expect(output).toMatch(/^Ran [1-9]\d* tests/m);
}

describe('the client in Python', () => {
  it('passes its own tests, and its types are those of the description', () =>
    inPython(['-m', 'unittest', 'discover', '-s', 'tests', '-t', '.']));

  it('makes every call, waiting or in an event loop, against the running service', async () => {
    const { url } = await world.fleet.start('service');
    const { key } = await world.account('Journey');
    const NUMBERS = companyNumbers().slice(0, 7).join(',');
    await inPython(['-m', 'unittest', 'tests.live_journey'], { URL: url, KEY: key, NUMBERS });
    expect(await world.fleet.stopAll()).toEqual({ service: 0 });
  });
});
