/** What a client asks of a server before it works with it: its calls, and the members of its cluster. */
import { ClusterInfo, EndPoint, MemberInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import { SupportedMethod, SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import { UUID, type Empty } from '@eventstore/db-client/generated/shared_pb.js';
import type { handleUnaryCall } from '@grpc/grpc-js';
import { randomUUID } from 'node:crypto';
import type { Endpoint } from './rpc-errors.js';
import { enter, rpcError, type ServerContext, type ServerVersion } from './server-context.js';

const RELEASES: Readonly<Record<ServerVersion, string>> = {
  '23.10': '23.10.6',
  '24.2': '24.2.0',
  '26.1': '26.1.0',
};

const STREAMS = 'event_store.client.streams.streams';

const METHODS: readonly (readonly [service: string, method: string, features: readonly string[]])[] = [
  [STREAMS, 'read', ['position', 'events']],
  [STREAMS, 'append', []],
  [STREAMS, 'delete', []],
  [STREAMS, 'tombstone', []],
  [STREAMS, 'batchappend', ['deadline_duration']],
  ['event_store.client.gossip.gossip', 'read', []],
  ['event_store.client.server_features.serverfeatures', 'getsupportedmethods', []],
];

export const featuresCall =
  (context: ServerContext): handleUnaryCall<Empty, SupportedMethods> =>
  ({ metadata }, answer) => {
    try {
      enter(context, metadata);
      const methods = METHODS.map(([service, method, features]) =>
        new SupportedMethod()
          .setServiceName(service)
          .setMethodName(method)
          .setFeaturesList([...features]),
      );
      answer(
        null,
        new SupportedMethods().setEventStoreServerVersion(RELEASES[context.version]).setMethodsList(methods),
      );
    } catch (error) {
      answer(rpcError(error));
    }
  };

export interface Member extends Endpoint {
  readonly isLeader: boolean;
}

/** @param members as they are at the moment of the question */
export const gossipCall =
  (members: () => readonly Member[]): handleUnaryCall<Empty, ClusterInfo> =>
  (_call, answer) => {
    const { LEADER, FOLLOWER } = MemberInfo.VNodeState;
    const infos = members().map(({ host, port, isLeader }) =>
      new MemberInfo()
        .setInstanceId(new UUID().setString(randomUUID()))
        .setState(isLeader ? LEADER : FOLLOWER)
        .setIsAlive(true)
        .setHttpEndPoint(new EndPoint().setAddress(host).setPort(port)),
    );
    answer(null, new ClusterInfo().setMembersList(infos));
  };
