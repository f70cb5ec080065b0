import { blamed } from '../support/blamed.js';

/** One breach of each rule that keeps the clock, chance, the environment and silent defaults out. */
const PLANTED: Readonly<Record<string, string>> = {
  'the clock by Date.now': 'export const at = Date.now();',
  'the clock by new Date': 'export const at = new Date();',
  'the clock by Date()': 'export const at = Date();',
  'the clock by performance': 'export const at = performance.now();',
  'chance by Math.random': 'export const chance = Math.random();',
  'chance by destructuring': 'export const { random } = Math;',
  'chance by the global crypto': 'export const id = crypto.randomUUID();',
  'chance by an import': "import { randomBytes } from 'node:crypto';\nexport const id = randomBytes(8);",
  'chance by a namespace': "import * as all from 'node:crypto';\nexport const id = all.randomBytes(8);",
  'the environment': 'export const home = process.env.HOME;',
  'the environment by globalThis': 'export const home = globalThis.process.env.HOME;',
  'the environment by an import': "import { env } from 'node:process';\nexport const home = env.HOME;",
  'a timer': 'setTimeout(() => undefined, 1);',
  'a file': "import { readFileSync } from 'node:fs';\nexport const text = readFileSync('a');",
  'a file behind a dynamic import': "export const fs = import('node:fs');",
  'an order of the machine': "export const order = 'a'.localeCompare('b');",
  'a switch with a default':
    'export const f = (x: 1 | 2) => { switch (x) { case 1: return 1; default: return 0; } };',
};

/** A file of each kind that must be pure. */
const PURE = [
  'src/streams/job/job.events.ts',
  'src/streams/envelope.ts',
  'packages/enrichment/src/pipeline/matching/match.ts',
  'packages/enrichment/src/filed-accounts/xbrl/read-xbrl.ts',
  'packages/enrichment/src/blocks/registered/industry.block.ts',
  'packages/enrichment/src/sites/page/read-page.ts',
  'packages/words/src/calendar.ts',
  'projections/index.ts',
  'projections/usage/usage.projection.ts',
  'src/jobs/some.decider.ts',
  'src/jobs/some.state.ts',
  'src/billing/charge-rules.ts',
];
const INNOCENT = [
  "import { createHash } from 'node:crypto';\nexport const a = createHash('sha256');",
  "export const b = new Date('2026-01-01');",
  'export const c = (x: 1 | 2) => { switch (x) { case 1: return 1; case 2: return 2; } };',
];

describe('the files that must be pure', () => {
  const breaches = Object.entries(PLANTED);

  it('may not do any of what is planted here', () => {
    const found = blamed(breaches.map(([, text]) => ['src/streams/job/job.decider.ts', `${text}\n`]));
    const missed = breaches.filter(
      (_breach, index) => !found[index]?.some((rule) => /^no-restricted/.test(rule)),
    );
    expect(missed.map(([name]) => name)).toEqual([]);
  });

  it('are these', () => {
    const found = blamed(PURE.map((file) => [file, 'export const at = Date.now();\n']));
    expect(found).toEqual(PURE.map(() => ['no-restricted-properties']));
  });

  it('may hash, read a written time and name every case', () => {
    expect(blamed(INNOCENT.map((text) => ['src/streams/job/job.decider.ts', `${text}\n`]))).toEqual([
      [],
      [],
      [],
    ]);
  });

  it('are not the edges, which read the clock for them, nor the specs', () => {
    const clock = 'export const at = Date.now();\n';
    expect(
      blamed([
        ['packages/platform/src/time/clock.ts', clock],
        ['packages/words/src/calendar.spec.ts', clock],
      ]),
    ).toEqual([[], []]);
  });
});
