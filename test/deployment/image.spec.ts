/** The service's own image: small, by a user without rights, of files that are there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './compose-file.js';

const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

const dockerfile = read('Dockerfile').replace(/\\\n\s*/g, '');
const lines = dockerfile.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
const stages = lines
  .join('\n')
  .split(/^(?=FROM )/m)
  .slice(1);
const last = stages.at(-1) ?? '';

/** What a stage takes from the project. */
const copied = lines
  .filter((line) => /^COPY (?!--from)/.test(line))
  .flatMap((line) => line.split(' ').slice(1, -1));

describe('the image', () => {
  it('is of the version of Node that the project is developed on, in all stages', () => {
    expect(lines[0]).toBe(`ARG NODE=node:${read('.nvmrc').trim()}-bookworm-slim`);
    expect(stages.map((stage) => stage.split(/\s+/)[1])).toEqual(['${NODE}', '${NODE}', '${NODE}']);
  });

  it('is made in stages: what runs has no development packages, and no script of a package ran', () => {
    const installs = dockerfile.match(/npm ci[^&\n]*/g) ?? [];
    expect(installs.map((install) => install.trim())).toEqual([
      'npm ci --ignore-scripts',
      'npm ci --omit=dev --ignore-scripts',
    ]);
    expect(last).toContain('COPY --from=packages /app/node_modules node_modules');
    expect(last).not.toContain('RUN npm');
  });

  it('runs as a user who is not root and owns nothing but the data', () => {
    const user = last.indexOf('\nUSER node\n');
    expect(user).toBeGreaterThan(last.indexOf('\nRUN '));
    expect(last.indexOf('\nENTRYPOINT ')).toBeGreaterThan(user);
    expect(last.match(/chown[^&]*/g)).toEqual(['chown node:node /data ']);
    expect(last).toContain('\nVOLUME /data\n');
  });

  it('listens where a container must, keeps its data in the volume, and is well when /healthz says so', () => {
    expect(last).toContain('ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data');
    expect(last).toMatch(/HEALTHCHECK .*'\/healthz'/);
    expect(last).toContain('ENTRYPOINT ["company-data"]\nCMD ["serve"]');
  });

  it('takes only files that are there and that its context lets through', () => {
    const ignore = read('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(ignore[0]).toBe('*');
    expect(copied.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
    expect([...new Set(copied)].sort()).toEqual(
      ignore
        .filter((line) => line.startsWith('!'))
        .map((line) => line.slice(1))
        .sort(),
    );
  });

  it('has the files that the program is started from', () => {
    const { bin } = JSON.parse(read('package.json')) as { bin: Record<string, string> };
    expect(last).toContain(`ln -s /app/${bin['company-data']} /usr/local/bin/company-data`);
  });
});
