/** A process with the role `sync` puts in force what publishers have, by itself. */
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PublishersProcess } from '../../packages/publishers-stand-in/src/index.js';
import { CommandLineOn } from '../support/cli.js';
import { ServiceProcess } from '../support/service-process.js';
import { temporaryFolder } from '../support/system/temporary-folder.js';
import { patiently } from './patiently.js';

const SAMPLES = join(__dirname, '..', '..', 'samples', 'published');

describe('a process with the role sync', () => {
  const files = temporaryFolder('published');
  const cli = new CommandLineOn();
  let publishers: PublishersProcess;
  let service: ServiceProcess;
  beforeAll(async () => {
    mkdirSync(join(files, 'pay-gap'));
    const year = 'UK_Gender_Pay_Gap_Data_2021_to_2022_sample.csv';
    cpSync(join(SAMPLES, year), join(files, 'pay-gap', 'UK_Gender_Pay_Gap_Data_2021_to_2022.csv'));
    publishers = await PublishersProcess.start(files);
    service = await ServiceProcess.start(cli.dataDir, {
      roles: ['projector', 'sync'],
      settings: publishers.settings,
    });
  });
  afterAll(async () => {
    await service.kill();
    await publishers.stop();
    cli.remove();
    rmSync(files, { recursive: true });
  });

  it('puts in force what its publishers have, and tells what could not be fetched', async () => {
    await patiently('the pay gap in force', async () => {
      const lines = await cli.lines<{ source: string; active?: boolean }>('register', 'status');
      return lines.some(({ source, active }) => source === 'pay_gap' && active === true);
    });
    await patiently('looks counted', async () => {
      const metrics = await (await fetch(`${service.metricsUrl}/metrics`)).text();
      return (
        /^sync_looks_total\{source="pay_gap",outcome="synced"\} 1$/m.test(metrics) &&
        /^sync_looks_total\{source="psc",outcome="failed"\} 1$/m.test(metrics) &&
        /^register_sync_failures\{source="psc"\} 1$/m.test(metrics) &&
        /^register_sync_failures\{source="pay_gap"\} 0$/m.test(metrics)
      );
    });
    const told = await patiently('readiness', async () => {
      const answer = await fetch(`${service.metricsUrl}/readyz`);
      return answer.status === 200 && answer.text();
    });
    expect(told).toContain('{"role":"sync","ready":true}');
  });

  it('drains at a signal', async () => {
    expect(await service.stop()).toBe(0);
  });
});
