/** Variables as they are given, and what is wrong with them in words; never with a secret in them. */
import type { z } from 'zod';
import { redact } from '../platform/telemetry/redact.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Empty counts as unset. */
export const withoutBlanks = (environment: Environment): Environment =>
  Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );

const isSecret = (name: string): boolean => /_(?:SECRET|KEY|HEADERS)$/.test(name);

/** Every variable that is wrong, with what is wrong about it, in one line. */
export function complaintOf(issues: readonly z.core.$ZodIssue[], environment: Environment): string {
  const sentences = issues.map((issue) => {
    const name = String(issue.path[0]);
    const given = environment[name];
    return `${name} ${issue.message}${given === undefined || isSecret(name) ? '' : ` (it is '${redact(given)}')`}`;
  });
  return [...new Set(sentences)].join('; ');
}

/** A setting is wrong; the message is the one line to show. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}
