/** Describes the live sources to operators. */
import type { Coordination } from '../../../../platform/src/coordination/coordination.js';
import { callAllowanceOf } from '../providers/open-providers.js';
import { PROVIDERS } from '../providers/provider.js';
import { providerForms } from '../providers/provider-forms.js';
import { allowanceOf } from '../register/open-register-api.js';
import type { EnrichmentSettings } from '../../settings.js';
import { liveSourceNews, REGISTER_API, WEBSITES, type LiveSourceNews } from './live-source-notes.js';

export interface LiveSourceStatus extends LiveSourceNews {
  readonly source: string;
  readonly live: true;
  /** True if its settings turn it on here. */
  readonly on: boolean;
  /** The number of requests left now; null: it is off, or requests aren't counted. */
  readonly allowance_left: number | null;
}

type LiveSettings = Pick<EnrichmentSettings, 'registerApi' | 'sites' | 'providers'>;

interface LiveSource {
  readonly source: string;
  readonly on: boolean;
  readonly left: () => Promise<number | null>;
}

function liveSources(
  { registerApi, sites, providers }: LiveSettings,
  coordination: Coordination,
): LiveSource[] {
  const forms = providerForms(providers);
  const register = () => allowanceOf(registerApi, coordination).left('resolve');
  return [
    { source: REGISTER_API, on: registerApi.key !== null, left: register },
    { source: WEBSITES, on: sites.contact !== null, left: async () => null },
    ...PROVIDERS.map((source) => {
      const form = forms[source];
      const left = async () => form && callAllowanceOf(source, form, coordination).left();
      return { source, on: form !== null, left };
    }),
  ];
}

export const liveSourceStatus = (
  settings: LiveSettings,
  coordination: Coordination,
): Promise<LiveSourceStatus[]> =>
  Promise.all(
    liveSources(settings, coordination).map(async ({ source, on, left }) => ({
      source,
      live: true as const,
      on,
      allowance_left: on ? await left() : null,
      ...(await liveSourceNews(coordination, source)),
    })),
  );
