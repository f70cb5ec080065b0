import type { LogPage } from './event-store.js';
import { loadOf } from './shared-tail.js';

const pageOf = (events: number): LogPage =>
  ({ events: Array(events).fill(null), position: '', atHead: true }) as unknown as LogPage;

test.each([
  [0, 'idle'],
  [1, 'light'],
  [9, 'light'],
  [10, 'busy'],
  [99, 'busy'],
  [100, 'heavy'],
  [1_000, 'heavy'],
])('a page of %p events at the head is %p', (events, load) => {
  expect(loadOf(pageOf(events))).toBe(load);
});
