/** The services of a server that nobody here uses: each call of theirs fails loudly. */
import { MonitoringService } from '@eventstore/db-client/generated/monitoring_grpc_pb.js';
import { OperationsService } from '@eventstore/db-client/generated/operations_grpc_pb.js';
import { PersistentSubscriptionsService } from '@eventstore/db-client/generated/persistent_grpc_pb.js';
import { ProjectionsService } from '@eventstore/db-client/generated/projections_grpc_pb.js';
import { UsersService } from '@eventstore/db-client/generated/users_grpc_pb.js';
import type { EventEmitter } from 'node:events';
import type { ServiceDefinition, UntypedServiceImplementation } from '@grpc/grpc-js';
import type { RpcError } from './rpc-errors.js';
import type { ServerContext } from './server-context.js';

export const UNKNOWN_SERVICES: readonly ServiceDefinition[] = [
  MonitoringService,
  OperationsService,
  PersistentSubscriptionsService,
  ProjectionsService,
  UsersService,
];

export function unknownHandlers(
  context: ServerContext,
  service: ServiceDefinition,
): UntypedServiceImplementation {
  const handlers = Object.entries(service).map(([name, { path, responseStream }]) => {
    const refuse = (call: EventEmitter, answer: (error: RpcError) => void): void => {
      const error = context.unknownCall(path);
      if (responseStream) call.emit('error', error);
      else answer(error);
    };
    return [name, refuse] as const;
  });
  return Object.fromEntries(handlers);
}
