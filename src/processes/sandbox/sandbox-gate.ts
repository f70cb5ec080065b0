/**
 * The gate of a sandbox: what the service's own gate admits, it delays or refuses where a fixed key, a
 * number or a job id asks for that. These are the answers that no request to a healthy service gets.
 */
import type { FastifyRequest } from 'fastify';
import { loggedCaller } from '../../access/gate/current-caller.js';
import type { KeyId } from '../../../packages/contract/src/ids.js';
import type { RefusalCode } from '../../../packages/contract/src/refusal-code.js';
import { refuse, ok, type Answer } from '../../../packages/platform/src/http/answer.js';
import { Gate, type Admission, type Target } from '../../../packages/platform/src/http/gate.js';
import { pathOf, queryOf } from '../../../packages/platform/src/http/request-target.js';
import { pause } from '../../../packages/platform/src/time/pause.js';
import { FAILED_JOB, FAILED_JOB_ID, REFUSED_NUMBERS } from '../../sandbox/magic-answers.js';
import { SANDBOX_KEYS, type SandboxKey } from '../../sandbox/sandbox-keys.js';

const RETRY_SECONDS = '1';
const PAGES: ReadonlySet<string> = new Set(['getResults', 'getErrors']);
/** Addresses that are remembered for the key `again`; more begin anew. */
const MAX_ADDRESSES = 1_000;

const refused = (code: RefusalCode): Answer =>
  code === 'error' ? refuse(code) : refuse(code, {}, { 'Retry-After': RETRY_SECONDS });

export class SandboxGate extends Gate {
  private readonly keys = new Map<KeyId, SandboxKey>(SANDBOX_KEYS.map((key) => [key.id, key]));
  private readonly used = new Set<KeyId>();
  private readonly calls = new Map<string, number>();

  /** @param onFirstCall told once of each key of the sandbox that is used */
  constructor(
    private readonly own: Gate,
    private readonly onFirstCall: (key: SandboxKey) => void,
  ) {
    super();
  }

  override async admit(request: FastifyRequest, target: Target): Promise<Admission> {
    const admission = await this.own.admit(request, target);
    const caller = loggedCaller(request);
    if (admission.refusal !== null || caller === null || target.kind !== 'operation') return admission;
    const key = this.keys.get(caller.key_id);
    if (key === undefined) return admission;
    if (!this.used.has(key.id)) this.onFirstCall(key);
    this.used.add(key.id);
    const { id } = target.operation;
    if (PAGES.has(id) && key.pagesAfter !== undefined) await pause(key.pagesAfter * 1_000);
    return { ...admission, refusal: this.refusalOf(request, key, id) };
  }

  private refusalOf(request: FastifyRequest, key: SandboxKey, operation: string): Answer | null {
    const code = key.refused?.[operation] ?? key.refused?.['any'] ?? this.everyOther(request, key);
    if (code !== null) return refused(code);
    if (operation === 'getJob' && pathOf(request.url).endsWith(`/${FAILED_JOB_ID}`)) return ok(FAILED_JOB);
    if (operation !== 'resolve') return null;
    const number = new URLSearchParams(queryOf(request.url)).get('company_number')?.trim() ?? '';
    const ofNumber = REFUSED_NUMBERS.get(number);
    return ofNumber === undefined ? null : refused(ofNumber);
  }

  private everyOther({ method, url }: FastifyRequest, { everyOther = [] }: SandboxKey): RefusalCode | null {
    if (everyOther.length === 0) return null;
    if (this.calls.size > MAX_ADDRESSES) this.calls.clear();
    const address = `${method} ${url}`;
    const calls = this.calls.get(address) ?? 0;
    this.calls.set(address, calls + 1);
    return calls % 2 === 1 ? null : (everyOther[(calls / 2) % everyOther.length] ?? null);
  }
}
