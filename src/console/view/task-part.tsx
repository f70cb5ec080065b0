/** Shows the progress of a background task. The page fetches it again until the task has ended. */
import { countText } from '../../../packages/words/src/text/formats.js';
import type { Task } from '../tasks.js';
import type { Markup } from './jsx-markup.js';
import { Badge, polling, Time } from './parts.js';

const secondsText = (from: Date, to: Date): string =>
  `${Math.max(0, (to.getTime() - from.getTime()) / 1_000).toFixed(1)} s`;

export function TaskPart({ task, now }: { task: Task; now: Date }): Markup {
  const { id, startedBy, startedAt, state } = task;
  const origin = (
    <span class="soft">
      started by {startedBy}, <Time at={startedAt.toISOString()} />
    </span>
  );
  switch (state.status) {
    case 'running':
      return (
        <div class="task" {...polling(`/tasks/${id}`, true)} aria-live="polite">
          <p>
            <Badge>running</Badge> for {secondsText(startedAt, now)}
            {state.itemsDone > 0 && `, ${countText(state.itemsDone, 'event')} read`}. {origin}
          </p>
          <progress aria-label="It runs" />
        </div>
      );
    case 'done':
      return (
        <p class="task">
          <Badge tone="good">done</Badge> in {secondsText(startedAt, state.endedAt)}. {origin}
        </p>
      );
    case 'failed':
      return (
        <p class="trouble">
          Failed: {state.detail} {origin}
        </p>
      );
  }
}
