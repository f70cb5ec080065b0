/**
 * The rules of this project that Oxlint lacks: what pure code may reach, and expressions that take linear time. All other
 * rules stand in `.oxlintrc.json`.
 */
import parser from '@typescript-eslint/parser';
import { defineConfig } from 'eslint/config';
import regexp from 'eslint-plugin-regexp';

const PRODUCT = [
  '{src,projections}/**/*.{ts,tsx}',
  'packages/{client,contract,enrichment,platform,statement-check,words}/src/**/*.ts',
];

/** What follows from its arguments alone: deciders, rules, read models, matching, blocks, and what they stand on. */
const PURE = [
  '{src/streams,projections,packages/{contract,words}/src,packages/enrichment/src/{pipeline/matching,blocks,filed-accounts/xbrl,filed-accounts/statement,sites/page,sites/technologies}}/**/*.ts',
  '**/*.{decider,state,events}.ts',
  '**/*-rules.ts',
];
const REACHING_OUT = ['process', 'performance', 'crypto', 'fetch', 'queueMicrotask'];
const TIMERS = ['setTimeout', 'setInterval', 'setImmediate'];
const OUTSIDE =
  '^(node:)?(fs|os|process|net|http|https|dns|timers|perf_hooks|child_process|worker_threads)(/|$)';
const CHANCE = '^(random|generate|getRandom|webcrypto)';
const pure = 'Times, chance and settings come in as arguments.';

export default defineConfig(
  {
    ignores: [
      '{test,bench,dist,samples}/**',
      '**/*.{js,mjs,cjs}',
      '**/*.spec.ts',
      'packages/client/src/openapi.ts',
    ],
  },
  { files: PRODUCT, languageOptions: { parser } },
  {
    files: PURE,
    rules: {
      'no-restricted-globals': [
        'error',
        ...[...REACHING_OUT, ...TIMERS].map((name) => ({ name, message: pure })),
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: pure },
        { object: 'Math', property: 'random', message: pure },
        { property: 'localeCompare', message: 'The order would be that of the machine.' },
        ...[...REACHING_OUT, ...TIMERS].map((property) => ({
          object: 'globalThis',
          property,
          message: pure,
        })),
      ],
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: OUTSIDE, message: pure },
            { regex: '^(node:)?crypto$', importNamePattern: CHANCE, message: pure },
          ],
        },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: pure },
        { selector: "CallExpression[callee.name='Date']", message: pure },
        { selector: 'ImportExpression', message: pure },
        {
          selector: 'SwitchCase[test=null]',
          message: 'Name every case: a new one must fail to compile here.',
        },
      ],
    },
  },
  {
    // Text of clients, registers and files reaches these expressions: each must take linear time, whatever it meets.
    files: PRODUCT,
    ignores: ['packages/client/**'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: false }],
    },
  },
  {
    files: ['packages/client/src/**/*.ts'],
    ignores: ['packages/client/src/node.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['Buffer', 'process', 'global', 'require', 'setImmediate', '__dirname'].map((name) => ({
          name,
          message: 'The client runs anywhere.',
        })),
      ],
    },
  },
);
