/**
 * Which premium options this deployment can serve: those with a provider behind them. None has one yet, so none can be
 * enabled; a provider's module adds its own.
 */
import type { PremiumOption } from '../shared/options.js';

/** Injection token of a `ReadonlySet<PremiumOption>`. */
export const SERVED_OPTIONS = Symbol('SERVED_OPTIONS');

export const servedOptions: ReadonlySet<PremiumOption> = new Set<PremiumOption>();
