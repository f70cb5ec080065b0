/**
 * The baselines of `bench:http`: answers every GET with the bytes it reads from stdin. Argument: fastify or
 * nest.
 */
import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { Controller, Get, Header, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import fastify from 'fastify';

const body = readFileSync(0, 'utf8');

@Controller()
class BareController {
  @Get()
  @Header('content-type', 'application/json; charset=utf-8')
  answer(): string {
    return body;
  }
}

@Module({ controllers: [BareController] })
class BareModule {}

async function listen(): Promise<string> {
  if (process.argv[2] === 'fastify') {
    const server = fastify();
    server.get('/', (_request, reply) => reply.type('application/json; charset=utf-8').send(body));
    return server.listen({ port: 0, host: '127.0.0.1' });
  }
  const app = await NestFactory.create<NestFastifyApplication>(BareModule, new FastifyAdapter(), {
    logger: false,
  });
  await app.listen(0, '127.0.0.1');
  return app.getUrl();
}

void listen().then((url) => process.stdout.write(url));
