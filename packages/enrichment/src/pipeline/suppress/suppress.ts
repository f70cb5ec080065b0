/**
 * Fourth step: the last look at what is served. Records that name suppressed values were left out by their
 * sources, and readings lost them before blocks were derived; the text of any block may still hold one.
 */
import type { BlockEnvelope } from '../../blocks/runner/envelope.js';
import type { SuppressedValues } from '../../../../contract/src/suppression/suppressed.js';
import { censored } from './censor.js';

export const suppress = <E extends BlockEnvelope>(envelope: E, suppressed: SuppressedValues): E =>
  suppressed.kinds.size === 0 ? envelope : censored(envelope, suppressed);
