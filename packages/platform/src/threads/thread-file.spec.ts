import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { threadFile } from './thread-file.js';

const root = resolve(__dirname, '../../../..');

test('the file of a thread is the compiled one, whether its caller is compiled or not', () => {
  const compiled = join(root, 'dist/packages/platform/src/event-store/sqlite');
  const file = join(compiled, 'writer.thread.js');
  expect(threadFile(join(root, 'packages/platform/src/event-store/sqlite'), 'writer.thread')).toBe(file);
  expect(threadFile(compiled, 'writer.thread')).toBe(file);
  expect(existsSync(file)).toBe(true);
});

test('a file that was not built is named, with what to do', () => {
  expect(() => threadFile(__dirname, 'never.thread')).toThrow(
    /dist.*never\.thread\.js is not there: run "npm run build" first/,
  );
});
