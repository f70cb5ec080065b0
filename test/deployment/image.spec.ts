/** The service's own image: small, by a user without rights, of files that are there. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
  it('is of one version of Node with long support, by its digest, in all stages', () => {
    const [, version = '', major] =
      /^ARG NODE=node:((\d+)\.\d+\.\d+)-bookworm-slim@sha256:[0-9a-f]{64}$/.exec(lines[0] ?? '') ?? [];
    expect(version).toBe(read('.nvmrc').trim());
    // Odd lines have none; 20 and older are out of it.
    expect([Number(major) % 2, Number(major) >= 22]).toEqual([0, true]);
    expect(stages.map((stage) => stage.split(/\s+/)[1])).toEqual(['${NODE}', '${NODE}', '${NODE}']);
  });

  it('is made in stages: what runs has no development packages, and no script of a package ran', () => {
    const installs = dockerfile.match(/npm ci[^&\n]*/g) ?? [];
    expect(installs.map((install) => install.trim())).toEqual([
      'npm ci --ignore-scripts',
      'npm ci --omit=dev --ignore-scripts',
    ]);
    expect(last).toContain('COPY --from=packages /app/node_modules node_modules');
    expect(last).toContain('COPY --from=packages /app/sbom.cdx.json sbom.cdx.json');
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
    expect(last).toMatch(/HEALTHCHECK .* CMD \["bash", "\/app\/bin\/health-check\.sh"\]/);
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

const LONG = process.env['TEST_LONG'] === '1';

interface Sbom {
  readonly bomFormat: string;
  readonly components: readonly {
    readonly name: string;
    readonly group?: string;
    readonly version: string;
  }[];
}
interface Installed {
  readonly packages: Readonly<Record<string, { readonly version: string }>>;
}

// It installs the packages once more.
(LONG ? it : it.skip)(
  'lists every package that the image holds, as CycloneDX',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'company-data-image-'));
    const made = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));
    try {
      for (const name of ['package.json', 'package-lock.json', '.npmrc'])
        cpSync(join(ROOT, name), join(folder, name));
      const installs = (stages[1] ?? '').split('\n').filter((line) => line.startsWith('RUN '));
      for (const line of installs)
        execFileSync('sh', ['-c', line.slice('RUN '.length).replace('&& npm cache clean --force', '')], {
          cwd: folder,
        });
      const { bomFormat, components } = made('sbom.cdx.json') as Sbom;
      const { packages } = made('node_modules/.package-lock.json') as Installed;
      const held = Object.entries(packages).map(
        ([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`,
      );
      const listed = components.map(
        ({ group, name, version }) => `${group === undefined ? '' : `${group}/`}${name}@${version}`,
      );
      expect(bomFormat).toBe('CycloneDX');
      expect(held.length).toBeGreaterThan(100);
      expect([...new Set(listed)].sort()).toEqual([...new Set(held)].sort());
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  300_000,
);
