/** The door of statements: the public keys. */
import { Module } from '@nestjs/common';
import { StatementKeysController } from './statement-keys.controller.js';

@Module({ controllers: [StatementKeysController] })
export class StatementsHttpModule {}
