/** The providers of this deployment, from its settings. */
import type { Coordination } from '../../../../platform/src/coordination/coordination.js';
import { HttpDoor } from '../../../../platform/src/http-client/http-door.js';
import { systemClock, type Clock } from '../../../../platform/src/time/clock.js';
import { pause } from '../../../../platform/src/time/pause.js';
import type { ProviderSettings } from '../../settings.js';
import { CallAllowance, type CallLimits } from './call-allowance.js';
import type { SourceNotes } from '../readings/live-source-notes.js';
import { HttpProvider } from './http-provider.js';
import { providerForms } from './provider-forms.js';
import { PROVIDERS, type Provider, type ProviderName } from './provider.js';

/** The allowance that all processes of this deployment share. */
export const callAllowanceOf = (
  provider: ProviderName,
  { callsPerDay, gapMs }: CallLimits,
  coordination: Coordination,
): CallAllowance => new CallAllowance({ provider, coordination, clock: systemClock, callsPerDay, gapMs });

export interface OpenProvidersParts {
  readonly settings: ProviderSettings;
  readonly coordination: Coordination;
  readonly clock: Clock;
  readonly notesOf: (provider: ProviderName) => SourceNotes;
}

export type Providers = Readonly<Partial<Record<ProviderName, Provider>>>;

/** Opens the providers that are on. */
export function openProviders({ settings, coordination, clock, notesOf }: OpenProvidersParts): {
  readonly providers: Providers;
  close(): Promise<void>;
} {
  const forms = providerForms(settings);
  const doors: HttpDoor[] = [];
  const providers = PROVIDERS.flatMap((name) => {
    const form = forms[name];
    if (form === null) return [];
    const door = new HttpDoor({ silenceMs: form.timeLimitMs });
    doors.push(door);
    const allowance = callAllowanceOf(name, form, coordination);
    return [[name, new HttpProvider({ form, door, allowance, notes: notesOf(name), clock, pause })] as const];
  });
  return {
    providers: Object.fromEntries(providers),
    close: async () => {
      await Promise.all(doors.map((door) => door.close()));
    },
  };
}
