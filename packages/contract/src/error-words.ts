/** Writes the words of an error body: its advice, and the paragraph of the documentation that it names. */
import { isReasonCode, REASONS, type ReasonCode } from './reason-code.js';
import { REFUSALS, type RefusalDefinition } from './refusal-code.js';

/** The paragraph on 403 for the scope, whose `detail` is a sentence. */
export const MISSING_SCOPE = 'missing_scope';
export const SCOPE_ADVICE = 'Use a key that has this scope; keys are issued on request.';

/** Advice for a company that was not delivered. */
const REASON_ADVICE: { readonly [Code in ReasonCode]?: string } = {
  not_matched: 'Check what you sent; a company number is the surest.',
  ambiguous_match: 'Choose one of `candidates`, and send its `company_number`.',
  not_own_site: "Send the company's own website, its name or its number.",
  site_unreachable: 'Try again later, or send the name or the number.',
  no_company_identified_on_site: "Send the company's name or number.",
};

/** The advice for a reason, as it stands in the documentation; empty where there is none. */
export const reasonAdvice = (code: ReasonCode): string =>
  REASON_ADVICE[code] ?? (REASONS[code].retry_suggested ? 'Asking again may help.' : '');

/** A remark on the status, such as `(404)`, which stands beside the message already. */
const STATUS_REMARK = / \([^()]*\b\d{3}\b[^()]*\)/g;
const plain = (text: string): string => text.replaceAll('`', '').replace(STATUS_REMARK, '');

const refusalOf = (code: string): RefusalDefinition | null =>
  Object.hasOwn(REFUSALS, code) ? REFUSALS[code as keyof typeof REFUSALS] : null;

/** The sentences of `message` for a reason or `detail`: what is wrong and what to do, without marks. */
export function messageOfCode(code: string): string {
  const refusal = refusalOf(code);
  if (refusal !== null) return plain(`${refusal.meaning} ${refusal.advice}`);
  if (isReasonCode(code)) return plain(`${REASONS[code].meaning} ${reasonAdvice(code)}`).trim();
  return `${code} ${SCOPE_ADVICE}`;
}

/** The id of the paragraph on `detail`: the code itself where it is one. */
export const paragraphOf = (detail: string): string =>
  refusalOf(detail) !== null || isReasonCode(detail) ? detail : MISSING_SCOPE;
