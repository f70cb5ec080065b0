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

/** Each value has a pattern: none can be taken for an option. */
const text = (pattern: string, description: string) => ({ type: 'string', pattern, description });
const ROW = { type: 'integer', minimum: 0, maximum: 249_999, description: 'A row by its place, from 0.' };
const PROPERTIES = {
  key: text('^[a-z0-9]{12}$', 'The id of a key: 12 characters.'),
  job: text('^job_[0-9A-Za-z]{26}$', 'The id of a job.'),
  row: ROW,
  rows: { type: 'array', items: ROW, maxItems: 1_000, description: 'Default: every billed row.' },
  request: text('^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$', '`X-Request-ID` of an answer.'),
  charge: text('^[A-Za-z0-9][A-Za-z0-9._:-]{0,199}$', 'The id of a charge.'),
  account: { type: 'integer', minimum: 1, description: 'The number of an account; with day or month.' },
  day: text('^\\d{4}-\\d{2}-\\d{2}$', 'A UTC day.'),
  month: text('^\\d{4}-\\d{2}$', 'A calendar month, UTC.'),
  from: text('^\\d{4}-\\d{2}-\\d{2}(T[0-9:.]{1,15}Z?)?$', 'The first day or time, UTC.'),
  to: text('^\\d{4}-\\d{2}-\\d{2}(T[0-9:.]{1,15}Z?)?$', 'The last day or time, UTC.'),
  block: text('^[a-z][a-z_]{1,60}$', 'Only this block.'),
  reason: {
    ...text('\\S', 'Why you look, such as a ticket number. It is recorded.'),
    ...{ minLength: 3, maxLength: 500 },
  },
} as const;
type Name = keyof typeof PROPERTIES;

interface Query {
  readonly says: string;
  readonly command: readonly string[];
  /** Arguments of the command, in their order. */
  readonly needs?: readonly Name[];
  /** Options of the command. */
  readonly takes?: readonly Name[];
  /** It shows nothing of a customer, so no reason is asked for. */
  readonly isNoLook?: boolean;
}

/** What can be asked. */
const QUERIES: Readonly<Record<string, Query>> = {
  investigate_key: {
    says: 'A key: its life, requests, jobs and usage.',
    ...{ command: ['investigate', 'key'], needs: ['key'], takes: ['from', 'to'] },
  },
  investigate_job: {
    says: 'A job: how it went, its results and its cost.',
    ...{ command: ['investigate', 'job'], needs: ['job'] },
  },
  investigate_row: {
    says: 'A row of a job: why each of its blocks was charged, or not.',
    ...{ command: ['investigate', 'row'], needs: ['job', 'row'] },
  },
  investigate_request: {
    says: 'A request, by the id in its answer.',
    ...{ command: ['investigate', 'request'], needs: ['request'] },
  },
  explain_bill: {
    says: 'What a figure of usage stands on: of an account in a day or month, of a job, of a key, of a charge.',
    ...{ command: ['billing', 'explain', '--limit=100'] },
    takes: ['account', 'job', 'key', 'charge', 'day', 'month', 'block'],
  },
  evidence: {
    says: 'Writes the evidence of rows of a job into a new folder of this machine, and says where.',
    ...{ command: ['billing', 'dispute'], needs: ['job'] },
  },
  verify: { says: 'Checks the invariants over the whole log.', command: ['verify'], isNoLook: true },
};

const OWN_FOLDER = 0o700;

export function operatorTools({ program, stateFolder }: OperatorSettings): Tool[] {
  const folder = join(stateFolder, 'evidence');
  return Object.entries(QUERIES).map(([name, query]) => {
    const { says, needs = [], takes = [], isNoLook = false } = query;
    const names: readonly Name[] = [
      ...needs,
      ...takes,
      ...(name === 'evidence' ? ['rows' as const] : []),
      'reason',
    ];
    return tool<Arguments>({
      ...{ name, title: name.replace('_', ' '), description: says, annotations: READS },
      schema: {
        type: 'object',
        properties: Object.fromEntries(names.map((each) => [each, PROPERTIES[each]])),
        required: [...needs, ...(isNoLook ? [] : ['reason'])],
        additionalProperties: false,
      },
      run: async (args) => {
        const words = wordsOf(query, args);
        if (name === 'evidence') {
          mkdirSync(folder, { recursive: true, mode: OWN_FOLDER });
          words.push(`--out=${join(folder, randomUUID())}`);
        }
        return answerOf(program, words, isNoLook);
      },
    });
  });
}

/** Options as `--name=value`, so that no value is taken for another option. */
function wordsOf({ command, needs = [], takes = [], isNoLook = false }: Query, args: Arguments): string[] {
  const named = [...takes, ...(isNoLook ? [] : (['reason'] as const))].filter(
    (name) => args[name] !== undefined,
  );
  const { rows } = args;
  return [
    ...command,
    ...needs.map((name) => String(args[name])),
    ...(typeof rows === 'object' ? rows.map(String) : []),
    ...named.map((name) => `--${name}=${String(args[name])}`),
    '--json',
  ];
}

async function answerOf(program: string, words: readonly string[], isNoLook: boolean) {
  try {
    const { ok, answer } = await runCommand(program, words);
    const said = isNoLook ? '' : 'The look is recorded with its reason. ';
    return resultOf({ words: `${said}${ok ? 'Answered.' : 'A check failed.'}`, data: answer });
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    return resultOf({ words: 'The command was refused.', data: error.said, isError: true });
  }
}
