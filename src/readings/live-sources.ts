/** The sources that are asked live, as operators see them. */
import type { Coordination } from '../platform/coordination/coordination.js';
import { allowanceOf } from '../register-api/open-register-api.js';
import type { Settings } from '../settings/settings.js';
import { liveSourceNews, REGISTER_API, WEBSITES, type LiveSourceNews } from './live-source-notes.js';

export interface LiveSourceStatus extends LiveSourceNews {
  readonly source: string;
  readonly live: true;
  /** Whether its settings turn it on here. */
  readonly on: boolean;
  /** Requests that may still be made now; null while it is off, or where nothing is counted. */
  readonly allowance_left: number | null;
}

export async function liveSourceStatus(
  { registerApi, sites }: Pick<Settings, 'registerApi' | 'sites'>,
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
    {
      source: WEBSITES,
      live: true,
      on: sites.contact !== null,
      allowance_left: null,
      ...(await liveSourceNews(coordination, WEBSITES)),
    },
  ];
}
