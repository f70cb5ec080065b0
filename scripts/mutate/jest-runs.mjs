/** A process that runs specs again and again, each time as its parent asks: to start jest costs more than most specs. */
import { runCLI } from 'jest';

const [root, config] = process.argv.slice(2);

const TIMED_OUT = /Exceeded timeout of|asked without end/;

/** Whether all held; if not, which spec failed first, and whether by its time. */
function judged({ results }) {
  const failed = results.testResults.find(
    (suite) => suite.numFailingTests > 0 || suite.testExecError !== undefined,
  );
  const ran = results.testResults.map(({ testFilePath, perfStats }) => ({
    spec: testFilePath,
    ms: perfStats.end - perfStats.start,
  }));
  if (failed === undefined) return { passed: true, ran };
  const said = failed.failureMessage ?? '';
  return { passed: false, ran, spec: failed.testFilePath, isTimedOut: TIMED_OUT.test(said), said };
}

// Its parent is gone.
process.once('disconnect', () => process.exit());

process.on('message', async ({ specs, env }) => {
  for (const name of ['MUTANT', 'MUTANT_MOST', 'MUTANT_REACHED']) delete process.env[name];
  Object.assign(process.env, env);
  const words = { _: specs, $0: 'jest', config, runTestsByPath: true, runInBand: true, silent: true };
  const run = await runCLI({ ...words, reporters: [], watchman: false }, [root]);
  process.send(judged(run));
});
