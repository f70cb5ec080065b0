/** Whether events have the shapes that the definitions of their streams give them. */
import type { EventStore } from '../../packages/platform/src/event-store/event-store.js';
import { LOG_START } from '../../packages/platform/src/event-store/event-store.js';
import type { DomainEvent } from '../../src/streams/index.js';
import { decode, STREAMS } from '../../src/streams/index.js';

/** What is wrong with an event's data, in words; empty where they are as defined. */
export function shapeProblems({
  type,
  data,
}: Pick<DomainEvent, 'type'> & { readonly data: unknown }): string[] {
  const specs = STREAMS.find(({ events }) => type in events)?.events;
  const problems = specs?.[type]?.schema.safeParse(data).error?.issues ?? [];
  return problems.map(({ path, message }) => `${type} ${path.join('.')}: ${message}`);
}

/** The same for a whole log. */
export async function misshapenEvents(log: EventStore): Promise<string[]> {
  const problems: string[] = [];
  for (let after = LOG_START, atEnd = false; !atEnd;) {
    const page = await log.readAll({ after });
    for (const recorded of page.events)
      problems.push(...decode(recorded).flatMap(({ event }) => shapeProblems(event)));
    atEnd = page.atHead;
    after = page.position;
  }
  return problems;
}
