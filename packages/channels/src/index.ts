/** Server side of the Phoenix Channels protocol, version 2. This is the package's one door. */
export { error, ok, stop, type Ok, type Refused, type Stop } from './answers.ts'
export {
  Channel,
  defineChannel,
  type BroadcastOptions,
  type ChannelDefinition,
  type EndReason,
  type Handler,
  type HandlerResult,
  type JoinRequest,
} from './channel.ts'
export { refuse, type Accepted, type ConnectInfo, type ConnectResult, type RefusedConnect } from './connect.ts'
export { Endpoint, type EndpointOptions } from './endpoint.ts'
export { defaultLimits, type Limits } from './limits.ts'
export { allowOrigins, sameHost, type OriginCheck } from './origin.ts'
export type { Params } from './params.ts'
export type { MembershipHooks } from './registry.ts'
export { JsonText, type JsonObject, type Payload, type Ref } from './serializer.ts'
export { ChannelServer, type ChannelServerOptions, type DrainOptions } from './server.ts'
