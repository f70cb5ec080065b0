/** The sources that are asked live, as operators see them. */
import type { Coordination } from '../platform/coordination/coordination.js';
import { allowanceOf } from '../register-api/open-register-api.js';
import type { Settings } from '../settings/settings.js';
import { liveSourceNews, REGISTER_API, type LiveSourceNews } from './live-source-notes.js';

export interface LiveSourceStatus extends LiveSourceNews {
  readonly source: string;
  readonly live: true;
  /** Whether its settings turn it on here. */
  readonly on: boolean;
  /** Requests that may still be made now; null while it is off. */
  readonly allowance_left: number | null;
}

export async function liveSourceStatus(
  { registerApi }: Pick<Settings, 'registerApi'>,
  coordination: Coordination,
): Promise<LiveSourceStatus[]> {
  const on = registerApi.key !== null;
  return [
    {
      source: REGISTER_API,
      live: true,
      on,
      allowance_left: on ? await allowanceOf(registerApi, coordination).left('resolve') : null,
      ...(await liveSourceNews(coordination, REGISTER_API)),
    },
  ];
}
