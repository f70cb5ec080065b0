import { runProgram } from './run-program.js';

const { argv } = process;
const exit = new Error('the process ends');

/** Runs these words, and hands out what the program does about an error of its output. */
async function listenerOf(...words: readonly string[]): Promise<(error: Error) => void> {
  process.argv = ['node', 'company-data', ...words];
  const listening = jest.spyOn(process.stdout, 'on').mockReturnThis();
  for (const output of [process.stdout, process.stderr]) jest.spyOn(output, 'write').mockReturnValue(true);
  await runProgram(async () => []);
  const calls: readonly (readonly [string, unknown])[] = listening.mock.calls;
  const [, listener] = calls.find(([event]) => event === 'error') ?? [];
  return listener as (error: Error) => void;
}

afterEach(() => {
  jest.restoreAllMocks();
  process.argv = argv;
  process.exitCode = 0;
});

it.each<[string, readonly string[], string, string | null]>([
  ['a service works on without a reader of its log', ['serve'], 'EPIPE', null],
  ['a service works on while the disk under its log is full', ['serve', '--json'], 'ENOSPC', null],
  ['a command ends well where its reader has seen enough', ['jobs', 'list'], 'EPIPE', 'the process ends'],
  ['a command fails where its output is lost', ['jobs', 'list'], 'ENOSPC', 'ENOSPC'],
])('%s', async (_, words, code, end) => {
  const listener = await listenerOf(...words);
  const exiting = jest.spyOn(process, 'exit').mockImplementation(() => {
    throw exit;
  });
  const fail = (): void => listener(Object.assign(new Error(code), { code }));
  if (end === null) expect(fail).not.toThrow();
  else expect(fail).toThrow(end);
  expect(exiting.mock.calls).toEqual(end === exit.message ? [[0]] : []);
});
