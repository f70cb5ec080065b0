/** What a watch keeps between its runs, and while one is under way. */
import type { WhollyChanged } from './changes.js';
import { CompanyDataError } from './errors.js';
import type { StateStore } from './list-state.js';
import { fieldsOf, isText, isTime } from './shape.js';

/** When an answer was paid for, and until when it is known to be equal; ISO 8601, by the service's clock. */
export type Answered = readonly [asked_at: string, equal_until: string];

/** A row that was answered. */
export interface WatchedCompany {
  readonly company_number: string;
  readonly blocks: Readonly<Record<string, Answered>>;
}

/** Rows that are asked for the same blocks, by their places in the list. */
export interface WatchGroup {
  readonly blocks: readonly string[];
  readonly rows: readonly number[];
}

/** A run that has begun: another process goes on with it and asks for the same. */
export interface WatchRun {
  readonly run: string;
  readonly as_of: string;
  /** SHA-256 of the list and of what is asked. */
  readonly list: string;
  readonly groups: readonly WatchGroup[];
  readonly follow: readonly string[];
  readonly everything: string | null;
  readonly days: readonly string[];
  readonly missing_days: readonly string[];
  readonly wholly_changed: readonly WhollyChanged[];
}

/** Plain JSON. */
export interface WatchState {
  readonly version: 1;
  readonly account: number;
  /** What every row was asked with, as JSON. */
  readonly options: string;
  /** By the JSON of the row. */
  readonly rows: Readonly<Record<string, WatchedCompany>>;
  readonly under_way: WatchRun | null;
}

/** Keeps a watch. A save that was told to be done must outlive the program. */
export interface WatchStore {
  /** Null before the first save. */
  load(): Promise<WatchState | null>;
  save(state: WatchState): Promise<void>;
  /** Keeps a list that is under way, by its name. */
  list(name: string): StateStore;
  /** Forgets a list that is done. */
  drop(name: string): Promise<void>;
}

const isCompany = (value: unknown): boolean => {
  const { company_number, blocks } = fieldsOf(value);
  const times: unknown[] = Object.values(fieldsOf(blocks));
  return (
    isText(company_number) &&
    times.every((two) => Array.isArray(two) && two.length === 2 && two.every(isTime))
  );
};

const isRun = (value: unknown): boolean => {
  const { run, as_of, list, groups, follow } = fieldsOf(value);
  const isGroup = (group: unknown): boolean => {
    const { blocks, rows } = fieldsOf(group);
    return Array.isArray(blocks) && Array.isArray(rows);
  };
  return (
    [run, list].every(isText) &&
    isTime(as_of) &&
    [groups, follow].every(Array.isArray) &&
    (groups as unknown[]).every(isGroup)
  );
};

/** A state as it was saved. @throws CompanyDataError for anything else */
export function savedWatch(value: unknown): WatchState {
  const { version, account, options, rows, under_way } = fieldsOf(value);
  const isState =
    version === 1 &&
    typeof account === 'number' &&
    typeof options === 'string' &&
    Object.values(fieldsOf(rows)).every(isCompany) &&
    (under_way === null || isRun(under_way));
  if (isState) return value as WatchState;
  throw new CompanyDataError(
    'wrong_state',
    'What was loaded is not the state of a watch; remove it to ask for everything.',
  );
}
