/** The kept answers of all blocks over real companies, and over made-up ones. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';

export const GOLDEN_FOLDER = join(__dirname, 'answers');
export const MADE_UP_FOLDER = join(__dirname, 'made-up');

export interface GoldenEnvelope {
  readonly status: string;
  readonly as_of?: string;
  readonly value?: unknown;
}

export interface GoldenAnswer {
  readonly company_number: string;
  readonly company_name: string;
  readonly blocks: Readonly<Partial<Record<BlockKey, GoldenEnvelope>>>;
}

/** The editions' ids are digests of temporary files, and whether one is old depends on the day. */
export const withoutEditions = (json: string): string =>
  json
    .replace(/"edition":( ?)"[^"]*"/g, '"edition":$1"an edition"')
    .replace(/"stale":( ?)true/g, '"stale":$1false');

const answersIn = (folder: string): readonly GoldenAnswer[] =>
  readdirSync(folder)
    .sort()
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as GoldenAnswer);

/** Of real companies, by number. */
export const goldenAnswers = (): readonly GoldenAnswer[] => answersIn(GOLDEN_FOLDER);

/** Of made-up companies, by number: what the register tells since 2024. */
export const madeUpAnswers = (): readonly GoldenAnswer[] => answersIn(MADE_UP_FOLDER);
