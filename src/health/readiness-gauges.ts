/** Shows the last known readiness as metrics. They keep their values while a store can't be reached. */
import { Counter, Gauge, type Aggregator, type Registry } from 'prom-client';
import { LOG_START } from '../../packages/platform/src/event-store/event-store.js';
import { positionsBetween, type ProjectionStatus } from '../../packages/platform/src/projector/status.js';
import type { Clock } from '../../packages/platform/src/time/clock.js';
import type { Readiness } from './readiness.js';

/** The numbers of the invariants in Architecture 8.1. */
const INVARIANT_NUMBERS = Array.from({ length: 11 }, (_, index) => index + 1);

/** Several roles of a process measure the same thing. `/metrics` shows the highest value. */
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

interface LabelledMetric<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly Label[];
  readonly aggregator?: Aggregator;
}

/** The figures of several things now, each with its labels. */
type Figures<Label extends string> = () => Iterable<readonly [Record<Label, string | number>, number]>;

/** Shows figures of several things as they are at each scrape. */
export function measureEach<Label extends string>(
  registry: Registry,
  about: LabelledMetric<Label>,
  figures: Figures<Label>,
): void {
  const collect = (): void => {
    for (const [labels, value] of figures()) gauge.set(labels, value);
  };
  const gauge = new Gauge({ ...about, labelNames: [...about.labelNames], registers: [registry], collect });
}

/** Shows counts that are kept elsewhere, as they are at each scrape. */
export function countEach<Label extends string>(
  registry: Registry,
  about: LabelledMetric<Label>,
  figures: Figures<Label>,
): void {
  const collect = (): void => {
    counter.reset();
    for (const [labels, value] of figures()) counter.inc(labels, value);
  };
  const counter = new Counter({
    ...about,
    labelNames: [...about.labelNames],
    registers: [registry],
    collect,
  });
}

interface ReadinessSource {
  readonly registry: Registry;
  readonly readiness: () => Readiness;
  readonly clock: Clock;
}

export function measureReadiness(registry: Registry, readiness: () => Readiness, clock: Clock): void {
  const source = { registry, readiness, clock };
  measureProjections(source);
  measureInvariantCheck(source);
  measureOffenders(source);
}

function measureProjections({ registry, readiness }: ReadinessSource): void {
  const labelNames = ['projection', 'lane'] as const;
  const gauge = (name: string, help: string, read: (line: ProjectionStatus) => number): void =>
    measureEach(registry, { name, help, labelNames, aggregator }, () =>
      readiness().projections.map((line) => [{ projection: line.name, lane: line.lane }, read(line)]),
    );
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

function measureInvariantCheck({ registry, readiness, clock }: ReadinessSource): void {
  const gauge = (name: string, help: string, read: (now: Readiness) => number | null): void =>
    measure(registry, { name, help, aggregator }, () => read(readiness()));
  const checkedPosition = ({ invariants }: Readiness) => invariants?.position ?? LOG_START;
  gauge(
    'invariant_check_position',
    'The last position of the log whose invariants were checked; 0 before the first.',
    (now) => positionsBetween(LOG_START, checkedPosition(now)),
  );
  gauge(
    'invariant_check_lag_positions',
    'How far the check of the invariants is behind the head of the log, in positions of the store.',
    (now) => (now.head === null ? null : positionsBetween(checkedPosition(now), now.head)),
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

function measureOffenders({ registry, readiness }: ReadinessSource): void {
  const help = 'Offenders found against an invariant and not found mended by a verify of the whole log.';
  const about = { name: 'invariant_offenders', help, labelNames: ['invariant'], aggregator } as const;
  measureEach(registry, about, () => {
    const broken = readiness().invariants?.broken ?? [];
    return INVARIANT_NUMBERS.map((id) => [
      { invariant: id },
      broken.find((each) => each.id === id)?.offenders ?? 0,
    ]);
  });
}
