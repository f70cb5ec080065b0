/** What README, CONTRIBUTING, `docs/` and the READMEs of folders name is there: files, links, scripts, settings, commands. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMAND_GROUPS } from '../../src/cli/command-groups.js';
import { SOURCE_NAMES } from '../../packages/enrichment/src/sources/index.js';
import { SETTING_NAMES } from '../../src/settings/settings.js';
import type { Page } from './claims.js';
import {
  PAGES,
  brokenLinks,
  builtText,
  commandsIn,
  missingFiles,
  notBuiltText,
  scriptsIn,
  unknownVariables,
  variablesIn,
} from './claims.js';
import { documentedCommands } from './cli-doc.js';
import { steadyPart } from './demo-page.js';

const { scripts } = JSON.parse(readFileSync(join(__dirname, '..', '..', 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const GROUPS = COMMAND_GROUPS.flatMap(([words]) => words);
/** `test/docs/cli-doc.spec.ts` holds them equal to the commands that there are. */
const COMMANDS = [...documentedCommands().keys()];

const isCommand = (words: string): boolean =>
  COMMANDS.includes(words) ||
  COMMANDS.includes(words.split(' ')[0] ?? '') ||
  GROUPS.includes(words) ||
  // A group within a group.
  COMMANDS.some((command) => command.startsWith(`${words} `));

/** What is wrong of all pages, each with its page. */
const wrong = (judge: (page: Page) => readonly string[]): readonly string[] =>
  PAGES.flatMap((page) => judge(page).map((what) => `${page.file}: ${what}`));

const unknownCommands = ({ text }: Pick<Page, 'text'>): readonly string[] =>
  commandsIn(builtText(text), GROUPS).filter((words) => !isCommand(words));
const unknownScripts = ({ text }: Pick<Page, 'text'>): readonly string[] =>
  scriptsIn(text).filter((name) => scripts[name] === undefined);
/** Said not to be built, and there. */
const builtMeanwhile = ({ text }: Pick<Page, 'text'>): readonly string[] => [
  ...variablesIn(notBuiltText(text)).filter((name) => SETTING_NAMES.includes(name)),
  ...commandsIn(notBuiltText(text), GROUPS).filter((words) => COMMANDS.includes(words)),
  ...SOURCE_NAMES.filter((name) => notBuiltText(text).includes(`\`${name}\``)),
];

describe('the README', () => {
  const root = join(__dirname, '..', '..');
  const page = readFileSync(join(root, 'README.md'), 'utf8');
  const [, transcript = ''] = /^```text\n([\s\S]*?)^```$/m.exec(page) ?? [];

  it('has at most 150 lines, and 40 of them show the demonstration', () => {
    expect(page.split('\n').length - 1).toBeLessThanOrEqual(150);
    expect(transcript.split('\n').length - 1).toBeLessThanOrEqual(40);
    expect(transcript.split('\n').length).toBeGreaterThan(20);
  });

  it('shows lines of docs/demo.md, in their order', () => {
    const lines = steadyPart(readFileSync(join(root, 'docs', 'demo.md'), 'utf8')).split('\n');
    let at = 0;
    for (const line of steadyPart(transcript).split('\n')) {
      if (line === '...' || line === '') continue;
      expect(lines.slice(at)).toContain(line);
      at = lines.indexOf(line, at) + 1;
    }
  });
});

describe('pages name only', () => {
  it('files and folders that there are', () => {
    expect(wrong(missingFiles)).toEqual([]);
  });

  it('pages that can be followed by their links', () => {
    expect(wrong(brokenLinks)).toEqual([]);
  });

  it('scripts of package.json', () => {
    expect(wrong(unknownScripts)).toEqual([]);
  });

  it('settings and variables that something reads', () => {
    expect(wrong(({ text }) => unknownVariables(builtText(text), SETTING_NAMES))).toEqual([]);
  });

  it("the command line's commands", () => {
    expect(wrong(unknownCommands)).toEqual([]);
  });

  it('what is not there where they say that it is not built', () => {
    expect(wrong(builtMeanwhile)).toEqual([]);
  });
});

describe('a planted claim fails:', () => {
  const page = (text: string): Page => ({ file: 'docs/page.md', text });

  it.each(['`src/jobs/nowhere.ts`', `\`${'no'}where.handler.ts\``, '`src/nowhere/`', '`src/**/nowhere.ts`'])(
    'a file, %s',
    (text) => {
      expect(missingFiles(page(text))).toHaveLength(1);
    },
  );

  it('a link', () => expect(brokenLinks(page('[there](decisions/0000-nothing.md)'))).toHaveLength(1));
  it('a script', () => expect(unknownScripts({ text: '`npm run -s nothing:at-all`' })).toHaveLength(1));
  it('a setting', () => {
    expect(unknownVariables('`NO_SUCH_' + 'SETTING=1`', SETTING_NAMES)).toHaveLength(1);
  });
  it.each(['`jobs forget`', 'npx company-data keys lose'])('a command, %s', (text) => {
    expect(unknownCommands({ text })).toHaveLength(1);
  });
  it.each(['`DATA_DIR`', '`keys list`', '`companies`'].map((what) => `Decided, not built: ${what}.`))(
    'not built, %s',
    (text) => {
      expect(builtMeanwhile({ text })).toHaveLength(1);
    },
  );
});

it('pages name enough for that to mean something', () => {
  expect(PAGES.length).toBeGreaterThan(30);
  expect(PAGES.flatMap(({ text }) => commandsIn(text, GROUPS)).length).toBeGreaterThan(50);
  expect(PAGES.flatMap(({ text }) => scriptsIn(text)).length).toBeGreaterThan(20);
});
