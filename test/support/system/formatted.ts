/** The text of a page as `npm run format` leaves it. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../../..');
const FORMATTER = path.join(ROOT, 'node_modules/oxfmt/bin/oxfmt');

/** Formats the text of a page. `page` is its path from the root, which decides the rules. */
export const formatted = (page: string, markdown: string): string =>
  execFileSync(process.execPath, [FORMATTER, '--stdin-filepath', page], {
    cwd: ROOT,
    input: markdown,
    encoding: 'utf8',
  });
