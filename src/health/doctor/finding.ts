/** What `doctor` found: one line each, with the mend where something is wrong or missing. */
import { redact } from '../../platform/telemetry/redact.js';

const STATES = ['ok', 'warn', 'fail'] as const;
/** `warn`: it runs, and somebody should look. `fail`: it doesn't start, or answers nothing. */
export type State = (typeof STATES)[number];

export interface Finding {
  /** What was looked at. */
  readonly check: string;
  readonly state: State;
  readonly detail: string;
  /** What to do; null where nothing is to be done. */
  readonly fix: string | null;
}

export const fine = (check: string, detail: string): Finding => found(check, 'ok', { detail, fix: null });

export const doubtful = (check: string, detail: string, fix: string): Finding =>
  found(check, 'warn', { detail, fix });

export const wrong = (check: string, detail: string, fix: string): Finding =>
  found(check, 'fail', { detail, fix });

/** Addresses of servers may hold passwords, and messages of drivers quote them. */
const found = (check: string, state: State, { detail, fix }: Pick<Finding, 'detail' | 'fix'>): Finding => ({
  ...{ check, state, fix },
  detail: redact(detail),
});

export const worstFirst = (findings: readonly Finding[]): readonly Finding[] =>
  findings.toSorted((a, b) => STATES.indexOf(b.state) - STATES.indexOf(a.state));

/** Of all findings the worst. */
export const worstOf = (findings: readonly Finding[]): State => worstFirst(findings)[0]?.state ?? 'ok';
