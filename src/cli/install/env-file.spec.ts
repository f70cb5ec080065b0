import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { TemporaryFolder } from '../../../test/support/system/temporary-folder.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { keepSetting } from './init.command.js';

const folder = forEachTest(() => new TemporaryFolder());
const kept = (value: string, environment = {}): void =>
  keepSetting(['DATA_DIR', value], environment, folder.path);
const text = (): string => readFileSync(folder.file('.env'), 'utf8');

it.each(['/data', '/my data/#1', '/a "quoted" folder'])('%s is read back as it was kept', (value) => {
  kept(value);
  expect(parseEnv(text())['DATA_DIR']).toBe(value);
});

it('is added to what stands there, once', () => {
  folder.write('.env', 'PORT=4000');
  kept('/data');
  kept('/data');
  expect(text()).toBe('PORT=4000\nDATA_DIR=/data\n');
});

it('is refused where the file or the environment says another', () => {
  folder.write('.env', 'DATA_DIR=/elsewhere\n');
  expect(() => kept('/data')).toThrow('.env says DATA_DIR=/elsewhere');
  expect(() => kept('/elsewhere', { DATA_DIR: '/data' })).toThrow('The environment says DATA_DIR=/data');
  expect(text()).toBe('DATA_DIR=/elsewhere\n');
});

it("is refused where the file's form can't hold it", () => {
  expect(() => kept("/o'clock")).toThrow("can't hold");
});
