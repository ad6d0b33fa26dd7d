/** A message of the Phoenix client, version 2 of its serializer. */
export type PhoenixMessage<Payload = unknown> = [
  joinRef: string | null,
  ref: string | null,
  topic: string,
  event: string,
  payload: Payload,
]
