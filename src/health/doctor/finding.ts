/** A finding of `doctor`: one line, with the fix if something is wrong or missing. */
import { redact } from '../../../packages/platform/src/telemetry/redact.js';

const STATES = ['ok', 'warn', 'fail'] as const;
/** `warn`: the service runs, but an operator should look. `fail`: it doesn't start, or can't answer. */
export type State = (typeof STATES)[number];

export interface Finding {
  readonly check: string;
  readonly state: State;
  readonly detail: string;
  /** The advice to the operator; null where there is nothing to do. */
  readonly fix: string | null;
}

export const passed = (check: string, detail: string): Finding => found(check, 'ok', { detail, fix: null });

export const doubtful = (check: string, detail: string, fix: string): Finding =>
  found(check, 'warn', { detail, fix });

export const failed = (check: string, detail: string, fix: string): Finding =>
  found(check, 'fail', { detail, fix });

/** Makes a finding with a redacted detail: messages of drivers quote addresses, which may hold passwords. */
const found = (check: string, state: State, { detail, fix }: Pick<Finding, 'detail' | 'fix'>): Finding => ({
  ...{ check, state, fix },
  detail: redact(detail),
});

export const worstFirst = (findings: readonly Finding[]): readonly Finding[] =>
  findings.toSorted((a, b) => STATES.indexOf(b.state) - STATES.indexOf(a.state));

export const worstOf = (findings: readonly Finding[]): State => worstFirst(findings)[0]?.state ?? 'ok';
