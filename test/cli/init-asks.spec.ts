/** `init` on a terminal asks for what no option says; elsewhere, or where it is told to, it asks nothing. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { PublishersProcess } from '../../packages/publishers-stand-in/src/index.js';
import { FILES } from '../support/basic-company-data.js';
import { CommandLineOn } from '../support/cli.js';
import { PublishedFiles } from '../support/published/published-files.js';
import { TemporaryFolder } from '../support/system/temporary-folder.js';
import { forEachTest } from '../support/worlds/for-each-test.js';

const PROGRAM = join(__dirname, '..', '..', 'bin', 'company-data.js');
/** Pipes that say that they are a terminal. */
const TERMINAL = 'data:text/javascript,process.stdin.isTTY=process.stdout.isTTY=true';
/** In the place of an answer: the terminal is closed. */
const CLOSED = null;
const WHO = ['--email', 'data@example.co.uk', '--name', 'Example Ltd'] as const;

interface Talk {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Each with what Enter stands for. */
  readonly questions: readonly string[];
}

const folder = forEachTest(() => new TemporaryFolder());
const dataDir = (): string => folder.file('data');
const inside = (): CommandLineOn => new CommandLineOn('inside', { PORT: '0' }, dataDir());

/** Answers each question as it comes. */
async function init(
  answers: readonly (string | typeof CLOSED)[],
  { words = [], settings = {} }: { words?: readonly string[]; settings?: Record<string, string> } = {},
): Promise<Talk> {
  const child = spawn(process.execPath, ['--import', TERMINAL, PROGRAM, 'init', ...words], {
    cwd: folder.path,
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      METRICS_PORT: '0',
      NO_COLOR: '1',
      OPERATOR: 'ada',
      ...settings,
    },
    stdio: 'pipe',
  });
  const ended = once(child, 'close');
  let [stdout, stderr, answered] = ['', '', 0];
  const left = [...answers];
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout = stripVTControlCharacters(stdout + text);
    if (!stdout.endsWith('] ') || stdout.length === answered) return;
    answered = stdout.length;
    const answer = left.shift() ?? CLOSED;
    if (answer === CLOSED) child.stdin.end();
    else child.stdin.write(`${answer}\n`);
  });
  await ended;
  const questions = [...stdout.matchAll(/^(\S.*\? \[.*?\])/gm)].map(([, question = '']) => question);
  return { code: child.exitCode, stdout, stderr, questions };
}

describe('init on a terminal', () => {
  it('asks where, what and whose; Enter takes what stands in brackets', async () => {
    const { code, stdout, stderr, questions } = await init(['', 'none', '', '']);
    expect(questions).toEqual([
      `Which folder should hold all data? [${dataDir()}]`,
      expect.stringMatching(
        /^Which sources should be loaded.* companies, psc,.*\[companies,psc,postcodes,pay_gap,entity_ids\]$/,
      ),
      'What is the name of the first account? [ada]',
      expect.stringMatching(/^What is its e-mail address\? \[ada@.+\]$/),
    ]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/Account 1001 has this key.*\nsvc_live_/s)]);
    for (const check of ['disk', 'memory', 'keys'])
      expect(stderr).toMatch(new RegExp(`^\\S+ +${check} `, 'm'));
    expect(readFileSync(folder.file('.env'), 'utf8')).toBe(`DATA_DIR=${dataDir()}\n`);
    expect(await inside().lines('accounts', 'list')).toMatchObject([{ name: 'ada' }]);
  });

  it('asks again where an answer can’t be taken', async () => {
    const answers = ['', 'compnies', 'none', 'Example Ltd', 'nobody', 'data@example.co.uk'];
    const { code, stdout } = await init(answers);
    expect(stdout).toContain("'compnies' is not a source that is synced; did you mean companies?");
    expect(stdout).toContain("'nobody' is not an e-mail address.");
    expect(code).toBe(0);
    expect(await inside().lines('accounts', 'list')).toMatchObject([
      { name: 'Example Ltd', email: 'data@example.co.uk' },
    ]);
  });

  it('asks nothing that an option says, or that is there already', async () => {
    const words = [...WHO, '--data-dir', dataDir(), '--load', 'none'];
    const first = await init([], { words });
    expect([first.code, first.questions, first.stderr]).toEqual([0, [], '']);
    expect(first.stdout).not.toContain('Enter');
    await inside().json('register', 'import', '--source', 'companies', FILES.june2020);
    const again = await init(['']);
    expect([again.code, again.questions]).toEqual([
      0,
      [expect.stringMatching(/^Which sources should be loaded.* \[none\]$/)],
    ]);
  });

  it('makes nothing where it is left at a question', async () => {
    const { code, stderr } = await init(['', CLOSED]);
    expect([code, stderr]).toEqual([
      1,
      'company-data: Stopped. Nothing was loaded, and no account was opened.\n',
    ]);
    expect([existsSync(dataDir()), existsSync(folder.file('.env'))]).toEqual([false, false]);
  });

  it('makes nothing where the service would not start', async () => {
    const { code, stderr } = await init(['', 'none'], { settings: { HOST: '192.0.2.1', PORT: '3000' } });
    expect([code, stderr]).toEqual([1, expect.stringContaining('company-data: port: PORT 3000')]);
    expect([existsSync(dataDir()), existsSync(folder.file('.env'))]).toEqual([false, false]);
  });
});

describe('init --yes', () => {
  const published = forEachTest(() => new PublishedFiles());
  const publishers = forEachTest(() => PublishersProcess.start(published.path));

  it('takes what Enter would take, and asks nothing', async () => {
    await published.companies('2020-05-01');
    const { questions, stdout } = await init([], { words: ['--yes'], settings: publishers.settings });
    expect(questions).toEqual([]);
    expect(stdout).toMatch(/│ companies +│ synced .*│ entity_ids/s);
    expect(await inside().lines('accounts', 'list')).toMatchObject([{ name: 'ada' }]);
  });

  it('says that a source needs a key before it fetches', async () => {
    const words = [...WHO, '--yes', '--load', 'property'];
    const { code, stderr } = await init([], {
      words,
      settings: { ...publishers.settings, HMLR_API_KEY: '' },
    });
    expect(stderr).toMatch(/^warn +keys +HMLR_API_KEY is not set: property can't be fetched$/m);
    expect(code).toBe(1);
  });
});
