/** Readiness as metrics, by the last look: they stay while a store can't be reached. */
import { Gauge, type Aggregator, type Registry } from 'prom-client';
import { LOG_START } from '../platform/event-store/event-store.js';
import { positionsBetween, type ProjectionStatus } from '../platform/projector/status.js';
import type { Clock } from '../platform/time/clock.js';
import type { Readiness } from './readiness.js';

/** Their numbers: 1 is Architecture 8.1. */
const INVARIANTS = Array.from({ length: 11 }, (_, index) => index + 1);

/** Several roles of a process measure the same thing: `/metrics` shows one line. */
const aggregator = 'max';

/** Shows a figure as it is at each scrape, and nothing while it is null. */
export function measure(
  registry: Registry,
  about: { readonly name: string; readonly help: string; readonly aggregator?: Aggregator },
  read: () => number | null,
): void {
  const collect = (): void => {
    const value = read();
    if (value === null) gauge.remove();
    else gauge.set(value);
  };
  const gauge = new Gauge({ ...about, registers: [registry], collect });
}

interface Measured {
  readonly registry: Registry;
  readonly readiness: () => Readiness;
  readonly clock: Clock;
}

export function measureReadiness(registry: Registry, readiness: () => Readiness, clock: Clock): void {
  const measured = { registry, readiness, clock };
  measureProjections(measured);
  measureCheck(measured);
  measureOffenders(measured);
}

function measureProjections({ registry, readiness }: Measured): void {
  const gauge = (name: string, help: string, read: (line: ProjectionStatus) => number): void => {
    const made = new Gauge({
      name,
      help,
      labelNames: ['projection', 'lane'],
      registers: [registry],
      aggregator,
      collect: () => {
        for (const line of readiness().projections)
          made.set({ projection: line.name, lane: line.lane }, read(line));
      },
    });
  };
  gauge(
    'projection_lag_positions',
    'How far a projection is behind the head of the log, in positions of the store.',
    ({ lag }) => lag,
  );
  gauge(
    'projection_lag_seconds',
    'Age of the oldest event that waits to be projected.',
    ({ lag_seconds }) => lag_seconds,
  );
  gauge(
    'projection_stopped',
    '1 where a projection stands still at an event that it cannot handle.',
    ({ state }) => (state === 'stopped' ? 1 : 0),
  );
}

function measureCheck({ registry, readiness, clock }: Measured): void {
  const gauge = (name: string, help: string, read: (now: Readiness) => number | null): void =>
    measure(registry, { name, help, aggregator }, () => read(readiness()));
  const checked = ({ invariants }: Readiness) => invariants?.position ?? LOG_START;
  gauge(
    'invariant_check_position',
    'The last position of the log whose invariants were checked; 0 before the first.',
    (now) => positionsBetween(LOG_START, checked(now)),
  );
  gauge(
    'invariant_check_lag_positions',
    'How far the check of the invariants is behind the head of the log, in positions of the store.',
    (now) => (now.head === null ? null : positionsBetween(checked(now), now.head)),
  );
  gauge(
    'invariant_check_age_seconds',
    'Time since the check last said how far it is; it does about every half minute.',
    ({ invariants }) => {
      const at = invariants?.checked_at ?? null;
      return at === null ? null : (clock.now().getTime() - Date.parse(at)) / 1_000;
    },
  );
}

function measureOffenders({ registry, readiness }: Measured): void {
  const gauge = new Gauge({
    name: 'invariant_offenders',
    help: 'Offenders found against an invariant and not found mended by a verify of the whole log.',
    labelNames: ['invariant'],
    registers: [registry],
    aggregator,
    collect: () => {
      const broken = readiness().invariants?.broken ?? [];
      for (const id of INVARIANTS)
        gauge.set({ invariant: id }, broken.find((each) => each.id === id)?.offenders ?? 0);
    },
  });
}
