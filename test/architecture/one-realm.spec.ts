/** What a suite changes of the process that it shares with others is put back after it. */
interface Environment {
  teardown(): Promise<void>;
}

const OneRealmEnvironment = jest.requireActual<new (config: { projectConfig: object }) => Environment>(
  '../support/jest/one-realm-environment.js',
);

const NAME = 'LEFT_BY_A_SUITE';
const listener = (): undefined => undefined;

it('puts back variables, listeners, the exit code and globals', async () => {
  const before = { ...process.env };
  const { setTimeout: timer } = globalThis;
  const suite = new OneRealmEnvironment({ projectConfig: { fakeTimers: {} } });
  process.env[NAME] = 'x';
  delete process.env['PATH'];
  process.on('SIGUSR2', listener);
  process.exitCode = 3;
  globalThis.setTimeout = Object.assign(() => timer(listener), timer);
  await suite.teardown();
  expect(process.env).toEqual(before);
  expect(process.listeners('SIGUSR2')).not.toContain(listener);
  expect(process.exitCode).toBeUndefined();
  expect(globalThis.setTimeout).toBe(timer);
});
