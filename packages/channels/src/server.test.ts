import { expect, test } from 'vitest'
import { ChannelServer } from './server.ts'

const options = { connect: () => ({ id: null, assigns: null }), channels: {} }

test('an invalid or duplicate mount path is refused', async () => {
  const server = new ChannelServer({ secret: 'x' })
  for (const mount of ['', '/', 'socket', '/socket/', '/a?b']) {
    expect(() => server.endpoint(mount, options)).toThrow('a mount path looks like')
  }
  server.endpoint('/socket', options)
  expect(() => server.endpoint('/socket', options)).toThrow('two endpoints on /socket')
  await server.drain()
})
