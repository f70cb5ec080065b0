/** The list of known logs, in the form `logs/v0` of github.com/transparency-dev/witness-network. */
import { parseVkey, type VerifierKey } from './note.js';

/** Trusted keys by origin. */
export type KnownLogs = ReadonlyMap<string, readonly VerifierKey[]>;

/**
 * Reads a list of logs. An entry begins with `vkey`; its `origin` is the name of that key unless a line says
 * otherwise. Entries with one origin are keys of one log. Throws an Error that names what is wrong.
 */
export function parseLogs(text: string): KnownLogs {
  const entries: { key: VerifierKey; origin: string }[] = [];
  const lines = text.split('\n').map((line) => line.trim());
  const [header, ...others] = lines.filter((line) => line !== '' && !line.startsWith('#'));
  if (header !== 'logs/v0') throw new Error('logs: the first line reads logs/v0');
  for (const line of others) {
    const [, keyword, value = ''] = /^(\S+)\s+(\S.*)$/.exec(line) ?? [];
    const last = entries.at(-1);
    if (keyword === 'vkey') {
      const key = parseVkey(value);
      entries.push({ key, origin: key.name });
    } else if (keyword === 'origin' && last !== undefined) last.origin = value;
    else if (keyword !== 'qpd' && keyword !== 'contact')
      throw new Error(`logs: "${line}" is no line of a log`);
  }
  const logs = new Map<string, VerifierKey[]>();
  for (const { key, origin } of entries) {
    const keys = logs.get(origin) ?? [];
    if (keys.some(({ name, id }) => name === key.name && id === key.id))
      throw new Error(`logs: ${origin} has the key ${key.name}+${key.id} twice`);
    logs.set(origin, [...keys, key]);
  }
  return logs;
}
