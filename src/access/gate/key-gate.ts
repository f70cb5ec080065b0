/** Decides who may call an operation: 401 or 503, then 429, then 403 by scope (Contract 3.5). */
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { atOnce } from '../../../packages/platform/src/tasks/at-once.js';
import type { Clock } from '../../../packages/platform/src/time/clock.js';
import { failure, refuse, unavailable, type Answer } from '../../../packages/platform/src/http/answer.js';
import { Gate, type Admission, type Target } from '../../../packages/platform/src/http/gate.js';
import { CLOCK } from '../../../packages/platform/src/nest/tokens.js';
import { Authenticator, type Authentication } from '../authenticator.js';
import type { Caller } from '../caller.js';
import { rateLimitHeaders, retryAfterSeconds, type RateLimit, type RateLimitResult } from './rate-limits.js';
import { SharedRateLimits } from './shared-rate-limits.js';

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller;
  }
}

/** The specification's own sentences (Spec 7.3). */
const MISSING_KEY = 'Authentication credentials were not provided.';
const INVALID_KEY = 'Invalid API key';

const CHALLENGE = { 'WWW-Authenticate': 'Bearer' };

const limitOf = (caller: Caller, name: string): RateLimit => ({
  name,
  limit: name === 'resolve' ? caller.resolve_per_minute : caller.requests_per_minute,
});

function refuseScope(neededScope: string, scopes: readonly string[]): Answer {
  const scopesText =
    scopes.length === 0 ? 'no scope' : `the scope${scopes.length > 1 ? 's' : ''} ${scopes.join(', ')}`;
  return failure(403, `This operation needs the scope ${neededScope}; the key has ${scopesText}.`);
}

function refuseKey({ outcome }: Exclude<Authentication, { outcome: 'authenticated' }>): Answer {
  if (outcome === 'unavailable') return unavailable();
  return failure(401, outcome === 'missing' ? MISSING_KEY : INVALID_KEY, {}, CHALLENGE);
}

@Injectable()
export class KeyGate extends Gate {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly rateLimits: SharedRateLimits,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    super();
  }

  override admit(request: FastifyRequest, target: Target): Admission | Promise<Admission> {
    return atOnce(this.authenticator.authenticate(request.headers.authorization), (authentication) =>
      this.admitAs(request, authentication, target),
    );
  }

  private admitAs(
    request: FastifyRequest,
    authentication: Authentication,
    target: Target,
  ): Admission | Promise<Admission> {
    return authentication.outcome === 'authenticated'
      ? this.admitCaller(request, authentication.caller, target)
      : { headers: {}, refusal: refuseKey(authentication) };
  }

  /** Authenticates again when the body has come. A key revoked meanwhile: 401, no `RateLimit` headers. */
  async callerNow({ headers }: FastifyRequest, reply: FastifyReply): Promise<Caller | Answer> {
    const authentication = await this.authenticator.authenticate(headers.authorization);
    if (authentication.outcome === 'authenticated') return authentication.caller;
    if (authentication.outcome !== 'unavailable')
      reply.removeHeader('RateLimit-Policy').removeHeader('RateLimit');
    return refuseKey(authentication);
  }

  private admitCaller(
    request: FastifyRequest,
    caller: Caller,
    target: Target,
  ): Admission | Promise<Admission> {
    request.caller = caller;
    const names = target.kind === 'operation' ? target.operation.rateLimits : ['default'];
    const callLimits = names.map((name) => limitOf(caller, name));
    const result = this.rateLimits.countCall(caller.key_id, callLimits, this.clock.now());
    return atOnce(result, (limits) => admissionOf(caller, target, limits));
  }
}

/** Admits or refuses a call with a valid key: with 429 first, then with 403. */
function admissionOf(caller: Caller, target: Target, { isAllowed, states }: RateLimitResult): Admission {
  const headers = rateLimitHeaders(states);
  // An unknown path or method never answers 429.
  if (target.kind !== 'operation') return { headers, refusal: null };
  if (!isAllowed) {
    const retry = { 'Retry-After': String(retryAfterSeconds(states)) };
    return { headers, refusal: refuse('rate_limited', {}, retry) };
  }
  const { scope } = target.operation;
  const keyScopes: readonly string[] = caller.scopes;
  const isScopeMissing = scope !== null && scope !== 'any' && !keyScopes.includes(scope);
  return { headers, refusal: isScopeMissing ? refuseScope(scope, keyScopes) : null };
}
