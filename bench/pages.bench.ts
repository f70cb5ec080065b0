/**
 * `npm run bench:pages`: reads pages of a megabyte that are made to cost their reader dear, and an ordinary one of 280 KB;
 * the median processor time of `--runs N` (default 5) readings of each, dearest first. Ends with 1 where one takes more
 * than 200 ms.
 */
import { parseArgs } from 'node:util';
import { readPage } from '../src/sites/page/read-page.js';
import { machine, ms, quantile, table, whole } from './support/figures.js';
import { HOSTILE_PAGES, hostilePage, ordinaryPage } from './support/hostile-pages.js';

const MOST_MS = 200;
const { runs } = parseArgs({ options: { runs: { type: 'string', default: '5' } } }).values;

interface Measured {
  readonly name: string;
  readonly bytes: number;
  readonly cpu: number;
  readonly truncated: boolean;
}

function measured(name: string, body: Uint8Array): Measured {
  const times: number[] = [];
  let truncated = false;
  for (let run = 0; run < Number(runs); run += 1) {
    const from = process.cpuUsage();
    const { page } = readPage({
      url: 'https://example.co.uk/',
      http_status: 200,
      content_type: 'text/html; charset=utf-8',
      body,
      link_text: null,
    });
    const { user, system } = process.cpuUsage(from);
    times.push((user + system) / 1000);
    truncated = page.truncated;
  }
  return { name, bytes: body.length, cpu: quantile(times, 0.5), truncated };
}

console.log(machine());
const ordinary = new TextEncoder().encode(ordinaryPage());
measured('an ordinary page', ordinary);
const all = [
  measured('an ordinary page', ordinary),
  ...Object.keys(HOSTILE_PAGES).map((name) => measured(name, hostilePage(name))),
].sort((a, b) => b.cpu - a.cpu);
console.log(
  table(
    ['page', 'bytes', 'processor time', 'cut'],
    all.map(({ name, bytes, cpu, truncated }) => [name, whole(bytes), ms(cpu), truncated ? 'yes' : '']),
  ),
);
if (all.some(({ cpu }) => cpu > MOST_MS)) process.exitCode = 1;
