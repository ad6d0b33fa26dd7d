/** Server side of the Phoenix Channels protocol, version 2. */
export {
  Channel,
  defineChannel,
  error,
  ok,
  stop,
  type BroadcastOptions,
  type ChannelDefinition,
  type EndReason,
  type Handler,
  type HandlerResult,
  type JoinRequest,
  type Ok,
  type Refused,
  type Stop,
} from './channel.ts'
export {
  allowOrigins,
  refuse,
  sameHost,
  type Accepted,
  type ConnectInfo,
  type ConnectResult,
  type OriginCheck,
  type Params,
  type RefusedConnect,
} from './connect.ts'
export { Endpoint, type EndpointOptions } from './endpoint.ts'
export { defaultLimits, type Limits } from './limits.ts'
export type { MembershipHooks } from './registry.ts'
export { JsonText, type JsonObject, type Payload, type Ref } from './serializer.ts'
export { ChannelServer, type ChannelServerOptions, type DrainOptions } from './server.ts'
export type { TransportKind } from './transport.ts'
