/**
 * One import of a source, or a bare parse of the same bytes, in a process of its own, so that its memory is
 * its own. Arguments: `import` SOURCE DATA_DIR FILE, or `parse` HOW FILE.
 */
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { JSONParser } from '@streamparser/json';
import * as Papa from 'papaparse';
import { SaxesParser } from 'saxes';
import { importRegister } from '../../packages/enrichment/src/sources/kit/editions/import-register.js';
import { SOURCES } from '../../packages/enrichment/src/sources/index.js';
import type { BareParse } from './national/national-form.js';

export interface RunFigures {
  /** Rows of the edition; 0 of a bare parse. */
  readonly rows: number;
  readonly rejected: number;
  readonly seconds: number;
  readonly cpu_seconds: number;
  readonly peak_mb: number;
}

async function importOnce(
  name: string,
  dataDir: string,
  file: string,
): Promise<{ rows: number; rejected: number }> {
  const source = SOURCES.find((listed) => listed.name === name);
  if (source === undefined) throw new Error(`there is no source ${name}`);
  const outcome = await importRegister({ source, files: [file], dataDir });
  if (outcome.outcome === 'refused') throw new Error(outcome.detail);
  return outcome;
}

async function eachLine(file: string, take: (line: string) => void): Promise<void> {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity }))
    take(line);
}

const PARSERS: Readonly<Record<BareParse, (file: string) => Promise<void>>> = {
  lines: (file) => eachLine(file, () => undefined),
  json_lines: (file) => eachLine(file, (line) => void JSON.parse(line)),
  json: async (file) => {
    const parser = new JSONParser({ paths: ['$.grants.*'], keepStack: false });
    parser.onValue = () => undefined;
    for await (const chunk of createReadStream(file, 'utf8')) parser.write(chunk as string);
  },
  csv: (file) => {
    Papa.parse(readFileSync(file, 'utf8'), { step: () => undefined });
    return Promise.resolve();
  },
  xml: async (file) => {
    const parser = new SaxesParser();
    for await (const chunk of createReadStream(file, 'utf8')) parser.write(chunk as string);
    parser.close();
  },
};

async function main(): Promise<void> {
  const [what = '', name = '', ...rest] = process.argv.slice(2);
  const started = performance.now();
  let outcome = { rows: 0, rejected: 0 };
  if (what === 'import') outcome = await importOnce(name, rest[0] ?? '', rest[1] ?? '');
  else await PARSERS[name as BareParse](rest[0] ?? '');
  const seconds = (performance.now() - started) / 1000;
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const figures: RunFigures = {
    rows: outcome.rows,
    rejected: outcome.rejected,
    seconds,
    cpu_seconds: (userCPUTime + systemCPUTime) / 1e6,
    peak_mb: maxRSS / 1024,
  };
  process.stdout.write(JSON.stringify(figures));
}

void main();
