/** Renders a finding as text: its state, the check, the detail, and the fix below. */
import type { Finding, State } from '../../health/doctor/finding.js';
import { withTone, type OutputLine, type LineTone } from '../output.js';

const TONES: Readonly<Record<State, LineTone>> = { ok: 'good', warn: 'heading', fail: 'bad' };

export const findingLines = ({ check, state, detail, fix }: Finding): readonly OutputLine[] => [
  withTone(TONES[state])(`${state.padEnd(4)}  ${check.padEnd(11)}  ${detail}`),
  ...(fix === null ? [] : [`                   ${fix}`]),
];
