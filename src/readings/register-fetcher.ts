/** What the register answers now, as a reading: asked through the register's API, whose failures become reasons. */
import type { RegisterApi } from '../register-api/register-api.js';
import { RegisterUnavailable } from '../register-api/register-api.js';
import type { RegisterResource } from '../register-api/resources.js';
import type { SourceNotes } from './live-source-notes.js';
import type { NotRead, Reading } from './readings.js';
import type { Fetchers } from './shared-readings.js';

/** Longer than the API tries again by itself, far shorter than a late block's deadline. */
const TIME_LIMIT_MS = 60_000;

/** What blocks ask of a company. */
const ASKED: readonly string[] = [
  'charges',
  'officers',
  'filing-history',
  'insolvency',
] satisfies RegisterResource[];

/** `00227590/charges`. @throws where it is no such key: a fault of the block that asks */
function parsed(key: string): { readonly number: string; readonly resource: RegisterResource } {
  const [number = '', resource = ''] = key.split('/', 2);
  if (number === '' || !ASKED.includes(resource)) throw new Error(`the register isn't asked for ${key}`);
  return { number, resource: resource as RegisterResource };
}

export const registerFetcher =
  (register: Pick<RegisterApi, 'answers'>, notes: SourceNotes): NonNullable<Fetchers['register_answer']> =>
  async (key, priority): Promise<Reading<'register_answer'>> => {
    const { number, resource } = parsed(key);
    try {
      const signal = AbortSignal.timeout(TIME_LIMIT_MS);
      const asked = await register.answers(number, resource, { priority, signal });
      if (asked.status === 'busy')
        return { status: 'not_read', reason: 'source_busy', again_in_ms: asked.retry_after_s * 1_000 };
      notes.succeeded();
      const { fetched_at, answers } = asked;
      return {
        status: 'read',
        reading: { fetched_on: fetched_at.slice(0, 10), answers },
        checked: { checked_live: true, checked_at: fetched_at },
      };
    } catch (error) {
      if (!(error instanceof RegisterUnavailable)) throw error;
      notes.failed(error.message);
      return unavailable(error);
    }
  };

const unavailable = ({ lasting }: RegisterUnavailable): NotRead => ({
  status: 'not_read',
  reason: 'register_unavailable',
  ...(!lasting && { again_in_ms: 0 }),
});
