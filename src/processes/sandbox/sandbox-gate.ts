/**
 * The gate of a sandbox. It delays or refuses calls that the service's own gate admits, if their key, company
 * number or job id stands for such an answer. A healthy service gives these answers to no request.
 */
import type { FastifyRequest } from 'fastify';
import { loggedCaller } from '../../access/gate/api-operation.js';
import type { KeyId } from '../../../packages/contract/src/ids.js';
import type { RefusalCode } from '../../../packages/contract/src/refusal-code.js';
import { refuse, ok, type Answer } from '../../../packages/platform/src/http/answer.js';
import { Gate, type Admission, type Target } from '../../../packages/platform/src/http/gate.js';
import { pathOf, queryOf } from '../../../packages/platform/src/http/request-target.js';
import { pause } from '../../../packages/platform/src/time/pause.js';
import { FAILED_JOB, FAILED_JOB_ID, REFUSED_NUMBERS } from '../../sandbox/magic-companies.js';
import { SANDBOX_KEYS, type SandboxKey } from '../../sandbox/sandbox-keys.js';

const RETRY_SECONDS = '1';
const PAGE_OPERATIONS: ReadonlySet<string> = new Set(['getResults', 'getErrors']);
/** The maximum number of addresses whose calls are counted for the key `again`. With more, counts restart. */
const MAX_ADDRESSES = 1_000;

const refusalAnswer = (code: RefusalCode): Answer =>
  code === 'error' ? refuse(code) : refuse(code, {}, { 'Retry-After': RETRY_SECONDS });

export class SandboxGate extends Gate {
  private readonly keyById = new Map<KeyId, SandboxKey>(SANDBOX_KEYS.map((key) => [key.id, key]));
  private readonly usedKeys = new Set<KeyId>();
  private readonly callsByAddress = new Map<string, number>();

  /** @param onFirstCall called once for each key of the sandbox, at its first call */
  constructor(
    private readonly serviceGate: Gate,
    private readonly onFirstCall: (key: SandboxKey) => void,
  ) {
    super();
  }

  override async admit(request: FastifyRequest, target: Target): Promise<Admission> {
    const admission = await this.serviceGate.admit(request, target);
    const caller = loggedCaller(request);
    if (admission.refusal !== null || caller === null || target.kind !== 'operation') return admission;
    const key = this.keyById.get(caller.key_id);
    if (key === undefined) return admission;
    if (!this.usedKeys.has(key.id)) this.onFirstCall(key);
    this.usedKeys.add(key.id);
    const { id } = target.operation;
    if (PAGE_OPERATIONS.has(id) && key.pagesAfter !== undefined) await pause(key.pagesAfter * 1_000);
    return { ...admission, refusal: this.refusalOf(request, key, id) };
  }

  private refusalOf(request: FastifyRequest, key: SandboxKey, operation: string): Answer | null {
    const code = key.refused?.[operation] ?? key.refused?.['any'] ?? this.alternateRefusal(request, key);
    if (code !== null) return refusalAnswer(code);
    if (operation === 'getJob' && pathOf(request.url).endsWith(`/${FAILED_JOB_ID}`)) return ok(FAILED_JOB);
    if (operation !== 'resolve') return null;
    const number = new URLSearchParams(queryOf(request.url)).get('company_number')?.trim() ?? '';
    const codeOfNumber = REFUSED_NUMBERS.get(number);
    return codeOfNumber === undefined ? null : refusalAnswer(codeOfNumber);
  }

  private alternateRefusal(
    { method, url }: FastifyRequest,
    { everyOther = [] }: SandboxKey,
  ): RefusalCode | null {
    if (everyOther.length === 0) return null;
    if (this.callsByAddress.size > MAX_ADDRESSES) this.callsByAddress.clear();
    const address = `${method} ${url}`;
    const calls = this.callsByAddress.get(address) ?? 0;
    this.callsByAddress.set(address, calls + 1);
    return calls % 2 === 1 ? null : (everyOther[(calls / 2) % everyOther.length] ?? null);
  }
}
