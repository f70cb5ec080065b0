/** `docs/cli.md` names every command, every option and every key, and nothing else. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { COMMAND_GROUPS } from '../../src/cli/command-groups.js';
import { everyCommand, programOf } from '../../src/cli/command-line.js';
import { CommandLineOn } from '../support/cli.js';
import { DAY, writeLog } from '../support/logs/cli-log.js';
import { JOB, KEY } from '../support/logs/job-builders.js';
import { runCommand } from '../support/run-command.js';
import { documentedCommands } from './cli-doc.js';

const documented = documentedCommands();
const SAMPLE = join(__dirname, '..', '..', 'samples', 'BasicCompanyData-2020-05-01-sample.csv');

let commands: ReadonlyMap<string, Command>;
let cli: CommandLineOn;
beforeAll(async () => {
  const groups = await Promise.all(COMMAND_GROUPS.map(([, load]) => load()));
  const program = programOf(groups, '1.0.0');
  const leaves = [...everyCommand(program)].filter((command) => command.commands.length === 0);
  commands = new Map(leaves.map((command) => [wordsOf(command), command]));
  cli = new CommandLineOn();
  await writeLog(cli.dataDir);
});
afterAll(() => cli.remove());

const wordsOf = (command: Command): string =>
  command.parent === null || command.parent.parent === null
    ? command.name()
    : `${wordsOf(command.parent)} ${command.name()}`;

describe('docs/cli.md', () => {
  it('has a section for every command', () => {
    expect([...documented.keys()].sort()).toEqual([...commands.keys()].sort());
  });

  it('names every option and argument', () => {
    for (const [words, command] of commands) {
      const text = documented.get(words)?.text ?? '';
      const flags = command.options
        .map(({ long }) => long)
        .filter((long) => long !== '--json' && long !== '--operator');
      const missing = flags.filter((flag) => !text.includes(`${flag}`));
      expect([words, missing]).toEqual([words, []]);
      for (const argument of command.registeredArguments) expect(text).toContain(`<${argument.name()}`);
    }
  });

  const described: (readonly [words: string, more: readonly string[]])[] = [
    ['register import', ['--source', 'companies', SAMPLE]],
    ['register status', []],
    ['register prune', ['--keep', '1']],
    ['accounts create', ['--email', 'a@example.co.uk', '--name', 'A Ltd']],
    ['accounts blocks', ['1001', '--enable', 'officers']],
    ['accounts option', ['1001', '--disable', 'ai']],
    ['accounts budget', ['1001', '--month-units', '50', '--stop']],
    ['accounts contact', ['1001', '--email', 'b@example.co.uk', '--name', 'B Ltd']],
    ['register upgrade', []],
    ['accounts forget', ['1001', '--confirm', '1001']],
    ['accounts suspend', ['1001', '--reason', 'unpaid']],
    ['accounts reinstate', ['1001']],
    ['accounts show', ['1001']],
    ['accounts list', []],
    ['keys issue', ['--account', '1002', '--name', 'k']],
    ['keys list', ['--account', '1001']],
    ['jobs list', ['--account', '1001']],
    ['jobs show', [JOB]],
    [
      'prices agree',
      ['--account', '1001', '--currency', 'GBP', '--from', '2099-01-01', '--price', 'industry=1'],
    ],
    ['usage show', ['--account', '1001', '--from', DAY, '--to', DAY]],
    ['usage rebuild', []],
    ['billing explain', ['--account', '1001', '--day', DAY]],
    [
      'billing adjust',
      ['--account', '1001', '--job', JOB, '--row', '0', '--reason', 'goodwill', '--note', 'as agreed'],
    ],
    ['billing estimate', [SAMPLE, '--account', '1001']],
    ['projections status', []],
    ['projections rebuild', ['usage']],
    ['verify', []],
    ['investigate job', [JOB]],
    ['investigate row', [JOB, '0']],
    ['investigate key', [KEY]],
    ['investigate request', ['req_1']],
    ['jobs expire', ['--confirm-clock']],
    ['jobs hold', [JOB, '--reason', 'dispute', '--until', '2099-12-31']],
    ['jobs hold', [JOB, '--reason', 'settled', '--end']],
    ['jobs erase', [JOB, '--reason', 'asked']],
    ['keys revoke', [KEY, '--reason', 'lost']],
  ];

  it.each(described)('names the keys of %s', async (words, more) => {
    const { code, stdout, stderr } = await cli.run(...words.split(' '), ...more, '--json');
    expect([code, stderr]).toEqual([0, '']);
    const items = stdout
      .trimEnd()
      .split('\n')
      .map((line) => Object.keys(JSON.parse(line) as object));
    expect(items.length).toBeGreaterThan(0);
    const { keys, optional } = documented.get(words) ?? { keys: new Set(), optional: new Set() };
    for (const item of items) {
      expect([...keys].filter((key) => !item.includes(key))).toEqual([]);
      expect(item.filter((key) => !keys.has(key) && !optional.has(key))).toEqual([]);
    }
  });

  it('names the keys of backup and restore', async () => {
    const copy = join(cli.dataDir, 'copy');
    expect(new Set(Object.keys(await cli.json('backup', copy)))).toEqual(documented.get('backup')?.keys);
    const other = new CommandLineOn();
    expect(new Set(Object.keys(await other.json('restore', copy)))).toEqual(documented.get('restore')?.keys);
    other.remove();
    rmSync(copy, { recursive: true });
  });

  it('names the keys of statements', async () => {
    const [out, month] = [join(cli.dataDir, 'statement.ndjson'), DAY.slice(0, 'YYYY-MM'.length)];
    const told: readonly (readonly [words: string, more: readonly string[]])[] = [
      ['statements issue', ['--account', '1001', '--month', month, '--out', out]],
      ['statements keys', []],
      ['statements prove', [out, '--line', '2']],
      ['statements verify', [out]],
      ['statements rotate-key', ['--reason', 'lost']],
    ];
    for (const [words, more] of told) {
      const keys = Object.keys(await cli.json(...words.split(' '), ...more));
      const { keys: always, optional } = documented.get(words) ?? { keys: new Set(), optional: new Set() };
      expect([words, [...always].filter((key) => !keys.includes(key))]).toEqual([words, []]);
      expect([words, keys.filter((key) => !always.has(key) && !optional.has(key))]).toEqual([words, []]);
    }
  });

  it('names the keys of billing dispute', async () => {
    const told = await cli.json('billing', 'dispute', JOB, '0', '--out', join(cli.dataDir, 'evidence'));
    expect(new Set(Object.keys(told))).toEqual(documented.get('billing dispute')?.keys);
  });

  it('names the keys of events export and import', async () => {
    const [file, other] = [join(cli.dataDir, 'log.ndjson'), new CommandLineOn()];
    const told = await cli.json('events', 'export', file);
    expect(new Set(Object.keys(told))).toEqual(documented.get('events export')?.keys);
    const read = await other.json('events', 'import', file);
    expect(new Set(Object.keys(read))).toEqual(documented.get('events import')?.keys);
    other.remove();
  });

  it('stands beside help that says the same of every command', async () => {
    for (const [words, command] of commands) {
      const first = words.split(' ')[0] ?? '';
      const groups = COMMAND_GROUPS.filter(([words]) => words.includes(first));
      const loaded = await Promise.all(groups.map(([, load]) => load()));
      const { code, stdout } = await runCommand(loaded, [...words.split(' '), '--help']);
      expect([words, code]).toEqual([words, 0]);
      expect(stdout).toContain(command.description().slice(0, 40));
      expect(`${words}\n${stdout}`).toMatchSnapshot(words);
    }
  });
});
