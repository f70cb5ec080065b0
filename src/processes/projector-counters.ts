/** The work of a projector as `/metrics` shows it. */
import { Counter, type Registry } from 'prom-client';
import type { ProjectorRole } from './projector-role.js';

export function countProjector(registry: Registry, role: Pick<ProjectorRole, 'applied'>): void {
  const count = (name: string, help: string, of: 'batches' | 'events'): void => {
    const counter = new Counter({
      name,
      help,
      labelNames: ['lane'],
      registers: [registry],
      collect: () => {
        counter.reset();
        for (const [lane, applied] of role.applied()) counter.inc({ lane }, applied[of]);
      },
    });
  };
  count('projector_batches_applied_total', 'Batches of documents committed, by lane.', 'batches');
  count('projector_events_applied_total', 'Stored events looked at in those batches, by lane.', 'events');
}
