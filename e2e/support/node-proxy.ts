import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'

/** A reverse proxy on `port` for HTTP and WebSocket. `portOf` says which program gets a request for a path. */
export async function startNodeProxy(port: number, portOf: (path: string) => number): Promise<Server> {
  const sockets = new Set<Socket>()
  // Forwards the program's limit for idle connections, and so must not close them earlier itself.
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, response) => {
    forward(incoming, response, portOf(incoming.url ?? '/'))
  })
  server.on('upgrade', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    const upstream = connect(portOf(incoming.url ?? '/'), '127.0.0.1')
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
    upstream.write(`${headOf(incoming)}\r\n\r\n`)
    upstream.write(head)
    upstream.pipe(socket)
    socket.pipe(upstream)
  })
  server.on('close', () => sockets.forEach((socket) => socket.destroy()))
  await new Promise<void>((resolve) => void server.listen(port, () => resolve()))
  return server
}

function forward(incoming: IncomingMessage, response: ServerResponse, port: number): void {
  const { method, url, rawHeaders } = incoming
  const headers = [...rawHeaders, 'x-forwarded-for', incoming.socket.remoteAddress ?? '']
  const upstream = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
    answer.pipe(response)
  })
  upstream.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()))
  response.on('close', () => upstream.destroy())
  incoming.pipe(upstream)
}

function headOf({ method, url, rawHeaders, socket }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/1.1`]
  for (let index = 0; index < rawHeaders.length; index += 2)
    lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`)
  return [...lines, `X-Forwarded-For: ${socket.remoteAddress}`].join('\r\n')
}
