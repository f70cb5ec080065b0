/** Keeps the history of editions in force on this machine: a file with a line for each switch. */
import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { errorCode } from '../../../../../platform/src/errors/error-code.js';
import { PRIVATE_FILE_MODE } from '../../../../../platform/src/secrets/private-files.js';

/** A switch of the edition in force. */
export interface Switch {
  /** The time of the switch: ISO 8601 in UTC, with milliseconds. */
  readonly at: string;
  /** The edition put in force; null: none was in force. */
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
 * The switches, oldest first. The last is the active edition's, even if an earlier program wrote no line.
 * @param active the edition in force; null: none was ever imported
 */
export function knownSwitches({ history, pointer }: HistoryFiles, active: string | null): readonly Switch[] {
  const switches = switchesIn(history);
  if (active === null) return switches.length > 0 ? switches : [{ at: ALWAYS, edition: null }];
  if (switches.at(-1)?.edition === active) return switches;
  const file = statSync(pointer, { throwIfNoEntry: false });
  return file === undefined ? switches : [...switches, { at: file.mtime.toISOString(), edition: active }];
}

/** Adds a switch to the file. @param before the earlier switches, also those without a line */
export function noteSwitch({ history }: HistoryFiles, before: readonly Switch[], next: Switch): void {
  const unnoted = before.slice(switchesIn(history).length);
  const lines = [...unnoted, next].map(({ at, edition }) => `${at} ${edition ?? NONE}\n`);
  appendFileSync(history, lines.join(''), { mode: PRIVATE_FILE_MODE });
}

/**
 * The edition in force at `from` (null: none was; undefined: unknown), and the switches after it until `to`.
 * Both times are ISO 8601 in UTC, with milliseconds.
 */
export const inForceBetween = (switches: readonly Switch[], from: string, to: string) => ({
  then: switches.findLast(({ at }) => at <= from)?.edition,
  switches: switches.filter(({ at }) => at > from && at <= to),
});
