/** Checks time stamps of the log of heads for a customer who names the trusted certificates. */
import type { CheckTimestamp } from '../../../packages/statement-check/src/watch/options.js';
import { readCertificates } from '../../heads/timestamps/timestamps.js';
import { errorMessage } from '../../../packages/platform/src/errors/error-code.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';

/** @param file certificates (PEM). @throws WrongRequest where it holds none */
export async function timestampCheck(file: string): Promise<CheckTimestamp> {
  const { timeIn } = await import('../../../packages/platform/src/time-stamps/token.js');
  try {
    const anchors = readCertificates(file);
    return (text, token) => timeIn(token, text, anchors);
  } catch (error) {
    throw new WrongRequest('no_certificate', `${file} can't be used: ${errorMessage(error)}`);
  }
}
