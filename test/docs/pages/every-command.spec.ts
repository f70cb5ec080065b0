/** Each command that a page shows is run by a test as it stands there, or is listed with why it can't be. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGES, type Page } from '../claims.js';
import { commandsOf, whyNotRun } from './commands.js';
import { NOT_RUN } from './not-run.js';
import { blocksOf, type CodeBlock } from './page-blocks.js';
import { RUN_BY } from './run-by.js';

const ROOT = join(__dirname, '..', '..', '..');
const PROGRAM = /^(company-data|npm|npx|node|curl|api|docker|kubectl|helm|python3?|pip|jq)\s/m;

/** What of a page no spec runs: each as `page: command`. */
function notRun({ file, text }: Page): string[] {
  const isRun = ({ section }: CodeBlock): boolean => file in RUN_BY || `${file}#${section}` in RUN_BY;
  return blocksOf(text)
    .filter((block) => block.language === 'sh' && !isRun(block))
    .flatMap(({ code }) => commandsOf(code))
    .filter((command) => command.trim() !== '' && whyNotRun(file, command) === undefined)
    .map((command) => `${file}: ${command.trimEnd()}`);
}

/** Commands in blocks that don't say that they are shell; a transcript has prompts before its own. */
const unmarked = ({ file, text }: Page): string[] =>
  blocksOf(text)
    .filter(({ language, code }) => language === '' && PROGRAM.test(code) && !/^\$ /m.test(code))
    .map(({ code }) => `${file}: ${code.split('\n', 1)[0] ?? ''}`);

it('every command is run by a spec, or listed with why not', () => {
  expect(PAGES.flatMap(notRun)).toEqual([]);
});

it('a planted command is found', () => {
  const page = { file: 'docs/page.md', text: '```sh\ncompany-data keys lose\n```\n' };
  expect(notRun(page)).toEqual(['docs/page.md: company-data keys lose']);
  expect(unmarked({ ...page, text: page.text.replace('sh', '') })).toHaveLength(1);
});

it('commands stand in blocks of shell', () => {
  expect(PAGES.flatMap(unmarked)).toEqual([]);
});

it.each(Object.entries(RUN_BY))('%s is run by %s', (place, spec) => {
  const [file = '', section] = place.split('#');
  const page = PAGES.find((one) => one.file === file);
  const blocks = blocksOf(page?.text ?? '').filter((block) => block.section === (section ?? block.section));
  expect(blocks.some(({ language }) => language === 'sh')).toBe(true);
  expect(existsSync(join(ROOT, spec)) && readFileSync(join(ROOT, spec), 'utf8')).toContain(`'${place}'`);
});

it('what is listed as not run is there', () => {
  const listed = Object.entries(NOT_RUN).flatMap(([file, commands]) =>
    Object.keys(commands).map((begins) => ({ file, begins })),
  );
  const gone = listed.filter(({ file, begins }) => {
    const text = PAGES.find((page) => page.file === file)?.text ?? '';
    const commands = blocksOf(text).flatMap(({ code }) => commandsOf(code));
    return !commands.some((command) => command.startsWith(begins));
  });
  expect(gone).toEqual([]);
});
