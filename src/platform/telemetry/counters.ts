import { Counter, type Registry } from 'prom-client';

/** Makes counters of this registry; the labels that are named are those that an increment must give. */
export const countersOf =
  (registry: Registry) =>
  <Label extends string>(name: string, help: string, ...labelNames: Label[]): Counter<Label> =>
    new Counter({ name, help, labelNames, registers: [registry] });
