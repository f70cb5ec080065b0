/** Limits how many resolves of one key may run at once in this process (Contract 3.17). */
import { Inject, Injectable } from '@nestjs/common';
import { refuse, type Answer } from '../../../packages/platform/src/http/answer.js';
import { SETTINGS } from '../../../packages/platform/src/nest/tokens.js';
import type { Settings } from '../../settings/settings.js';
import type { KeyId } from '../../../packages/contract/src/ids.js';

/** `Retry-After` of a refusal. It is short because an open resolve may end at any moment. */
const RETRY_SECONDS = '1';

@Injectable()
export class OpenResolveLimit {
  private readonly openCountByKey = new Map<KeyId, number>();

  constructor(@Inject(SETTINGS) private readonly settings: Pick<Settings, 'maxOpenResolves'>) {}

  /** Runs a resolve and returns its answer, or refuses it if the key has too many open resolves. */
  async run(key: KeyId, resolve: () => Promise<Answer>): Promise<Answer> {
    const { maxOpenResolves } = this.settings;
    const openCount = this.openCountByKey.get(key) ?? 0;
    if (openCount >= maxOpenResolves) {
      const limits = { open_resolves: openCount, max_open_resolves: maxOpenResolves };
      return refuse('too_many_open_resolves', limits, { 'Retry-After': RETRY_SECONDS });
    }
    this.openCountByKey.set(key, openCount + 1);
    try {
      return await resolve();
    } finally {
      this.release(key);
    }
  }

  private release(key: KeyId): void {
    const openCount = (this.openCountByKey.get(key) ?? 1) - 1;
    if (openCount === 0) this.openCountByKey.delete(key);
    else this.openCountByKey.set(key, openCount);
  }
}
