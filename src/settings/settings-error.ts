/** Reports wrong settings in one line, which names each wrong variable and never contains a secret. */
import type { z } from 'zod';
import { redact } from '../../packages/platform/src/telemetry/redact.js';

/** Environment variables by name. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Returns the variables that are set. An empty variable counts as unset. */
export const withoutBlanks = (variables: Variables): Variables =>
  Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );

const isSecret = (name: string): boolean => /_(?:SECRET|KEY|HEADERS)$/.test(name);

/** Returns one line with every wrong variable and its fault. */
export function settingsErrorText(issues: readonly z.core.$ZodIssue[], variables: Variables): string {
  const sentences = issues.map((issue) => {
    const name = String(issue.path[0]);
    const value = variables[name];
    return `${name} ${issue.message}${value === undefined || isSecret(name) ? '' : ` (it is '${redact(value)}')`}`;
  });
  return [...new Set(sentences)].join('; ');
}

/** A setting is wrong. The message is the one line to show. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}
