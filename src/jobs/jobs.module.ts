/** Jobs as the API and operators ask for them. The process that assembles the module provides the ports by token. */
import { Module } from '@nestjs/common';
import { EnricherModule } from './enricher.module.js';
import { JobCommandsModule } from './job-commands.module.js';

@Module({ imports: [EnricherModule, JobCommandsModule], exports: [JobCommandsModule] })
export class JobsModule {}
