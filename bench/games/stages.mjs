import { WebSocket } from 'ws'

/** Opens as many stages for each lobby as the shape says, and pairs them. Returns them all. */
export async function openStages(bench, lobbies, port) {
  const opened = []
  for (const [host] of lobbies)
    for (let n = 0; n < (bench.shape.stages ?? 0); n += 1) opened.push(await openStage(bench, host, port))
  return opened
}

async function openStage(bench, host, port) {
  const { data } = await bench.call('POST', 'gameplay/api/stage', { body: {} })
  const url = `ws://127.0.0.1:${port}/services/gameplay/stage_socket/websocket?token=${data.token}&vsn=2.0.0`
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  const topic = `stage:${data.id}`
  const letters = new Promise((resolve) => {
    socket.on('message', (frame) => {
      const [, ref, , event, payload] = JSON.parse(frame.toString())
      if (event === 'phx_reply' && ref === '2') resolve(payload.response.letters)
    })
  })
  socket.send(JSON.stringify(['1', '1', topic, 'phx_join', {}]))
  socket.send(JSON.stringify(['1', '2', topic, 'get_stage', {}]))
  await bench.post(host, 'game/stage', { letters: await letters })
  socket.removeAllListeners('message')
  socket.on('message', (frame) => onUpdate(bench.figures, socket, frame.toString()))
  setInterval(() => socket.readyState === 1 && socket.send('[null,"0","phoenix","heartbeat",{}]'), 30_000).unref()
  return { socket }
}

function onUpdate(figures, socket, text) {
  const nowMs = performance.now()
  const [, , , , payload] = JSON.parse(text)
  if (!figures || !payload.game) return
  const key = `${payload.game.id} ${payload.game.version}`
  figures.stageSeenAt.set(key, [...(figures.stageSeenAt.get(key) ?? []), nowMs])
  figures.stageTimes.set(socket, [...(figures.stageTimes.get(socket) ?? []), nowMs])
}
