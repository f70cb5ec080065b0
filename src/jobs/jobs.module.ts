/** Provides the commands of jobs to the API and to operators. The importing process provides the ports. */
import { Module } from '@nestjs/common';
import { EnricherModule } from './enricher.module.js';
import { JobCommandsModule } from './job-commands.module.js';

@Module({ imports: [EnricherModule, JobCommandsModule], exports: [JobCommandsModule] })
export class JobsModule {}
