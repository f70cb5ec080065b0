import { linesNamed } from './row-labels.js';

it('gathers the amounts of a line that thousands of labels name, in time', () => {
  const amounts = Array.from({ length: 40 }, () => '100');
  const labels = Array.from({ length: 20_000 }, () => ['Cash', amounts] as const);
  const start = process.cpuUsage().user;
  expect(linesNamed(labels).get('cash')).toHaveLength(800_000);
  expect(process.cpuUsage().user - start).toBeLessThan(2_000_000);
});
