/**
 * `node bench/against.mjs OLD NEW BENCH [--rounds N] [-- ARGUMENTS]`: runs a bench of two versions in turns
 * on this machine and prints the medians of each figure that both print, with their ratio. OLD and NEW: a
 * folder that is built, or a commit, which is checked out, installed and built first. BENCH: `jobs`, `http`,
 * `start`, ...
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import Table from 'cli-table3';

const USAGE = 'node bench/against.mjs OLD NEW BENCH [--rounds N] [-- ARGUMENTS]';
const end = process.argv.indexOf('--');
const [own, passedOn] =
  end === -1 ? [process.argv.slice(2), []] : [process.argv.slice(2, end), process.argv.slice(end + 1)];
const { values, positionals } = parseArgs({
  args: own,
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '3' } },
});
const [before, after, bench] = positionals;
if (bench === undefined) throw new Error(USAGE);

const shown = { stdio: ['ignore', 'inherit', 'inherit'] };
const root = resolve(import.meta.dirname, '..');

/** The folder of a version; one of a commit is made, and removed at the end. */
function built(version) {
  if (existsSync(join(version, 'bin'))) return resolve(version);
  const folder = mkdtempSync(join(tmpdir(), 'company-data-version-'));
  execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', root, folder], shown);
  execFileSync('git', ['checkout', '--quiet', version], { cwd: folder, ...shown });
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, ...shown });
  execFileSync('npm', ['run', 'build'], { cwd: folder, ...shown });
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const number = (text) => Number(/-?[\d,]*\.?\d+/.exec(text)?.[0].replaceAll(',', ''));

/** The first number of the second column of every row, by the text of its first. */
function figures(printed) {
  const rows = stripVTControlCharacters(printed)
    .split('\n')
    .map((line) => line.split(/[│|]/).map((cell) => cell.trim()))
    .filter((cells) => cells.length > 3 && !Number.isNaN(number(cells[2])));
  return new Map(rows.map(([, name, figure]) => [name, number(figure)]));
}

const run = (folder) =>
  figures(
    execFileSync(process.execPath, [join(folder, 'dist', 'bench', `${bench}.bench.js`), ...passedOn], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );

const median = (all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)];

const folders = [built(before), built(after)];
const rounds = folders.map(() => []);
for (let round = 0; round < Number(values.rounds); round += 1)
  // The one that is first finds the machine cooler.
  for (const which of round % 2 === 0 ? [0, 1] : [1, 0]) rounds[which].push(run(folders[which]));

const table = new Table({ head: ['figure', before, after, 'ratio'], style: { head: [], border: [] } });
for (const name of rounds[0][0].keys()) {
  const [old, now] = rounds.map((all) =>
    median(all.map((one) => one.get(name)).filter((one) => one !== undefined)),
  );
  if (old !== undefined && now !== undefined)
    table.push([name, ...[old, now].map((figure) => figure.toLocaleString('en-GB')), (now / old).toFixed(2)]);
}
process.stdout.write(`${table.toString()}\n`);
