/**
 * Tools for support and billing: the queries of the command line, run as a child process. Only the commands
 * below can be run; the command line records each look with its reason before it answers.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { resultOf } from '../results/as-data.js';
import type { OperatorSettings } from '../settings.js';
import { READS, tool, type Tool } from '../tools/tool.js';
import { CommandFailed, runCommand } from './run-command.js';

type Arguments = Readonly<Record<string, string | number | readonly number[] | undefined>>;

interface Query {
  readonly name: string;
  readonly title: string;
  readonly says: string;
  /** Each has a pattern: none can be taken for an option. */
  readonly properties: Readonly<Record<string, object>>;
  readonly required: readonly string[];
  /** Its reason is recorded; nothing of a customer is shown without. */
  readonly isLook: boolean;
  readonly words: (args: Arguments, folder: string) => readonly string[];
}

const text = (pattern: string, description: string) => ({ type: 'string', pattern, description });
const JOB = text('^job_[0-9A-Za-z]{26}$', 'The id of a job.');
const KEY = text('^[a-z0-9]{12}$', 'The id of a key: 12 characters.');
const REQUEST = text('^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$', '`X-Request-ID` of an answer.');
const CHARGE = text('^[A-Za-z0-9][A-Za-z0-9._:-]{0,199}$', 'The id of a charge.');
const DAY = text('^\\d{4}-\\d{2}-\\d{2}$', 'A UTC day.');
const TIME = text('^\\d{4}-\\d{2}-\\d{2}(T[0-9:.]{1,15}Z?)?$', 'A day or time, UTC.');
const MONTH = text('^\\d{4}-\\d{2}$', 'A calendar month, UTC.');
const BLOCK = text('^[a-z][a-z_]{1,60}$', 'Only this block.');
const ROW = { type: 'integer', minimum: 0, maximum: 249_999, description: 'The row by its place, from 0.' };
const REASON = {
  type: 'string',
  minLength: 3,
  maxLength: 500,
  pattern: '\\S',
  description: 'Why you look, such as a ticket number. It is recorded.',
};

/** Options that are given, as `--name=value`, so that no value is taken for an option. */
const options = (args: Arguments, names: readonly string[]): string[] =>
  names.flatMap((name) => (args[name] === undefined ? [] : [`--${name}=${String(args[name])}`]));

/** Charges that are listed: all are counted. */
const CHARGES = '--limit=100';

const QUERIES: readonly Query[] = [
  {
    ...{
      name: 'investigate_key',
      title: 'Investigate a key',
      says: 'A key: its life, requests, jobs and usage.',
    },
    ...{ properties: { key: KEY, from: TIME, to: TIME }, required: ['key'], isLook: true },
    words: (args) => ['investigate', 'key', String(args['key']), ...options(args, ['from', 'to'])],
  },
  {
    ...{
      name: 'investigate_job',
      title: 'Investigate a job',
      says: 'A job: how it went, its results and its cost.',
    },
    ...{ properties: { job: JOB }, required: ['job'], isLook: true },
    words: (args) => ['investigate', 'job', String(args['job'])],
  },
  {
    ...{
      name: 'investigate_row',
      title: 'Investigate a row',
      says: 'A row of a job: why each block was charged or not.',
    },
    ...{ properties: { job: JOB, row: ROW }, required: ['job', 'row'], isLook: true },
    words: (args) => ['investigate', 'row', String(args['job']), String(args['row'])],
  },
  {
    ...{
      name: 'investigate_request',
      title: 'Investigate a request',
      says: 'A request, by the id in its answer.',
    },
    ...{ properties: { request: REQUEST }, required: ['request'], isLook: true },
    words: (args) => ['investigate', 'request', String(args['request'])],
  },
  {
    ...{ name: 'explain_bill', title: 'Explain a figure of a bill' },
    says: 'What a figure of usage stands on: of an account in a day or month, of a job, of a key, or of one charge.',
    properties: {
      account: { type: 'integer', minimum: 1, description: 'The number of an account; with day or month.' },
      ...{ job: JOB, key: KEY, charge: CHARGE, day: DAY, month: MONTH, block: BLOCK },
    },
    ...{ required: [], isLook: true },
    words: (args) => [
      'billing',
      'explain',
      ...options(args, ['account', 'job', 'key', 'charge', 'day', 'month', 'block']),
      CHARGES,
    ],
  },
  {
    ...{ name: 'evidence', title: 'Write evidence of a job' },
    says: 'Writes the evidence of rows of a job, or of every billed row, into a new folder of this machine.',
    properties: {
      job: JOB,
      rows: { type: 'array', items: ROW, maxItems: 1_000, description: 'Default: every billed row.' },
    },
    ...{ required: ['job'], isLook: true },
    words: (args, folder) => {
      const rows = Array.isArray(args['rows']) ? args['rows'] : [];
      return [
        'billing',
        'dispute',
        String(args['job']),
        ...rows.map(String),
        `--out=${join(folder, randomUUID())}`,
      ];
    },
  },
  {
    ...{
      name: 'verify',
      title: 'Verify the log',
      says: 'Checks the invariants over the whole log. Shows nothing of a customer, so no look is recorded.',
    },
    ...{ properties: {}, required: [], isLook: false },
    words: () => ['verify'],
  },
];

const OWN_FOLDER = 0o700;

export function operatorTools({ program, stateFolder }: OperatorSettings): Tool[] {
  const folder = join(stateFolder, 'evidence');
  return QUERIES.map(({ name, title, says, properties, required, isLook, words }) =>
    tool<Arguments>({
      ...{ name, title, description: says, annotations: READS },
      schema: {
        type: 'object',
        properties: { ...properties, reason: REASON },
        required: [...required, ...(isLook ? ['reason'] : [])],
        additionalProperties: false,
      },
      run: async (args) => {
        if (name === 'evidence') mkdirSync(folder, { recursive: true, mode: OWN_FOLDER });
        const all = [...words(args, folder), ...(isLook ? options(args, ['reason']) : []), '--json'];
        try {
          const { ok, answer } = await runCommand(program, all);
          const said = isLook ? 'The look is recorded with its reason.' : '';
          return resultOf({ words: `${said} ${ok ? '' : 'A check failed.'}`.trim(), data: answer });
        } catch (error) {
          if (!(error instanceof CommandFailed)) throw error;
          return resultOf({ words: 'The command was refused.', data: error.said, isError: true });
        }
      },
    }),
  );
}
