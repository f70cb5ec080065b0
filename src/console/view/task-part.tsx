/** Something that goes on behind a page: how far it is, fetched again until it is over. */
import { countText } from '../../shared/text/formats.js';
import type { Task } from '../tasks.js';
import type { Markup } from './markup.js';
import { Badge, Time } from './parts.js';

const seconds = (from: Date, to: Date): string =>
  `${Math.max(0, (to.getTime() - from.getTime()) / 1_000).toFixed(1)} s`;

export function TaskPart({ task, now }: { task: Task; now: Date }): Markup {
  const { id, by, startedAt, state } = task;
  const who = (
    <span class="soft">
      started by {by}, <Time at={startedAt.toISOString()} />
    </span>
  );
  switch (state.is) {
    case 'running':
      return (
        <div
          class="task"
          hx-get={`/tasks/${id}`}
          hx-trigger="every 1s"
          hx-swap="outerHTML"
          aria-live="polite"
        >
          <p>
            <Badge>running</Badge> for {seconds(startedAt, now)}
            {state.done > 0 && `, ${countText(state.done, 'event')} read`}. {who}
          </p>
          <progress aria-label="It runs" />
        </div>
      );
    case 'done':
      return (
        <p class="task">
          <Badge tone="good">done</Badge> in {seconds(startedAt, state.endedAt)}. {who}
        </p>
      );
    case 'failed':
      return (
        <p class="trouble">
          It was not done: {state.detail} {who}
        </p>
      );
  }
}
