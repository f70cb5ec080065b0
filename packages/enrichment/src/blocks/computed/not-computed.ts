import type { IsoDate } from '../../../../words/src/calendar.js';
import type { ReasonCode } from '../../../../contract/src/reason-code.js';
import type { Freshness } from '../runner/envelope.js';

/** Makes the answer of a computed block without a value. An input's missing source gives its own reason. */
export function notComputed<R extends ReasonCode>(
  from: { readonly reason?: ReasonCode; readonly as_of?: IsoDate; readonly freshness?: Freshness },
  ownReason: R,
) {
  const { reason, as_of, freshness } = from;
  if (reason === 'not_available_yet' || reason === 'source_unavailable')
    return { status: 'not_found', reason } as const;
  return {
    status: 'not_found',
    reason: ownReason,
    source: 'service_model',
    ...(as_of !== undefined && { as_of }),
    ...(freshness !== undefined && { freshness }),
  } as const;
}
