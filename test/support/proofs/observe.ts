/**
 * What tests saw of the interface, over HTTP: each answer with the test that got it. The reporter beside this file holds
 * docs/coverage.md to it after every run.
 */
import { appendFileSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** An answer of an operation: what the page has a row for. */
export interface Answered {
  /** The operation's id; `other methods of PATH` and `any other path` for what no operation takes. */
  readonly operation: string;
  readonly status: number;
  /** A code of ours; empty where the body has none. */
  readonly detail: string;
}

export interface Observation extends Answered {
  /** From the root of the repository. */
  readonly spec: string;
  readonly title: string;
}

const ROOT = join(__dirname, '..', '..', '..');
/** The folder of this run, set by the reporter before any worker starts. */
const folder = process.env['OBSERVED'];
const known = new Set<string>();

/** Sentences in place of codes: those of the specification. */
const detailOf = (text: string): string => {
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown };
    if (typeof detail !== 'string') return '';
    return /^[a-z_]+$/.test(detail) ? detail : detail.replace(/^This operation needs .*/, 'missing scope');
  } catch {
    return '';
  }
};

/** Notes an answer down for the test that runs now; outside of a test, nothing. */
export function observe(operation: string, status: number, text: string): void {
  const { currentTestName: title, testPath } = expect.getState();
  if (folder === undefined || title === undefined || testPath === undefined) return;
  const detail = status < 400 ? '' : detailOf(text);
  const seen: Observation = { operation, status, detail, spec: relative(ROOT, testPath), title };
  const line = `${JSON.stringify(seen)}\n`;
  if (known.has(line)) return;
  known.add(line);
  appendFileSync(join(folder, `${process.pid}.ndjson`), line);
}

/** Everything that was observed in a run. */
export const observationsIn = (place: string): Observation[] =>
  readdirSync(place).flatMap((file) =>
    readFileSync(join(place, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Observation),
  );
