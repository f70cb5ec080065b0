/** How a finding is shown: its state, what was looked at, and the mend below. */
import type { Finding, State } from '../../health/doctor/finding.js';
import { toned, type Line, type Tone } from '../output.js';

const TONES: Readonly<Record<State, Tone>> = { ok: 'good', warn: 'heading', fail: 'bad' };

export const findingLines = ({ check, state, detail, fix }: Finding): readonly Line[] => [
  toned(TONES[state])(`${state.padEnd(4)}  ${check.padEnd(11)}  ${detail}`),
  ...(fix === null ? [] : [`                   ${fix}`]),
];
