import { runProgram } from './run-program.js';

const { argv } = process;
const exit = new Error('the process ends');

/** Runs these words, and hands out what the program does about an error of an output. */
async function listenerOf(
  name: 'stdout' | 'stderr',
  words: readonly string[],
): Promise<(error: Error) => void> {
  process.argv = ['node', 'company-data', ...words];
  const listening = jest.spyOn(process[name], 'on').mockReturnThis();
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

it.each<[string, 'stdout' | 'stderr', readonly string[], string, string | null]>([
  ['a service works on without a reader of its log', 'stdout', ['serve'], 'EPIPE', null],
  ['a service works on while the disk under its log is full', 'stdout', ['serve', '--json'], 'ENOSPC', null],
  ['a service works on without a reader of its messages', 'stderr', ['serve'], 'EPIPE', null],
  ['a command ends well where its reader has seen enough', 'stdout', ['jobs', 'list'], 'EPIPE', exit.message],
  ['a command fails where its output is lost', 'stdout', ['jobs', 'list'], 'ENOSPC', 'ENOSPC'],
  ['a command is no service by a word', 'stdout', ['jobs', 'list', '--key', 'serve'], 'ENOSPC', 'ENOSPC'],
  ['a service is one behind an option', 'stdout', ['--json', 'serve'], 'ENOSPC', null],
  ['a command works on without a reader of its progress', 'stderr', ['enrich', 'list.csv'], 'EPIPE', null],
  ['a command works on where its progress finds no room', 'stderr', ['enrich', 'list.csv'], 'ENOSPC', null],
])('%s', async (_, output, words, code, end) => {
  const listener = await listenerOf(output, words);
  const exiting = jest.spyOn(process, 'exit').mockImplementation(() => {
    throw exit;
  });
  const fail = (): void => listener(Object.assign(new Error(code), { code }));
  if (end === null) expect(fail).not.toThrow();
  else expect(fail).toThrow(end);
  expect(exiting.mock.calls).toEqual(end === exit.message ? [[0]] : []);
});
