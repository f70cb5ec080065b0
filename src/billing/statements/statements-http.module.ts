/** The HTTP module of the public keys of statements. */
import { Module } from '@nestjs/common';
import { StatementKeysController } from './statement-keys.controller.js';

@Module({ controllers: [StatementKeysController] })
export class StatementsHttpModule {}
