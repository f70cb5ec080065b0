/** The stream of maintenance acts: acts of an operator on the whole service, and how they ended. */
import { z } from 'zod';
import { defineStream, type EventNamed, type EventsOf } from '../define-stream.js';
import { accountId, count, data, named, text, textOrNull } from '../fields.js';
import { onlyStreamId } from '../stream-ids.js';

const act = text('The id of the act: that of the request or form that asked for it.');
const verdict = z
  .enum(['equal', 'different'])
  .describe('Whether the documents in use before equal those made from the log.');

const maintenance = named(
  'Maintenance',
  z.union([
    data({
      kind: z.literal('usage_rebuild'),
      account_id: accountId.nullable(),
      as_of: z.string().nullable(),
      apply: z.boolean(),
    }),
    data({ kind: z.literal('read_model_rebuild'), name: z.string() }),
    data({ kind: z.literal('edition_activation'), source: z.string(), edition: z.string() }),
    data({ kind: z.literal('clock_confirmation'), clock: z.string() }),
  ]),
  'What was started. `account_id` null: all accounts; `as_of` null: the head of the log; `clock`: the time of the clock that the operator called right.',
);
export type Maintenance = z.output<typeof maintenance>;

const EVENTS = {
  MaintenanceStarted: {
    meaning: 'An operator started this act. It has changed nothing of the service yet.',
    schema: data({
      act,
      operator: text('The name under which the operator acted (`OPERATOR`).'),
      reason: textOrNull('As the operator gave it; null where none was given.'),
      what: maintenance,
    }),
  },
  TakeOverPrepared: {
    meaning:
      'The new generation is complete and was compared; it is about to be taken over. Whether it was, also after a crash, follows from the generation that is read.',
    schema: data({
      act,
      read_model: z.string(),
      generation: count.describe('The number of the new generation, which no other rebuild has.'),
      verdict,
      differences: count,
    }),
  },
  MaintenanceEnded: {
    meaning: 'The act has ended, with this outcome.',
    schema: data({
      act,
      outcome: z.enum(['done', 'failed']),
      detail: textOrNull('Why it failed; null where it was done.'),
      verdict: verdict.nullable(),
      changed: z.boolean().describe('Whether what the operator asked for is in force.'),
    }),
  },
} as const;

export type MaintenanceEvent = EventsOf<typeof EVENTS>;
export type TakeOverPrepared = EventNamed<MaintenanceEvent, 'TakeOverPrepared'>['data'];
export type MaintenanceEnded = EventNamed<MaintenanceEvent, 'MaintenanceEnded'>['data'];

export const maintenanceStreams = defineStream({
  category: 'maintenance',
  id: onlyStreamId('all'),
  opening:
    'Acts on the whole service: who rebuilt figures or a read model or put an edition back in force, why, and with what outcome. Written by `usage rebuild`, `projections rebuild`, `register activate`, `jobs expire` and the pages of the console that do the same; read by those pages. An act without an end was broken off when its process ended. A check of the invariants changes nothing, so it is no act. Two or three events an act; lives for ever.',
  events: EVENTS,
});
