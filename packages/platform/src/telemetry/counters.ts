import { Counter, type Registry } from 'prom-client';

/** Makes counters of this registry. An increment must give all named labels. */
export const countersOf =
  (registry: Registry) =>
  <Label extends string>(name: string, help: string, ...labelNames: Label[]): Counter<Label> =>
    new Counter({ name, help, labelNames, registers: [registry] });
