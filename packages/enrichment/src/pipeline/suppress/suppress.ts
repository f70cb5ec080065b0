/**
 * Suppresses values in answers: the fourth step. Sources left out the records that name suppressed values,
 * and readings lost them before blocks were derived. The text of any block may still hold one.
 */
import type { BlockEnvelope } from '../../blocks/runner/envelope.js';
import type { SuppressedValues } from '../../../../contract/src/suppression/suppressed.js';
import { censored } from './censor.js';

export const suppress = <E extends BlockEnvelope>(envelope: E, suppressed: SuppressedValues): E =>
  suppressed.kinds.size === 0 ? envelope : censored(envelope, suppressed);
