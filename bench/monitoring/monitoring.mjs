// Checks deploy/monitoring with the real tools: `node bench/monitoring/monitoring.mjs [games] [questions]`. promtool
// checks the alert rules and runs their unit tests; then Prometheus scrapes a server on PostgreSQL while games are
// played on it, and every query of the dashboard must have a result. Needs `apt-get install prometheus` (or the two
// programs on PATH).
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root, run } from '../../scripts/lib/run.mjs'
import { freePort } from '../../scripts/testing/free-port.mjs'
import { PORT, playGames } from '../games/play-games.mjs'

const folder = join(root, 'deploy/monitoring')
const [games = 20, questions = 5] = process.argv.slice(2).map(Number)

promtool('check', 'rules', join(folder, 'alerts.yaml'))
promtool('test', 'rules', join(folder, 'alerts.test.yaml'))
promtool('check', 'config', join(folder, 'prometheus.yaml'))
await run(process.execPath, ['scripts/build.mjs'])

const opsPort = await freePort()
const prometheus = await startPrometheus(opsPort)
const startedAt = Date.now() / 1000
try {
  const shape = { games, players: 6, questions, firstMs: 200, lastMs: 2_700 }
  const settings = { OPS_PORT: String(opsPort) }
  const [{ again }] = await Promise.all([playGames({ ...shape, kind: 'postgres', settings }), hitLimit()])
  console.log(`${again.answers} answers in the second round, ${again.unfinished} players unfinished`)
  const empty = await queriesWithoutResult()
  const firing = await query('count by (alertname) (ALERTS{alertstate="firing"})')
  console.log('alerts that fired:', firing.map(({ metric }) => metric.alertname).join(', ') || 'none')
  for (const { title, expr } of empty) console.log(`no result: ${title}: ${expr}`)
  if (empty.length > 0) process.exitCode = 1
  else console.log('every query of the dashboard has a result')
} finally {
  await prometheus.stop()
}

function promtool(...args) {
  const { status, error } = spawnSync('promtool', args, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`promtool ${args.join(' ')} failed: ${error?.message ?? status}`)
}

/** Requests two codes at once, as soon as the server is ready: the second request is refused. */
async function hitLimit() {
  const ready = () => fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => null)
  while (!(await ready())?.ok) await sleep(200)
  const statuses = []
  for (let n = 0; n < 2; n += 1) {
    const response = await fetch(`http://127.0.0.1:${PORT}/services/user/api/request_code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'twice@example.com' }),
    })
    statuses.push(response.status)
  }
  if (statuses.join() !== '200,429') throw new Error(`two codes at once were answered with ${statuses.join()}`)
}

/** Prometheus with our rules, scraping one server every second. */
async function startPrometheus(target) {
  const data = mkdtempSync(join(tmpdir(), 'quizmaster-prometheus-'))
  const port = await freePort()
  const config = readFileSync(join(folder, 'prometheus.yaml'), 'utf8')
    .replaceAll('15s', '1s')
    .replace(/targets: .*/, `targets: ['127.0.0.1:${target}']`)
    .replace('- alerts.yaml', `- ${join(folder, 'alerts.yaml')}`)
  writeFileSync(join(data, 'prometheus.yaml'), config)
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(data, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(data, 'tsdb')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=warn',
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
  const ended = new Promise((resolve) => child.once('exit', resolve))
  while (!(await fetch(`http://127.0.0.1:${port}/-/ready`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error('Prometheus ended before it was ready')
    await sleep(100)
  }
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(data, { recursive: true, force: true })
    },
  }
}

async function queriesWithoutResult() {
  const { panels } = JSON.parse(readFileSync(join(folder, 'dashboard.json'), 'utf8'))
  const targets = panels.flatMap(({ title, targets: all = [] }) => all.map(({ expr }) => ({ title, expr })))
  console.log(`${targets.length} queries`)
  const results = await Promise.all(targets.map(({ expr }) => query(expr)))
  return targets.filter((_, index) => !results[index].some(({ values }) => values.some(([, value]) => value !== 'NaN')))
}

/** The series that a query returns for the time of the run. */
async function query(expr) {
  const range = { query: expr, start: startedAt, end: Date.now() / 1000, step: 5 }
  const response = await fetch(`${prometheus.url}/api/v1/query_range?${new URLSearchParams(range)}`)
  const { status, data, error } = await response.json()
  if (status !== 'success') throw new Error(`${expr}: ${error}`)
  return data.result
}
