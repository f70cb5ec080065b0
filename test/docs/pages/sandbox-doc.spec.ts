import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SANDBOX_GUIDE } from '../../../src/sandbox/sandbox-guide.js';
import { formatted } from '../../support/system/formatted.js';

const ROOT = path.resolve(__dirname, '../../..');
const PAGE = path.join(ROOT, 'docs/sandbox.md');
const BEGIN = '<!-- guide -->';
const END = '<!-- end of guide -->';

const table = ({ heading, text, rows }: (typeof SANDBOX_GUIDE.tables)[number]): string =>
  [
    `## ${heading}\n\n${text}\n`,
    '| send | what comes of it |',
    '| --- | --- |',
    ...rows.map(
      ({ request, result }) => `| ${request.map((word) => `\`${word}\``).join(', ')} | ${result} |`,
    ),
  ].join('\n');

it('docs/sandbox.md has every table of the guide (`npm run docs` writes them)', () => {
  const kept = readFileSync(PAGE, 'utf8');
  const [before = '', after = ''] = [kept.split(BEGIN)[0], kept.split(END)[1]];
  const guide = SANDBOX_GUIDE.tables.map(table).join('\n\n');
  const page = formatted('docs/sandbox.md', `${before}${BEGIN}\n\n${guide}\n\n${END}${after}`);
  if (process.env['WRITE_DOCS'] === '1') writeFileSync(PAGE, page);
  expect(readFileSync(PAGE, 'utf8')).toBe(page);
});
