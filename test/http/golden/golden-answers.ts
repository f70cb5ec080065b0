/** The kept answers of all blocks over real companies. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BlockKey } from '../../../src/shared/block-key.js';

export const GOLDEN_FOLDER = join(__dirname, 'answers');

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

/** By number. */
export const goldenAnswers = (): readonly GoldenAnswer[] =>
  readdirSync(GOLDEN_FOLDER)
    .sort()
    .map((file) => JSON.parse(readFileSync(join(GOLDEN_FOLDER, file), 'utf8')) as GoldenAnswer);
