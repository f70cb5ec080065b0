/** Notes which edition of a source was in force when, on this machine: a line a switch, in a file. */
import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { errorCode } from '../../../../../platform/src/errors/error-code.js';
import { PRIVATE_FILE_MODE } from '../../../../../platform/src/secrets/private-files.js';

/** A switch of the edition in force. */
export interface Switch {
  /** ISO 8601 in UTC, with milliseconds. */
  readonly at: string;
  /** Null: none was in force. */
  readonly edition: string | null;
}

export interface HistoryFiles {
  readonly history: string;
  readonly pointer: string;
}

const NONE = '-';
const ALWAYS = new Date(0).toISOString();

function switchesIn(path: string): Switch[] {
  try {
    const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => {
      const [at = '', edition = NONE] = line.split(' ');
      return { at, edition: edition === NONE ? null : edition };
    });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/**
 * The switches, oldest first, ending with the active edition even if its program noted no line.
 * @param active null: none was ever imported
 */
export function knownSwitches({ history, pointer }: HistoryFiles, active: string | null): readonly Switch[] {
  const switches = switchesIn(history);
  if (active === null) return switches.length > 0 ? switches : [{ at: ALWAYS, edition: null }];
  if (switches.at(-1)?.edition === active) return switches;
  const file = statSync(pointer, { throwIfNoEntry: false });
  return file === undefined ? switches : [...switches, { at: file.mtime.toISOString(), edition: active }];
}

/** Adds a switch to the file. @param before what was known before it */
export function noteSwitch({ history }: HistoryFiles, before: readonly Switch[], next: Switch): void {
  const unnoted = before.slice(switchesIn(history).length);
  const lines = [...unnoted, next].map(({ at, edition }) => `${at} ${edition ?? NONE}\n`);
  appendFileSync(history, lines.join(''), { mode: PRIVATE_FILE_MODE });
}

/**
 * The edition in force at the beginning (null: none was; undefined: not known), and the switches after it up
 * to the end. @param from @param to ISO 8601 in UTC, with milliseconds
 */
export const inForceBetween = (switches: readonly Switch[], from: string, to: string) => ({
  then: switches.findLast(({ at }) => at <= from)?.edition,
  switches: switches.filter(({ at }) => at > from && at <= to),
});
