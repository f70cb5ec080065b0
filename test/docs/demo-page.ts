/** `docs/demo.md`: the whole output of the demonstration, written by a run and compared with every later run. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alike } from './pages/alike.js';

const FILE = join(__dirname, '..', '..', 'docs', 'demo.md');
const FENCED = /^```text\n([\s\S]*?)^```\n/m;

/** Lines of progress: how many there are depends on the speed of the machine. */
const PROGRESS = /^ {2}(?:queued|running|cancelling|completed|cancelled) +[\d,]+ of [\d,]+ rows\n/gm;
/** Parts whose figures depend on the moment of the cancellation, or on the machine's speed. */
const TIMED = [/^8\. (?:.|\n)*?(?=^\$ company-data investigate row)/m, /^10\. (?:.|\n)*/m];

/** The output of a run with the ids of its keys, jobs, requests and ports replaced by examples. */
function withExamples(output: string): string {
  const keyIds = [...new Set(Array.from(output.matchAll(/svc_live_([0-9a-z]+)_/g), ([, id = '']) => id))];
  const renamed = keyIds.reduce(
    (text, id, at) => text.replaceAll(id, `abcdefghijk${String.fromCharCode(0x6c + at)}`),
    output,
  );
  return alike(renamed)
    .replace(/^(company-data listening on )(http:\S+)/m, '$1http://127.0.0.1:3000')
    .replace(/^ {2}http:\S+ is ready$/m, '  http://127.0.0.1:3000 is ready')
    .replace(/^(the operator's console is at )http:\S+/m, '$1http://127.0.0.1:3001')
    .replace(/^(metrics, .* at )http:\S+/m, '$1http://127.0.0.1:9464')
    .replace(/\b0000\d{12}\b/g, '0000000000000600')
    .trimStart();
}

/** What two runs have in common: without progress, without timed figures and without the widths of columns. */
export const steadyPart = (output: string): string =>
  TIMED.reduce(
    (text, timed) => text.replace(timed, (part) => part.replace(/\d[\d,.]*/g, '#')),
    output.replace(PROGRESS, ''),
  ).replace(/([ ─])\1+/g, '$1');

/** @param output what a run printed @returns the steady parts of the page and of the run */
export function demoPage(output: string): { readonly held: string; readonly made: string } {
  const made = withExamples(output);
  const text = readFileSync(FILE, 'utf8');
  const held = FENCED.exec(text)?.[1] ?? '';
  if (process.env['WRITE_DOCS'] !== '1' || steadyPart(held) === steadyPart(made))
    return { held: steadyPart(held), made: steadyPart(made) };
  writeFileSync(
    FILE,
    text.replace(FENCED, () => `\`\`\`text\n${made}\`\`\`\n`),
  );
  return demoPage(output);
}
